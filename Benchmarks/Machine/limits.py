"""The limits for gestured, and whether it reaches them."""

from dataclasses import dataclass


@dataclass
class Limit:
    """One limit: its name, the measured value, and the largest allowed value."""

    name: str
    found: float
    at_most: float
    unit: str = ""

    @property
    def is_reached(self):
        return self.found <= self.at_most

    def __str__(self):
        verdict = "reached" if self.is_reached else "not reached"
        return f"{verdict}: {self.name}: {self.found:,.2f}{self.unit} (at most {self.at_most:g}{self.unit})"


# The largest ratio between the instructions of one more subscriber and the same in the batched floor.
WRITE_TOLERANCE = 1.25
# The largest ratio between the instructions of a frame to a subscriber that lists the fingers of gestures and to one that does
# not.
FINGERS_TOLERANCE = 1.3


def a_subscriber_more(figures, subject, fingers):
    """The cost of each subscriber from the 11th to the 100th, in instructions a frame."""
    many = figures.cost(subject, fingers, subscribers=100)
    few = figures.cost(subject, fingers, subscribers=10)
    return (many - few) / 90


def all_limits(figures):
    """All limits, in the order of the manual."""
    limits = []

    def ratio(fingers, other, name, at_most, subject="gestured", what=""):
        for rate in (120, 1000):
            found = figures.cost(subject, fingers, rate) / figures.cost(other, fingers, rate)
            plural = "s" if fingers > 1 else ""
            limits.append(Limit(f"{what}{fingers} finger{plural} at {rate:,} Hz, times {name}", found, at_most))

    ratio(1, "floor-batched", "the batched floor", 1.5)
    ratio(10, "floor-batched", "the batched floor", 1.75)
    # Raw touches alone are what the floor reports.
    for fingers in (1, 10):
        ratio(fingers, "floor-batched", "the batched floor", 1.5, "gestured-touches", "raw touches, ")
    ratio(10, "gestured", "gestures without their fingers", FINGERS_TOLERANCE, "gestured-fingers", "gestures with `fingers`, ")
    ratio(10, "lisgd", "lisgd", 0.6)
    ratio(10, "libinput", "libinput debug-events", 0.2)
    for fingers in (1, 10):
        found = a_subscriber_more(figures, "gestured", fingers) / a_subscriber_more(figures, "floor-batched", fingers)
        plural = "s" if fingers > 1 else ""
        limits.append(
            Limit(f"each further subscriber, {fingers} finger{plural}, times that of the batched floor", found, WRITE_TOLERANCE))
    limits.append(Limit("wake-ups a second while nothing happens", figures.idle("gestured")["wake_ups"], 0))
    limits.append(Limit("wake-ups a second with a watchdog of 10 s", figures.idle("gestured-watchdog")["wake_ups"], 0.2))
    memory = figures.memory("gestured")
    limits.append(Limit("resident memory, one device and one subscriber", memory["resident"] * 1024 / 1e6, 14, " MB"))
    limits.append(Limit("private part of this memory", memory["anonymous"] * 1024 / 1e6, 2, " MB"))
    return limits
