"""Figures as tables, for the terminal and for docs/performance.md alike."""

from limits import a_subscriber_more, all_limits

FINGERS = (1, 2, 5, 10)
# The frames in which the fingers of a tap, a fast swipe and a stroke move.
WHOLE_FRAMES = (0, 12, 30)
FILTERED_FRAMES = (0, 30)

# The measured programs: the name in the figures, and the name for people.
GESTURED = [
    ("gestured", "gestured"),
    ("gestured-fingers", "gestured, gestures with `fingers`"),
    ("gestured-touches", "gestured, raw touches"),
    ("gestured-everything", "gestured, gestures and raw touches"),
]
FLOORS = [("floor-batched", "batched floor"), ("floor-libevdev", "libevdev floor")]
PEERS = [("lisgd", "lisgd"), ("libinput", "libinput debug-events"), ("evtest", "evtest")]
# The programs that take the panel and make a clone of it.
FILTERS = [("forwarder", "forwarder"), ("forwarder-pair", "forwarder in two"), ("interception-tools", "interception-tools")]


def table(head, rows):
    """A table of Markdown with columns of the least width: the first aligned left, the others right."""
    cells = [[str(cell) for cell in row] for row in [head, *rows]]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]

    def line(row):
        parts = [row[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        return "| " + " | ".join(parts) + " |"

    rule = "|" + "|".join("-" * (widths[0] + 2) if i == 0 else "-" * (width + 1) + ":" for i, width in enumerate(widths)) + "|"
    return "\n".join([line(cells[0]), rule, *map(line, cells[1:])])


def costs(figures, rate):
    """Instructions a frame."""
    rows = [
        [name, *(f"{figures.cost(subject, fingers, rate):,}" for fingers in FINGERS)]
        for subject, name in GESTURED + FLOORS + PEERS
    ]
    return table([f"instructions a frame at {rate:,} Hz", "1 finger", "2 fingers", "5 fingers", "10 fingers"], rows)


def ratios(figures, rate):
    """The cost of gestured as a multiple of other programs' costs."""
    rows = [
        [name, *(f"{figures.cost('gestured', fingers, rate) / figures.cost(subject, fingers, rate):.2f}" for fingers in FINGERS)]
        for subject, name in FLOORS + PEERS
    ]
    return table([f"gestured at {rate:,} Hz, as a multiple of", "1 finger", "2 fingers", "5 fingers", "10 fingers"], rows)


def gestures(figures):
    """The cost of whole gestures."""
    rows = []
    for subject, name in [GESTURED[0]] + FLOORS + PEERS[:2]:
        rows.append([
            name,
            *(f"{figures.gesture(subject, fingers, frames):,}" for frames in WHOLE_FRAMES for fingers in (1, 10))])
    heads = [f"{name}, {fingers}" for name in ("tap", "swipe", "stroke") for fingers in (1, 10)]
    return table(["instructions a gesture, by fingers", *heads], rows)


def filters(figures, rate):
    """The cost of a filter, in instructions a frame."""
    rows = [
        ["gestured, listening", *(f"{figures.cost('gestured', fingers, rate):,}" for fingers in FINGERS)],
        ["gestured, filter and keeper", *(f"{figures.cost('gestured-filter', fingers, rate):,}" for fingers in FINGERS)],
        ["of it the keeper", *(f"{figures.frame('gestured-filter', fingers, rate)['companion']:,}" for fingers in FINGERS)],
    ]
    rows += [[name, *(f"{figures.cost(subject, fingers, rate):,}" for fingers in FINGERS)] for subject, name in FILTERS]
    return table([f"instructions a frame at {rate:,} Hz", "1 finger", "2 fingers", "5 fingers", "10 fingers"], rows)


def forwarding(figures):
    """From the panel's frame to the clone's."""
    rows = []
    for fingers in (1, 10):
        for subject, name in [("gestured-filter", "gestured"), *FILTERS]:
            age = figures.age(subject, fingers, 0)
            plural = "s" if fingers > 1 else ""
            rows.append([f"{fingers} finger{plural}: {name}", *(f"{age[f'clone_{key}'] / 1000:.1f} µs" for key in ("p50", "p99", "max"))])
    return table(["from the panel's frame to the clone's", "half of them", "99 %", "all"], rows)


def ends(figures):
    """From the panel's landing and lift to the clone's."""
    rows = [
        [name, *(f"{figures.ends(subject, fingers)[f'{end}_p50'] / 1000:.1f} µs" for fingers in (1, 10) for end in ("landing", "lift"))]
        for subject, name in [("gestured-filter", "gestured"), *FILTERS]
    ]
    heads = [f"{end}, {fingers} finger{'s' * (fingers > 1)}" for fingers in (1, 10) for end in ("landing", "lift")]
    return table(["from the panel's frame to the clone's, half of them", *heads], rows)


def filtered_gestures(figures):
    """The cost of whole gestures through a filter, both programs."""
    rows = [
        [name, *(f"{figures.gesture(subject, fingers, frames):,}" for frames in FILTERED_FRAMES for fingers in (1, 10))]
        for subject, name in [("gestured-filter", "gestured, filter and keeper"), *FILTERS]
    ]
    heads = [f"{name}, {fingers}" for name in ("tap", "stroke") for fingers in (1, 10)]
    return table(["instructions a gesture, by fingers", *heads], rows)


def border(figures):
    """Program and kernel."""
    rows = []
    for subject, name in GESTURED + FLOORS + PEERS:
        row = [name]
        for fingers in FINGERS:
            frame = figures.frame(subject, fingers)
            row.append(f"{frame['program']:,} + {frame['kernel']:,}")
        rows.append(row)
    return table(["program + kernel, at 120 Hz", "1 finger", "2 fingers", "5 fingers", "10 fingers"], rows)


def subscribers(figures):
    """More readers."""
    rows = []
    for subject, name, fingers in (
        ("gestured", "gestured, 1 finger", 1), ("gestured", "gestured, 10 fingers", 10),
        ("floor-batched", "batched floor, 1 finger", 1), ("floor-batched", "batched floor, 10 fingers", 10),
    ):
        rows.append(
            [name, *(f"{figures.cost(subject, fingers, subscribers=count):,}" for count in (1, 10, 100)),
             f"{a_subscriber_more(figures, subject, fingers):,.0f}"])
    return table(["instructions a frame at 120 Hz", "1 subscriber", "10", "100", "each from the 11th on"], rows)


def recognizers(figures):
    """More recognizers."""
    from write_recognizers import ELSEWHERE, LIVING

    counts = sorted(set(ELSEWHERE) | set(LIVING))
    rows = []
    for kind, name, measured in (
        ("elsewhere", "four to a region, the finger on one region", ELSEWHERE),
        ("living", "all on the screen, and each waits for the finger", LIVING),
    ):
        rows.append([name, *(f"{figures.cost(f'{kind}-{count}', 1):,}" if count in measured else "" for count in counts)])
    return table(["instructions a frame, 1 finger at 120 Hz", *map(str, counts)], rows)


def landings(figures):
    """The landing of ten fingers on recognizers that compete for them."""
    from write_recognizers import ASKED

    costs = [f"{figures.course(f'asked-{count}', 10, 0)[0]:,}" for count in ASKED]
    return table(["instructions of a landing", *(f"{count} recognizers" for count in ASKED)], [["10 fingers", *costs]])


def bridges(figures):
    """A line to a page."""
    rows = [
        [name, f"{figures.line(subject):,}"]
        for subject, name in (("bridge", "gestured-web"), ("floor-bridge", "bridge in C"))
    ]
    return table(["instructions a line at 120 Hz", "1 page"], rows)


def programs(figures):
    """The costs that do not depend on frames."""
    rows = []
    for subject, name in [GESTURED[0]] + FLOORS + PEERS:
        start, memory, idle, size = (
            figures.start(subject), figures.memory(subject), figures.idle(subject), figures.size(subject))
        rows.append([
            name, f"{memory['resident'] * 1024 / 1e6:.1f} MB", f"{memory['anonymous'] * 1024 / 1e6:.2f} MB",
            f"{idle['wake_ups']:g}", f"{start['settled'] / 1e6:.1f} M", f"{size['program'] / 1e6:.2f} MB",
            f"{size['library'] / 1e6:.2f} MB" if size["library"] else "",
        ])
    return table(
        ["", "resident", "private", "wake-ups a second, idle", "instructions to start", "program", "its library"], rows)


def start(figures):
    """Until READY=1."""
    millions = figures.start("gestured")["ready"] / 1e6
    return f"gestured tells the service manager that it is ready after {millions:.1f} million instructions."


def versions(figures):
    """The peers of gestured, and the machine."""
    named = [*PEERS, FILTERS[-1]]
    packages = ", ".join(f"{name} {figures.data['versions'][subject]}" for subject, name in named)
    return f"Debian's packages: {packages}; its kernel {figures.data['kernel']}."


def ages(figures):
    """From the kernel's stamp to the subscriber."""
    rows = []
    for load, loaded in ((0, "idle"), (1, "loaded")):
        for fingers in (1, 10):
            for subject, name in [GESTURED[0]] + FLOORS:
                age = figures.age(subject, fingers, load)
                plural = "s" if fingers > 1 else ""
                rows.append([
                    f"{loaded}, {fingers} finger{plural}: {name}",
                    *(f"{age[key] / 1000:.1f} µs" for key in ("p50", "p99", "max"))])
    return table(["from the kernel's stamp to the subscriber", "half of them", "99 %", "all"], rows)


def limits(figures):
    """The limits."""
    rows = [
        [limit.name, f"{limit.found:,.{limit.digits}f}{limit.unit}", f"{limit.at_most:,g}{limit.unit}", "yes" if limit.is_reached else "no"]
        for limit in all_limits(figures)
    ]
    return table(["limit", "found", "at most", "reached"], rows)


def all_tables(figures):
    """All tables, by their names in docs/performance.md."""
    return {
        "costs-120": costs(figures, 120), "ratios-120": ratios(figures, 120),
        "costs-1000": costs(figures, 1000), "ratios-1000": ratios(figures, 1000),
        "versions": versions(figures), "border": border(figures), "gestures": gestures(figures),
        "subscribers": subscribers(figures), "recognizers": recognizers(figures),
        "filters-120": filters(figures, 120), "filters-1000": filters(figures, 1000), "forwarding": forwarding(figures),
        "filtered-gestures": filtered_gestures(figures), "ends": ends(figures),
        "landings": landings(figures), "bridges": bridges(figures), "programs": programs(figures),
        "start": start(figures), "ages": ages(figures), "limits": limits(figures),
    }
