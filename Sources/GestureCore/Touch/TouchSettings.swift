/// The settings that turn contacts into touches, the same for all recognizers: `[touch]` of the configuration.
public struct TouchSettings: Hashable, Sendable {
  /// The keys, in the order of the manual.
  public static let options = [
    OptionDescription(
      "tap_gap_ms", .number(unit: .milliseconds, range: 50...5000, default: 350), source: "TCH-13",
      "How long after a lift the next landing still raises the `tap_count`."),
    OptionDescription(
      "tap_distance_mm", .number(unit: .millimetres, range: 0.5...100, default: 7.03125), source: "TCH-13",
      "How far apart two landings may be so that the second raises the `tap_count`, on each axis."),
    OptionDescription(
      "debounce_ms", .number(unit: .milliseconds, range: 0...1000, default: 0), source: "",
      "A finger that lifts and lands again within this time, near its place, counts as never lifted. Every lift is then reported this much later, with its own time, and the panel's other fingers wait meanwhile."
    ),
    OptionDescription(
      "debounce_mm", .number(unit: .millimetres, range: 0.5...50, default: 5), source: "",
      "How near the finger must land again for `debounce_ms`, straight-line."),
    OptionDescription(
      "delivery_hz", .integer(range: 0...1000, default: 0), source: "COA-2",
      "How many times a second regions receive moves; the moves between are merged. 0 is as often as the panel "
        + "reports. Recognizers see every report."),
    OptionDescription(
      "detail", .words(allowed: TouchDetail.words.map(\.key), default: []), source: "",
      "Lines of touches hold the changes. This key adds all touches of the sequence, the samples between two lines, and the predicted places."
    ),
    OptionDescription(
      "location_quantum_mm", .number(unit: .millimetres, range: 0...10, default: 0), source: "TCH-28",
      "The grid that places in lines of touches are rounded to; 0 for no rounding. Recognizers see the places as they "
        + "are."),
    OptionDescription(
      "ask_timeout_ms", .number(unit: .milliseconds, range: 1...1000, default: 5), source: "DMN-10",
      "How long a client may take to answer a question of its recognizer. Then the default answer counts. Only the recognizer waits meanwhile."
    ),
    OptionDescription(
      "custom_reply_ms", .number(unit: .milliseconds, range: 1...1000, default: 16), source: "CUS-2",
      "How long the daemon waits after each event for a recognizer that runs in a client. Then the recognizer counts as unchanged."
    ),
    OptionDescription(
      "frozen_contact_ms", .number(unit: .milliseconds, range: 1000...3_600_000, default: 30_000),
      source: "D8",
      "A finger that the panel does not report for this long is cancelled while others move, or when the next finger lands: some panels forget to report a lift."
    ),
    OptionDescription(
      "backlog_ms", .number(unit: .milliseconds, range: 50...60_000, default: 500), source: "T4",
      "Input that is older than this when it is read cancels the touches and makes no gesture: the machine was held up."
    ),
    OptionDescription(
      "silence_ms", .number(unit: .milliseconds, range: 100...60_000, default: 2000), source: "D27",
      "When a panel with fingers on it is silent for this long, the daemon asks the kernel where the fingers are. If they have moved or lifted, another program has grabbed the panel, and its touches are cancelled."
    ),
    OptionDescription(
      "swallow_wake", .flag(default: false), source: "",
      "A finger that lands while the screen is dark is ignored until it lifts, and so are fingers that land beside it. The screen is dark when all backlights are off, or all displays sleep."
    ),
    OptionDescription(
      "wake_tail_ms", .number(unit: .milliseconds, range: 0...5000, default: 250), source: "",
      "How long landings are still ignored after the lift of the finger that woke the screen, for `swallow_wake` and for `wake` of `ignore_interaction`."
    ),
  ]

  /// The longest time from a lift to a landing that continues the tap count: 350 ms (TCH-13).
  public var tapGap: TimeSpan
  /// The longest distance from the earlier landing, on each axis, in mm: 45 pt (TCH-13).
  public var tapDistance: Double
  /// The time in which a new landing undoes a lift; zero turns that off.
  public var debounce: TimeSpan
  /// The longest distance between such a lift and landing, in mm.
  public var debounceDistance: Double
  /// The shortest time between two deliveries of moves, in whole milliseconds; zero for no limit (COA-2).
  public var deliveryInterval: TimeSpan
  /// The details of touches that receivers get beyond the phases.
  public var detail: TouchDetail
  /// The grid that positions are rounded to, in mm; 0 for none (TCH-28).
  public var locationQuantum: Double
  /// The time that an owner has for an answer: 5 ms (DMN-10).
  public var askTimeout: TimeSpan
  /// The time that a recognizer in a client has for a reply: 16 ms (CUS-2).
  public var customReply: TimeSpan
  /// The longest silence of a contact before it counts as gone: 30 s (D8).
  public var frozenContact: TimeSpan
  /// The largest age of an event that still counts when the daemon reads it: 500 ms (T4).
  public var backlog: TimeSpan
  /// The longest silence of a panel with contacts before the daemon asks the kernel: 2 s (D27).
  public var silence: TimeSpan
  /// Whether touches that land on a dark screen are swallowed.
  public var swallowsWake: Bool
  /// The time after the last lift of such touches in which landings are swallowed too: 250 ms.
  public var wakeTail: TimeSpan
  /// Whether regions receive touches as they come, whatever recognizers decide. This is for programs that watch
  /// fingers, and it is not a key of the configuration.
  public var isUnconditional = false

  /// The defaults, overlaid with the configuration.
  public init(_ table: OptionTable = OptionTable(defaultsOf: options)) {
    tapGap = table.span("tap_gap_ms")
    tapDistance = table.number("tap_distance_mm")
    debounce = table.span("debounce_ms")
    debounceDistance = table.number("debounce_mm")
    let rate = table.integer("delivery_hz")
    deliveryInterval = rate > 0 ? .milliseconds(Double(1000 / rate)) : .zero
    let words = table.words("detail")
    detail = TouchDetail(TouchDetail.words.filter { words.contains($0.key) }.map(\.value))
    locationQuantum = table.number("location_quantum_mm")
    askTimeout = table.span("ask_timeout_ms")
    customReply = table.span("custom_reply_ms")
    frozenContact = table.span("frozen_contact_ms")
    backlog = table.span("backlog_ms")
    silence = table.span("silence_ms")
    swallowsWake = table.flag("swallow_wake")
    wakeTail = table.span("wake_tail_ms")
  }
}
