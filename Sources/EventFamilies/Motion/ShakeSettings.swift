public import GestureCore

/// The limits of a shake: `[motion]` of the configuration.
public struct ShakeSettings: Hashable, Sendable {
  /// The keys, in the order of the manual.
  public static let options = [
    OptionDescription(
      "shake_threshold_g", .number(unit: .gravities, range: 0.2...16, default: 1), source: "MOT-1",
      "How hard a push must be to count, in g, without gravity."),
    OptionDescription(
      "shake_pulses", .integer(range: 2...20, default: 3), source: "MOT-1",
      "How many pushes make a shake, each in the opposite direction of the one before."),
    OptionDescription(
      "shake_gap_ms", .number(unit: .milliseconds, range: 50...2000, default: 300), source: "MOT-1",
      "How long after a push the next one may come; without one the shake is over."),
    OptionDescription(
      "shake_maximum_ms", .number(unit: .milliseconds, range: 500...60_000, default: 3000), source: "MOT-5",
      "The longest time a shake may last. A longer movement is not a shake."),
    OptionDescription(
      "shake_lockout_ms", .number(unit: .milliseconds, range: 0...10_000, default: 1000), source: "MOT-12",
      "How long after a shake no other shake begins."),
    OptionDescription(
      "shake_lateral", .flag(default: false), source: "MOT-11",
      "Ignores movement along the direction of gravity, so that running with the device is no shake."),
  ]

  /// The smallest acceleration of a pulse, in g: 1 by default.
  public var threshold: Double
  /// The number of pulses of a shake: 3 by default.
  public var pulses: Int
  /// The longest time between two pulses: 300 ms by default.
  public var gap: TimeSpan
  /// The longest duration of a shake: 3000 ms by default.
  public var maximum: TimeSpan
  /// The time after a shake in which no other begins: 1000 ms by default.
  public var lockOut: TimeSpan
  /// Whether acceleration along gravity is ignored.
  public var isLateral: Bool

  /// The settings of a configuration's table.
  public init(_ table: OptionTable = OptionTable(defaultsOf: options)) {
    threshold = table.number("shake_threshold_g")
    pulses = table.integer("shake_pulses")
    gap = table.span("shake_gap_ms")
    maximum = table.span("shake_maximum_ms")
    lockOut = table.span("shake_lockout_ms")
    isLateral = table.flag("shake_lateral")
  }
}
