public import GestureCore

/// What counts as a shake: `[motion]` of the configuration.
public struct ShakeSettings: Hashable, Sendable {
  /// The keys, in the order of the manual.
  public static let options = [
    OptionDescription(
      "shake_threshold_g", .number(unit: .gravities, range: 0.2...16, default: 1), source: "MOT-1",
      "How hard the device has to be pushed, gravity taken off, in g, for a push to count."),
    OptionDescription(
      "shake_pulses", .integer(range: 2...20, default: 3), source: "MOT-1",
      "How many pushes, each against the one before, make a shake."),
    OptionDescription(
      "shake_gap_ms", .number(unit: .milliseconds, range: 50...2000, default: 300), source: "MOT-1",
      "How long after a push the next one may come; without one the shake is over."),
    OptionDescription(
      "shake_maximum_ms", .number(unit: .milliseconds, range: 500...60_000, default: 3000), source: "MOT-5",
      "How long a shake may last before it is none."),
    OptionDescription(
      "shake_lockout_ms", .number(unit: .milliseconds, range: 0...10_000, default: 1000), source: "MOT-12",
      "How long after a shake no other one begins."),
    OptionDescription(
      "shake_lateral", .flag(default: false), source: "MOT-11",
      "Leaves out what goes along gravity, so that running with the device is no shake."),
  ]

  /// How hard a pulse is at least, in g: 1.
  public var threshold: Double
  /// How many pulses make a shake: 3.
  public var pulses: Int
  /// How long after a pulse the next one may come: 300 ms.
  public var gap: TimeSpan
  /// How long a shake lasts at most: 3000 ms.
  public var maximum: TimeSpan
  /// How long after one no other begins: 1000 ms.
  public var lockOut: TimeSpan
  /// Whether what goes along gravity is left out.
  public var isLateral: Bool

  /// The defaults, with what a configuration says laid over them.
  public init(_ table: OptionTable = OptionTable(defaultsOf: options)) {
    threshold = table.number("shake_threshold_g")
    pulses = table.integer("shake_pulses")
    gap = table.span("shake_gap_ms")
    maximum = table.span("shake_maximum_ms")
    lockOut = table.span("shake_lockout_ms")
    isLateral = table.flag("shake_lateral")
  }
}
