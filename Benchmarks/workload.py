"""The replayed data: taps and strokes on the test screen, and configurations of many recognizers in many regions."""

# The frames of a stroke: a landing, moves at 120 Hz, a lift.
FRAMES_PER_STROKE = 30
MICROSECONDS_PER_FRAME = 8333
# A tap: a landing and a lift.
FRAMES_PER_TAP = 2
# The pause between gestures, in microseconds, so that each is an attempt of its own.
PAUSE = 1_000_000
UNITS_PER_MM = 64

# The recognizers of a region, repeated in turn: discrete and continuous ones that compete.
KINDS = [
    'kind = "pan"\nminimum_distance_mm = 2',
    'kind = "tap"',
    'kind = "tap"\ntaps = 2',
    'kind = "long_press"',
]


def configuration(recognizers, regions):
    """A configuration of recognizers spread evenly over regions. The first region is the left half of the screen, with the
    strokes. The others lie one below the other in the right half."""
    parts = ['[region.r0]\nframe = ["0%", "0%", "50%", "100%"]\n']
    height = 100 / (regions - 1)
    for number in range(1, regions):
        frame = f'["50%", "{(number - 1) * height:.4f}%", "50%", "{height:.4f}%"]'
        parts.append(f"[region.r{number}]\nframe = {frame}\n")
    for number in range(recognizers):
        kind = KINDS[number // regions % len(KINDS)]
        parts.append(f'[recognizer.n{number}]\nregion = "r{number % regions}"\n{kind}\n')
    return "\n".join(parts)


def recording(root, fingers, count, frames=FRAMES_PER_STROKE):
    """A recording of that many strokes or taps with that many fingers, inside the first region."""
    demo = (root / "docs/recordings/demo.events").read_text().splitlines()
    lines = [line for line in demo if not line.startswith("E:")]
    time, tracking_id = 0, 0

    def event(kind, code, value):
        lines.append(f"E: {time // 1_000_000}.{time % 1_000_000:06d} {kind:04x} {code:04x} {value}")

    for _ in range(count):
        for frame in range(frames):
            for slot in range(fingers):
                event(3, 0x2F, slot)
                if frame == frames - 1:
                    event(3, 0x39, -1)
                    continue
                if frame == 0:
                    tracking_id += 1
                    event(3, 0x39, tracking_id)
                event(3, 0x35, round((4 + frame * 0.4 + slot) * UNITS_PER_MM))
                event(3, 0x36, round((4 + frame * 0.3 + slot) * UNITS_PER_MM))
            event(0, 0, 0)
            time += MICROSECONDS_PER_FRAME
        time += PAUSE
    return "\n".join(lines) + "\n"
