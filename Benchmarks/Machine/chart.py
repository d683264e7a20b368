"""The figures as a picture: the cost of a frame over fingers, recognizers and subscribers."""

import math

from tables import FINGERS, FLOORS, PEERS
from write_recognizers import ELSEWHERE, LIVING

STYLE = """
    .sheet { fill: #fbfbf8; stroke: #d5d8dc }
    .rule { stroke: #d5d8dc; stroke-width: 1 }
    .own { stroke: #2f6db3; stroke-width: 2.5; fill: none }
    .own-dot { fill: #2f6db3 }
    .other { stroke: #57606a; stroke-width: 1.5; fill: none }
    .other-dot { fill: #57606a }
    .floor { stroke: #c2571a; stroke-width: 1.5; fill: none }
    .floor-dot { fill: #c2571a }
    text { font-family: "DejaVu Sans", "Helvetica Neue", Arial, sans-serif; font-size: 12px; fill: #1f2328 }
    .title { font-size: 14px }
    .small { font-size: 11px; fill: #57606a }
    .middle { text-anchor: middle }
    .end { text-anchor: end }
    @media (prefers-color-scheme: dark) {
      .sheet { fill: #14181d; stroke: #363d45 }
      .rule { stroke: #363d45 }
      .own { stroke: #6aa5e8 }
      .own-dot { fill: #6aa5e8 }
      .other { stroke: #9aa4af }
      .other-dot { fill: #9aa4af }
      .floor { stroke: #f08a4b }
      .floor-dot { fill: #f08a4b }
      text { fill: #e6edf3 }
      .small { fill: #9aa4af }
    }
"""

# The layout of one panel of the picture, in the picture's units.
WIDTH, HEIGHT, TOP, LEFT, APART = 180, 250, 62, 62, 360


class Panel:
    """A diagram with logarithmic axes: points are (x, instructions)."""

    def __init__(self, number, title, ticks, series):
        self.left = LEFT + number * APART
        self.title = title
        self.ticks = ticks
        self.series = series
        costs = [cost for _, _, points in series for _, cost in points]
        self.low, self.high = _decade_below(min(costs)), _step_above(max(costs))

    def svg(self):
        parts = [f'<text class="title" x="{self.left}" y="{TOP - 24}">{self.title}</text>']
        for value in _steps(self.low, self.high):
            y = self._y(value)
            parts.append(f'<path class="rule" d="M{self.left} {y:.1f}h{WIDTH}"/>')
            parts.append(f'<text class="small end" x="{self.left - 6}" y="{y + 4:.1f}">{value:,}</text>')
        for tick in self.ticks:
            parts.append(f'<text class="small middle" x="{self._x(tick):.1f}" y="{TOP + HEIGHT + 18}">{tick}</text>')
        taken = []
        for name, look, points in sorted(self.series, key=lambda one: -one[2][-1][1]):
            places = [(self._x(x), self._y(cost)) for x, cost in points]
            way = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
            parts.append(f'<path class="{look}" d="M{way}"/>')
            parts += [f'<circle class="{look}-dot" cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in places]
            # Labels that would overlap are placed one below the other.
            y = max([places[-1][1] + 4, *(other + 13 for other in taken)])
            taken.append(y)
            parts.append(f'<text x="{places[-1][0] + 8:.1f}" y="{y:.1f}">{name}</text>')
        return "\n  ".join(parts)

    def _x(self, value):
        low, high = math.log(self.ticks[0]), math.log(self.ticks[-1])
        return self.left + 10 + (WIDTH - 20) * (math.log(value) - low) / (high - low)

    def _y(self, value):
        low, high = math.log(self.low), math.log(self.high)
        return TOP + HEIGHT * (1 - (math.log(value) - low) / (high - low))


def _steps(low, high):
    """1, 2 and 5 times each power of ten between them."""
    steps = [factor * 10**power for power in range(8) for factor in (1, 2, 5)]
    return [step for step in steps if low <= step <= high]


def _decade_below(value):
    return max(step for step in _steps(1, value))


def _step_above(value):
    return min(step for step in _steps(value, 10**8))


def chart(figures):
    """The picture as SVG."""
    looks = [("gestured", "gestured", "own"), ("gestured-touches", "raw touches", "own")]
    looks += [(subject, name, "floor") for subject, name in FLOORS]
    looks += [(subject, name.split()[0], "other") for subject, name in PEERS]
    fingers = [
        (name, look, [(count, figures.cost(subject, count)) for count in FINGERS]) for subject, name, look in looks
    ]
    recognizers = [
        ("all of them asked", "own", [(count, figures.cost(f"living-{count}", 1)) for count in LIVING]),
        ("in other regions", "own", [(count, figures.cost(f"elsewhere-{count}", 1)) for count in ELSEWHERE]),
    ]
    counts = (1, 10, 100)
    subscribers = [
        (name, look, [(count, figures.cost(subject, 1, subscribers=count)) for count in counts])
        for subject, name, look in (("gestured", "gestured", "own"), ("floor-batched", "batched floor", "floor"))
    ]
    panels = [
        Panel(0, "fingers", FINGERS, fingers),
        Panel(1, "recognizers, 1 finger", (1, 10, 20, 50, 100, 200), recognizers),
        Panel(2, "subscribers, 1 finger", counts, subscribers),
    ]
    width, height = LEFT + 3 * APART, TOP + HEIGHT + 40
    body = "\n  ".join(panel.svg() for panel in panels)
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-labelledby="title description">
  <!-- Generated by Benchmarks/Machine/render; do not edit. -->
  <title id="title">Cost of a frame</title>
  <desc id="description">Instructions a frame at 120 Hz, program and kernel, against the number of fingers, of recognizers and of
    subscribers. Both axes are logarithmic. The numbers are in the tables of the same page.</desc>
  <style>{STYLE}  </style>
  <rect class="sheet" x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="10"/>
  <text class="small" x="14" y="18">instructions a frame</text>
  {body}
</svg>
"""
