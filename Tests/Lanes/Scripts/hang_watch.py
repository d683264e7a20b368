#!/usr/bin/env python3
"""Ends programs that hang. A busy computer is no reason to end one.

    hang_watch.py SECONDS COMMAND…     runs a command; when it hangs, ends it with all that it started, and exits with 124

The limit counts a tree of processes' own time, which is the command and all that it started. While one of them runs or waits for a
processor, the processor time of all counts. While all sleep, the clock counts. So a program that sleeps forever and a program that computes
forever end, and a program that gets no processor does not.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

# Seconds between two looks at the processes.
PAUSE = 0.5
# The kernel counts processor time in hundredths of a second there, on every architecture.
TICKS = 100
# Own seconds between the request to end and the end by force.
GRACE = 5


class Tree:
    """The processes that one process has started, with that one."""

    def __init__(self, process, proc="/proc"):
        self.process = process
        self.proc = Path(proc)

    def _fields(self, path):
        """The fields of a `stat` after the name, which may contain anything; empty where the process has ended."""
        try:
            return (self.proc / path / "stat").read_text(errors="replace").rpartition(")")[2].split()
        except OSError:
            return []

    def _entries(self, path):
        try:
            return [name for name in os.listdir(self.proc / path) if name.isdecimal()]
        except OSError:
            return []

    def processes(self):
        """The numbers of the living processes, each parent before its children."""
        children = {}
        for number in self._entries(""):
            fields = self._fields(number)
            if fields:
                children.setdefault(int(fields[1]), []).append(int(number))
        found = [self.process]
        for number in found:
            found += children.get(number, [])
        return found

    def look(self):
        """The processor time of all in seconds, with that of ended children, and whether one runs or waits for a processor or a disk."""
        used, is_active = 0, False
        for number in self.processes():
            used += sum(int(each) for each in self._fields(f"{number}")[11:15])
            states = (self._fields(f"{number}/task/{each}")[:1] for each in self._entries(f"{number}/task"))
            is_active = is_active or any(state in (["R"], ["D"]) for state in states)
        return used / TICKS, is_active

    def send(self, number):
        for process in reversed(self.processes()):
            try:
                os.kill(process, number)
            except ProcessLookupError:
                pass


class HangWatch:
    """Counts the own time of a tree of processes."""

    def __init__(self, tree, limit, clock=time.monotonic):
        self.tree = tree
        self.limit = limit
        self.clock = clock
        self.own = 0.0
        self.time = clock()
        self.used, _ = tree.look()

    def is_hung(self):
        """Whether the limit has passed. Looks at most once a pause, so it may be asked often."""
        now = self.clock()
        passed = now - self.time
        if passed >= PAUSE:
            used, is_active = self.tree.look()
            # The processor time of an ended process may be lost, and that of several processors may exceed the clock.
            self.own += min(passed, max(0.0, used - self.used)) if is_active else passed
            self.time, self.used = now, used
        return self.own >= self.limit


def wait(process, limit):
    """Waits for a process of `subprocess`. Returns its exit code; None when it hangs."""
    watch = HangWatch(Tree(process.pid), limit)
    while not watch.is_hung():
        try:
            return process.wait(timeout=PAUSE)
        except subprocess.TimeoutExpired:
            pass
    return None


def end(process):
    """Ends a process with all that it started."""
    tree = Tree(process.pid)
    tree.send(signal.SIGTERM)
    if wait(process, GRACE) is None:
        tree.send(signal.SIGKILL)
        process.wait()


def main(limit, command):
    process = subprocess.Popen(command)

    def interrupted(number, _):
        Tree(process.pid).send(number)
        sys.exit(128 + number)

    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(each) != signal.SIG_IGN:
            signal.signal(each, interrupted)
    code = wait(process, limit)
    if code is None:
        end(process)
        return 124
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("hang_watch.py: give a number of seconds and a command")
    sys.exit(main(float(sys.argv[1]), sys.argv[2:]))
