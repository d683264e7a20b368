"""The machines' output as figures, a frame each where many frames were counted."""

import json
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# The fewest lines a frame of a subscriber that heard of the fingers: silence is not speed.
LEAST_LINES = 0.8
# The fewest wake-ups a frame of a program that has read the panel.
LEAST_WAKE_UPS = 0.8

# The fewest frames of a clone for a frame of its panel.
LEAST_FORWARDED = 0.99

# The fields of the machine's rows.
OF_AN_AGE = ("count", "p50", "p99", "max")
OF_AGES = ("subject", "fingers", "load", *OF_AN_AGE)
OF_A_COMPANION = ("companion", "companion_wake_ups", "writes", "companion_writes", "forwarded")

# The machine's file system, and the folder of programs from Debian's packages in it.
TREE = ".build/bench/root"
PACKAGED = f"{TREE}/usr/bin"
# The files that count for a program's size: the program, and the library that does its work.
PROGRAMS = {
    "gestured": [".build/bench/gestured"],
    "lisgd": [f"{PACKAGED}/lisgd", "libinput.so.10"],
    "libinput": [f"{PACKAGED}/libinput-debug-events", "libinput.so.10"],
    "evtest": [f"{PACKAGED}/evtest"],
    "floor-batched": [".build/bench/tools/floor-batched"],
    "floor-libevdev": [".build/bench/tools/floor-libevdev", "libevdev.so.2"],
}


# The programs that serve no socket and so have no subscriber.
SOCKETLESS = ("lisgd", "libinput", "evtest", "forwarder", "forwarder-pair", "watcher", "interception-tools")


class Figures:
    """All figures of a run; `data` is their JSON form."""

    def __init__(self, data):
        self.data = data

    def frame(self, subject, fingers, rate=120, subscribers=1):
        """The cost of a frame for `subject`: a dictionary with instructions, program, kernel, wake_ups, lines."""
        if subject in SOCKETLESS:
            subscribers = 0
        return self._find("frames", subject=subject, subscribers=subscribers, fingers=fingers, rate=rate)

    def cost(self, subject, fingers, rate=120, subscribers=1):
        """Instructions a frame, those of a program that works for it included."""
        return self.frame(subject, fingers, rate, subscribers)["instructions"]

    def gesture(self, subject, fingers, frames):
        """Instructions of a whole gesture: fingers land, move for that many frames, and lift."""
        subscribers = 0 if subject in SOCKETLESS else 1
        return self._find("gestures", subject=subject, subscribers=subscribers, fingers=fingers, frames=frames)["instructions"]

    def course(self, subject, fingers, frames):
        """Instructions of each frame of a whole gesture: of the landing, each move and the lift, and then of the rest."""
        subscribers = 0 if subject in SOCKETLESS else 1
        return self._find("courses", subject=subject, subscribers=subscribers, fingers=fingers, frames=frames)["costs"]

    def line(self, subject):
        """The cost of a line for a bridge, in instructions. Its companion, which is gestured, does not count."""
        frame = self.frame(subject, 1)
        return frame["instructions"] - frame["companion"]

    def package(self):
        """The bytes of Debian's package."""
        return self.data["package"]

    def ends(self, subject, fingers):
        """Nanoseconds from the panel to the clone, half of the taps: landing_p50, lift_p50."""
        return self._find("ends", subject=subject, fingers=fingers)

    def killed(self, subject):
        """Nanoseconds from the end of a program: until others received the panel's reports, and until the clone's contacts had ended."""
        return self._find("killed", subject=subject)

    def age(self, subject, fingers, load):
        """The ages of lines, in nanoseconds: p50, p99, max. Those of a clone's frames: clone_p50, clone_p99, clone_max."""
        return self._find("ages", subject=subject, fingers=fingers, load=load)

    def idle(self, subject):
        """The work of an idle program: wake_ups and instructions a second."""
        return self._find("idle", subject=subject)

    def memory(self, subject, subscribers=1):
        """KiB: resident, anonymous, proportional."""
        if subject in SOCKETLESS:
            subscribers = 0
        return self._find("memory", subject=subject, subscribers=subscribers)

    def start(self, subject):
        """The instructions until a program is ready, and until it rests."""
        return self._find("start", subject=subject)

    def size(self, subject):
        """The bytes of a program, and of the library that does its work; 0 without a library."""
        return self.data["sizes"][subject]

    def _find(self, table, **wanted):
        for row in self.data[table]:
            if all(row[key] == value for key, value in wanted.items()):
                return row
        raise KeyError(f"not measured: {table} of {wanted}")


def read(folder):
    """Reads the logs of the machines.

    Returns figures, and a list of sentences about their problems.
    """
    problems, said = [], {}
    for name in ("instructions", "recognizers"):
        lines = _log(folder, name).split("\n")
        said[name] = [json.loads(line) for line in lines if line.startswith("{") and line.rstrip().endswith("}")]
        if {"what": "done"} not in said[name]:
            problems.append(f"the machine for {name} did not come to its end: " + " ".join(lines[-3:]).strip())
        problems += _add_counts(said[name], folder / f"{name}.counts")
    rows = said["instructions"] + said["recognizers"]
    problems += [problem for row in rows if row["what"] in ("stroke", "ages") for problem in _problems(row)]
    problems += [
        f"{row['subject']}, fingers: {row['fingers']}, frames: {row['frames']}: a subscriber got no line of some gestures"
        for row in rows if row["what"] == "whole" and row["subscribers"] and row["fewest_lines"] < row["count"]
    ]

    problems += [
        f"{row['subject']}, fingers: {row['fingers']}: {row['forwarded']} frames of the clone are no landings and lifts of {row['count']} taps"
        for row in rows if row["what"] == "ends" and row["forwarded"] != 2 * row["count"]
    ]

    data = {"kernel": _kernel(folder), "versions": _versions(), "sizes": _sizes(), "package": _package()}
    data["frames"] = [_frame(row) for row in rows if row["what"] == "stroke"]
    data["gestures"] = [_gesture(row) for row in rows if row["what"] == "whole"]
    data["ages"] = [
        {key: row[key] for key in (*OF_AGES, *(f"clone_{key}" for key in OF_AN_AGE)) if key in row}
        for row in rows if row["what"] == "ages"
    ]
    data["idle"] = [
        {"subject": row["subject"], "wake_ups": row["wake_ups"] / row["seconds"],
         "instructions": round(row["instructions"] / row["seconds"])}
        | ({"companion_wake_ups": row["companion_wake_ups"] / row["seconds"]} if "companion" in row else {})
        for row in rows if row["what"] == "idle"
    ]
    data["courses"] = [
        {key: row[key] for key in ("subject", "subscribers", "fingers", "frames", "costs")} for row in rows if row["what"] == "course"
    ]
    for what in ("memory", "start", "killed", "ends"):
        data[what] = [{key: value for key, value in row.items() if key != "what"} for row in rows if row["what"] == what]
    return Figures(data), problems


def load(path):
    """Figures from a file."""
    data = json.loads(Path(path).read_text())
    data.pop("$comment", None)
    return Figures(data)


def keep(figures, path):
    """Writes figures to a file, one row a line, so that each changed row is one changed line."""
    # JSON has no comments, so the head is a member.
    parts = ['  "$comment": "Generated by Benchmarks/Machine/render; do not edit."']
    for key, value in figures.data.items():
        if isinstance(value, list):
            rows = ",\n".join("    " + json.dumps(row) for row in value)
            parts.append(f'  "{key}": [\n{rows}\n  ]')
        else:
            parts.append(f'  "{key}": {json.dumps(value)}')
    Path(path).write_text("{\n" + ",\n".join(parts) + "\n}\n")


def _add_counts(rows, path):
    """Adds to each stroke what the emulator counted between its two marks.

    Returns what is wrong with that: a list of sentences.
    """
    counts = [int(line) for line in path.read_text().split()] if path.exists() else []
    strokes = [row for row in rows if row["what"] in ("stroke", "ages")]
    for number, row in enumerate(strokes[:len(counts) // 2]):
        row["program"] = counts[2 * number + 1] - counts[2 * number]
    if len(counts) == 2 * len(strokes):
        return []
    return [f"{path.name}: {len(counts)} marks of {len(strokes)} strokes"]


def _frame(row):
    frames = row["frames"]
    result = {key: row[key] for key in ("subject", "subscribers", "fingers", "rate")}
    result["instructions"] = round(row["instructions"] / frames)
    if "program" in row:
        result["program"] = round(row["program"] / frames)
        result["kernel"] = result["instructions"] - result["program"]
    result["wake_ups"] = round(row["wake_ups"] / frames, 2)
    result["lines"] = round(row["fewest_lines"] / frames, 2)
    for name in OF_A_COMPANION:
        if name in row:
            result[name] = round(row[name] / frames, None if name == "companion" else 2)
    return result


def _gesture(row):
    result = {key: row[key] for key in ("subject", "subscribers", "fingers", "frames")}
    result["instructions"] = round(row["instructions"] / row["count"])
    result["wake_ups"] = round(row["wake_ups"] / row["count"], 2)
    result["lines"] = round(row["fewest_lines"] / row["count"], 2)
    return result


def _problems(row):
    what = f"{row['subject']}, fingers: {row['fingers']}, {row['rate']} Hz, subscribers: {row['subscribers']}"
    if row["subscribers"] and row["fewest_lines"] < LEAST_LINES * row["frames"]:
        yield f"{what}: a subscriber got {row['fewest_lines']} lines of {row['frames']} frames"
    if row.get("forwarded", row["frames"]) < LEAST_FORWARDED * row["frames"]:
        yield f"{what}: the reader of the clone got {row['forwarded']} frames of {row['frames']}"
    if row["wake_ups"] < LEAST_WAKE_UPS * row["frames"]:
        yield f"{what}: it woke up {row['wake_ups']} times for {row['frames']} frames"


def _log(folder, name):
    path = folder / f"{name}.log"
    return path.read_text(errors="replace") if path.exists() else ""


def _kernel(folder):
    said = re.search(r"^# (\S+), clock", _log(folder, "instructions"), re.MULTILINE)
    return said[1] if said else "unknown"


def _versions():
    stamps = {"lisgd": "lisgd", "libinput": "libinput-tools", "interception-tools": "interception-tools"}
    versions = {
        subject: (ROOT / f".build/vm/packages/{package}.stamp").read_text().split()[0] for subject, package in stamps.items()
    }
    query = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Version}", "evtest"], check=True, capture_output=True, text=True)
    return versions | {"evtest": query.stdout}


def _package():
    package = next((ROOT / ".build/deb").glob("gestured_*.deb"))
    return package.stat().st_size


def _sizes():
    sizes = {}
    for subject, files in PROGRAMS.items():
        program = (ROOT / files[0]).stat().st_size
        library = 0
        if len(files) > 1:
            library = next((ROOT / TREE).rglob(files[1])).stat().st_size
        sizes[subject] = {"program": program, "library": library}
    return sizes
