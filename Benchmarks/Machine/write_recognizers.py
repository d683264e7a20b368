"""Writes configurations with many recognizers, and the cases that measure them.

    write_recognizers.py FOLDER

`elsewhere`: four recognizers to a region, and the finger is on the first region only. `living`: all are on the screen. One pan is
reported, and the others wait for a longer way than the finger's, so that each runs in each frame. `asked`: all are on the screen and
compete for ten fingers, so that each is asked about each landing.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Benchmarks"))
sys.dont_write_bytecode = True

from workload import configuration  # noqa: E402

ELSEWHERE = (8, 20, 40, 100, 200)
LIVING = (1, 10, 20, 50, 100)
ASKED = (125, 250)
FRAMES = 240
TAPS = 10


def living(count):
    """A configuration of pans for one finger; only the first begins."""
    parts = ['[recognizer.pan]\nkind = "pan"\npassive = true\n']
    for number in range(1, count):
        parts.append(f'[recognizer.waiting_{number}]\nkind = "pan"\npassive = true\nminimum_distance_mm = 50\n')
    return "\n".join(parts)


def asked(count):
    """A configuration of pans for ten fingers that compete."""
    return "\n".join(f'[recognizer.asked_{number}]\nkind = "pan"\ntouches = 10\n' for number in range(count))


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    cases = ["# What recognizers cost. Written by write_recognizers.py."]
    stroke = f"stroke 1 120 {FRAMES}"
    kinds = {
        "elsewhere": ({count: configuration(recognizers=count, regions=count // 4) for count in ELSEWHERE}, stroke),
        "living": ({count: living(count) for count in LIVING}, stroke),
        "asked": ({count: asked(count) for count in ASKED}, f"course 10 0 {TAPS}"),
    }
    for kind, (configurations, measurement) in kinds.items():
        for count, text in configurations.items():
            name = f"{kind}-{count}"
            (folder / f"{name}.toml").write_text(text)
            cases += [
                f"subject {name} service gestured --config /Guest/{name}.toml",
                "subscribers 1 /run/gestured/events.sock",
                measurement,
                "end",
            ]
    (folder / "recognizers.cases").write_text("\n".join(cases) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
