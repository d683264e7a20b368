#!/usr/bin/env python3
"""Checks hang_watch.py: what sleeps or computes forever is ended, and what gets no processor is not."""

import os
import pathlib
import subprocess
import sys
import tempfile

import hang_watch
from hang_watch import HangWatch, Tree

PROGRAM = pathlib.Path(hang_watch.__file__)


class Story:
    """Processes that are made up. `share` is the processor time that they use in a second."""

    def __init__(self, share, is_active):
        self.share = share
        self.is_active = is_active
        self.now = 0

    def clock(self):
        return self.now

    def look(self):
        return self.share * self.now, self.is_active

    def end(self, limit):
        """The second in which the watch says that they hang; None where it does not within ten days."""
        watch = HangWatch(self, limit, self.clock)
        for self.now in range(864_000):
            if watch.is_hung():
                return self.now
        return None


def expect(what, found, wanted):
    if found != wanted:
        sys.exit(f"check_hang_watch: {what}: found {found}, expected {wanted}")


def folder_of(processes):
    """A folder like /proc: for each process its parent, its processor time in ticks and the states of its threads."""
    folder = tempfile.TemporaryDirectory()
    for number, (parent, ticks, states) in processes.items():
        for thread, state in enumerate(states, number):
            place = pathlib.Path(folder.name, f"{number}/task/{thread}")
            place.mkdir(parents=True)
            (place / "stat").write_text(f"{thread} (a) b) {state} {parent}")
        line = f"{number} (sh) S) {states[0]} {parent} " + "0 " * 9 + f"{ticks} 1 2 3 20"
        pathlib.Path(folder.name, f"{number}/stat").write_text(line)
    return folder


def run(limit, script):
    return subprocess.run([PROGRAM, str(limit), "sh", "-c", script], check=False).returncode


expect("a sleeper ends after the limit", Story(0, False).end(90), 90)
expect("a sleeper that wakes up now and then ends, too", Story(0.01, False).end(90), 90)
expect("one that computes ends after that much processor time", Story(1, True).end(90), 90)
expect("so do four", Story(4, True).end(90), 90)
expect("one that gets an eighth of a processor has eight times the time", Story(0.125, True).end(90), 720)
expect("one that gets no processor never ends", Story(0, True).end(90), None)

with folder_of({7: (1, 100, "S"), 20: (7, 50, "SS"), 31: (20, 5, "SR"), 40: (1, 9000, "R")}) as made:
    expect("all descendants count, and no other process", Tree(7, made).look(), (1.73, True))
    expect("a process alone", Tree(40, made).look(), (90.06, True))
with folder_of({7: (1, 100, "S"), 20: (7, 50, "SS")}) as made:
    expect("sleepers are not active", Tree(7, made).look(), (1.62, False))
    expect("a process that has ended has used nothing", Tree(8, made).look(), (0, False))

expect("a command ends by itself", run(60, "exit 7"), 7)
expect("a signal ends a command", run(60, "kill -KILL $$"), 137)
# Both processes hold the pipe open, so its end says that both have ended.
for name, script in {"sleeps": "sleep 300 & wait", "computes": "while :; do :; done"}.items():
    reading, writing = os.pipe()
    with subprocess.Popen([PROGRAM, "1", "sh", "-c", f"({script})"], stdout=writing) as watch:
        os.close(writing)
        expect(f"a command that {name} forever is ended", watch.wait(), 124)
    expect("its processes have ended", os.read(reading, 1), b"")
    os.close(reading)
