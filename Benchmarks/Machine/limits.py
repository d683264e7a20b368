"""The limits for gestured, and whether it reaches them."""

from dataclasses import dataclass

from write_recognizers import ASKED, ELSEWHERE, LIVING


@dataclass
class Limit:
    """One limit: its name, the measured value, and the largest allowed value."""

    name: str
    found: float
    at_most: float
    unit: str = ""

    @property
    def digits(self):
        """The number of digits after the point that a reader needs."""
        return 0 if self.at_most > 1000 else 2

    @property
    def is_reached(self):
        return self.found <= self.at_most

    def __str__(self):
        verdict = "reached" if self.is_reached else "not reached"
        return f"{verdict}: {self.name}: {self.found:,.{self.digits}f}{self.unit} (at most {self.at_most:,g}{self.unit})"


# The largest ratio between the instructions of one more subscriber and the same in the batched floor.
WRITE_TOLERANCE = 1.25
# The largest ratio between the instructions of a frame to a subscriber that lists the fingers of gestures and to one that does
# not.
FINGERS_TOLERANCE = 1.3


# The largest ratio between the instructions of a whole gesture and those of the batched floor: by the frames in which fingers move,
# and by the number of fingers.
WHOLE_TOLERANCE = {0: {1: 4, 10: 4}, 12: {1: 2, 10: 2}, 30: {1: 1.75, 10: 1.6}}
NAMES_OF_WHOLE = {0: "tap", 12: "swipe of 12 frames", 30: "stroke of 30 frames"}
# The same for a subscriber to raw touches alone, which are what the floor reports, in a stroke of 30 frames.
TOUCHES_TOLERANCE = {1: 1.4, 10: 1.45}
# The most resident memory with one device and one subscriber, in MB. Nearly all of it is pages of the program that the start has read.
# Giving them back would only hide them: the kernel keeps them for the next reader.
MOST_RESIDENT = 16
# The most instructions of a frame for one more recognizer that waits for a longer way.
LIVING_TAKES = 350
# The most instructions of a landing of ten fingers, each of which is offered to the most recognizers of ASKED. It is half of the
# 1,964,603 that a landing took on 28 November 2026. And the largest ratio to the same with half as many recognizers.
LANDING_TAKES = 982_000
LANDING_TOLERANCE = 2.1
# The largest ratio between the instructions of a line through the bridge and those of a bridge in C.
BRIDGE_TOLERANCE = 2
# The largest package, in MB.
LARGEST_PACKAGE = 7.5
# The most instructions of a start, in millions: without arguments, and with `--config`. And those for each further table of a
# configuration.
STARTS_TAKE = {"gestured": 12, "gestured-configured": 14}
A_TABLE_TAKES = 60_000

# The most instructions that the filter adds to a frame, its keeper included: 1.2 times what a pair of C programs adds. And the
# most of the keeper alone. By the number of fingers.
FILTER_ADDS = {1: 18_000, 10: 35_000}
KEEPER_TAKES = {1: 14_000, 10: 33_000}
# The largest ratio to the instructions of interception-tools, by the number of fingers.
INTERCEPTION_TOLERANCE = {1: 1.3, 10: 0.4}
# The longest way of 99 % of the frames from the panel to the clone, in µs.
FORWARDING_TAKES = {1: 40, 10: 80}
# The same for half of the landings and of the lifts.
ENDS_TAKE = {1: 35, 10: 60}
# The largest ratio between the instructions of a whole gesture of one finger through the filter and those of interception-tools, by the
# frames in which the finger moves.
WHOLE_FILTER_TOLERANCE = {0: 2, 30: 1}
# The largest ratio between the instructions with the filter switched off and those with a configuration that does not name it. Two
# runs differ by less.
OFF_TOLERANCE = 1.02


def a_subscriber_more(figures, subject, fingers):
    """The cost of each subscriber from the 11th to the 100th, in instructions a frame."""
    many = figures.cost(subject, fingers, subscribers=100)
    few = figures.cost(subject, fingers, subscribers=10)
    return (many - few) / 90


def a_table_more(figures):
    """The cost of a start for each table of a configuration, in instructions."""
    few, many = min(ELSEWHERE), max(ELSEWHERE)
    # Four recognizers have a region.
    tables = (many - few) * 5 / 4
    return (figures.start(f"elsewhere-{many}")["settled"] - figures.start(f"elsewhere-{few}")["settled"]) / tables


def a_living_more(figures):
    """The cost of a frame for each recognizer that waits, in instructions."""
    few, many = LIVING[-2:]
    return (figures.cost(f"living-{many}", 1) - figures.cost(f"living-{few}", 1)) / (many - few)


def of_the_filter(figures):
    """The limits of the filter."""
    limits = []
    for fingers in (1, 10):
        what = f"{fingers} finger{'s' * (fingers > 1)}"
        for rate in (120, 1000):
            frame = figures.frame("gestured-filter", fingers, rate)
            added = frame["instructions"] - figures.cost("gestured", fingers, rate)
            limits += [
                Limit(f"the filter adds, {what} at {rate:,} Hz", added, FILTER_ADDS[fingers], " instructions"),
                Limit(f"the keeper alone, {what} at {rate:,} Hz", frame["companion"], KEEPER_TAKES[fingers], " instructions"),
                Limit(
                    f"filter, {what} at {rate:,} Hz, times interception-tools",
                    frame["instructions"] / figures.cost("interception-tools", fingers, rate), INTERCEPTION_TOLERANCE[fingers]),
            ]
        writes = figures.frame("gestured-filter", fingers)
        limits += [
            Limit(f"from the panel's frame to the clone's, {what}, 99 %", figures.age("gestured-filter", fingers, 0)["clone_p99"] / 1000,
                  FORWARDING_TAKES[fingers], " µs"),
            *(
                Limit(f"from the panel's {end} to the clone's, {what}, half", figures.ends("gestured-filter", fingers)[f"{end}_p50"] / 1000,
                      ENDS_TAKE[fingers], " µs")
                for end in ("landing", "lift")
            ),
            Limit(f"writes a frame, each program, {what}", max(writes["writes"], writes["companion_writes"]), 1),
            Limit(f"filter off, {what}, times a configuration without it",
                  figures.cost("gestured-unfiltered", fingers) / figures.cost("gestured", fingers), OFF_TOLERANCE),
        ]
    for frames, at_most in WHOLE_FILTER_TOLERANCE.items():
        found = figures.gesture("gestured-filter", 1, frames) / figures.gesture("interception-tools", 1, frames)
        limits.append(Limit(f"{NAMES_OF_WHOLE[frames]} through the filter, 1 finger, times interception-tools", found, at_most))
    idle, memory, killed = figures.idle("gestured-filter"), figures.memory("gestured-filter"), figures.killed("gestured-filter")
    limits += [
        Limit("wake-ups a second of both programs while nothing happens, more than without filter",
              idle["wake_ups"] + idle["companion_wake_ups"] - figures.idle("gestured")["wake_ups"], 0),
        Limit("from SIGKILL until others receive what the panel reports", killed["free"] / 1e6, 50, " ms"),
        Limit("from SIGKILL until the clone's contacts have ended", killed["ended"] / 1e6, 50, " ms"),
        Limit("resident memory of the keeper", memory["companion_resident"] * 1024 / 1e6, 3, " MB"),
        Limit("private part of this memory", memory["companion_private"] * 1024 / 1e6, 1, " MB"),
    ]
    return limits


def all_limits(figures):
    """All limits, in the order of the manual."""
    limits = []

    def ratio(fingers, other, name, at_most, subject="gestured", what=""):
        for rate in (120, 1000):
            found = figures.cost(subject, fingers, rate) / figures.cost(other, fingers, rate)
            plural = "s" if fingers > 1 else ""
            limits.append(Limit(f"{what}{fingers} finger{plural} at {rate:,} Hz, times {name}", found, at_most))

    ratio(1, "floor-batched", "the batched floor", 1.35)
    ratio(10, "floor-batched", "the batched floor", 1.2)
    for frames, by_fingers in WHOLE_TOLERANCE.items():
        for fingers, at_most in by_fingers.items():
            found = figures.gesture("gestured", fingers, frames) / figures.gesture("floor-batched", fingers, frames)
            plural = "s" if fingers > 1 else ""
            limits.append(
                Limit(f"{NAMES_OF_WHOLE[frames]}, {fingers} finger{plural}, times the batched floor", found, at_most))
    # Raw touches alone are what the floor reports.
    for fingers in (1, 10):
        ratio(fingers, "floor-batched", "the batched floor", 1.5, "gestured-touches", "raw touches, ")
        found = figures.gesture("gestured-touches", fingers, 30) / figures.gesture("floor-batched", fingers, 30)
        plural = "s" if fingers > 1 else ""
        limits.append(
            Limit(f"raw touches, {NAMES_OF_WHOLE[30]}, {fingers} finger{plural}, times the batched floor", found, TOUCHES_TOLERANCE[fingers]))
    ratio(10, "gestured", "gestures without their fingers", FINGERS_TOLERANCE, "gestured-fingers", "gestures with `fingers`, ")
    ratio(10, "lisgd", "lisgd", 0.6)
    ratio(10, "libinput", "libinput debug-events", 0.2)
    for fingers in (1, 10):
        found = a_subscriber_more(figures, "gestured", fingers) / a_subscriber_more(figures, "floor-batched", fingers)
        plural = "s" if fingers > 1 else ""
        limits.append(
            Limit(f"each further subscriber, {fingers} finger{plural}, times that of the batched floor", found, WRITE_TOLERANCE))
    limits.append(Limit("a frame for each recognizer that waits", a_living_more(figures), LIVING_TAKES, " instructions"))
    few, many = (figures.course(f"asked-{count}", 10, 0)[0] for count in ASKED)
    limits += [
        Limit(f"a landing of 10 fingers on {ASKED[-1]} recognizers", many, LANDING_TAKES, " instructions"),
        Limit(f"the same, times {ASKED[0]} recognizers", many / few, LANDING_TOLERANCE),
        Limit("a line through the bridge, times a bridge in C", figures.line("bridge") / figures.line("floor-bridge"), BRIDGE_TOLERANCE),
    ]
    for subject, at_most in STARTS_TAKE.items():
        name = "a start" if subject == "gestured" else "a start with `--config`"
        limits.append(Limit(name, figures.start(subject)["settled"] / 1e6, at_most, " million instructions"))
    limits.append(Limit("a start for each table of a configuration", a_table_more(figures), A_TABLE_TAKES, " instructions"))
    limits.append(Limit("size of the program", figures.size("gestured")["program"] / 1e6, 12, " MB"))
    limits.append(Limit("size of Debian's package", figures.package() / 1e6, LARGEST_PACKAGE, " MB"))
    limits.append(Limit("wake-ups a second while nothing happens", figures.idle("gestured")["wake_ups"], 0))
    limits.append(Limit("wake-ups a second with a watchdog of 10 s", figures.idle("gestured-watchdog")["wake_ups"], 0.2))
    memory = figures.memory("gestured")
    limits.append(Limit("resident memory, one device and one subscriber", memory["resident"] * 1024 / 1e6, MOST_RESIDENT, " MB"))
    limits.append(Limit("private part of this memory", memory["anonymous"] * 1024 / 1e6, 2, " MB"))
    return limits + of_the_filter(figures)
