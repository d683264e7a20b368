/// How contacts become touches, for all recognizers alike: `[touch]` of the configuration.
public struct TouchSettings: Hashable, Sendable {
  /// The keys, in the order of the manual.
  public static let options = [
    OptionDescription(
      "tap_gap_ms", .number(unit: .milliseconds, range: 50...5000, default: 350), source: "TCH-13",
      "How long after a lift a landing still counts on, in the `tap_count` of a touch."),
    OptionDescription(
      "tap_distance_mm", .number(unit: .millimetres, range: 0.5...100, default: 7.03125), source: "TCH-13",
      "How far from the landing before it may be for that, on each axis."),
    OptionDescription(
      "debounce_ms", .number(unit: .milliseconds, range: 0...1000, default: 0), source: "",
      "A finger that lifts and lands again within this time, near where it was, is taken never to have lifted. "
        + "Every lift is then told that much later, so presses need that much more time."),
    OptionDescription(
      "debounce_mm", .number(unit: .millimetres, range: 0.5...50, default: 5), source: "",
      "How near that is, straight-line."),
  ]

  /// How long after a lift a landing still counts on: 350 ms (TCH-13).
  public var tapGap: TimeSpan
  /// How far from the earlier landing, on each axis, in mm: 45 pt (TCH-13).
  public var tapDistance: Double
  /// For how long a lift may turn out to be none; zero for not at all.
  public var debounce: TimeSpan
  /// How near to its lift a finger lands again for that, in mm.
  public var debounceDistance: Double

  /// The defaults, with what a configuration says laid over them.
  public init(_ table: OptionTable = OptionTable(defaultsOf: options)) {
    tapGap = table.span("tap_gap_ms")
    tapDistance = table.number("tap_distance_mm")
    debounce = table.span("debounce_ms")
    debounceDistance = table.number("debounce_mm")
  }
}
