/// The filter settings of a device: the filter keys of `[device.NAME]` and the zones for the device. By default every
/// filter is off.
public struct FilterSettings: Hashable, Sendable {
  /// The keys, in the order of the manual.
  public static let options = [
    OptionDescription(
      "reject_left_mm", edge, source: "",
      "A finger that lands within this distance of the left edge is ignored until it lifts; 0 for none."),
    OptionDescription("reject_right_mm", edge, source: "", "The same for the right edge."),
    OptionDescription("reject_top_mm", edge, source: "", "The same for the upper edge."),
    OptionDescription("reject_bottom_mm", edge, source: "", "The same for the lower edge."),
    OptionDescription(
      "palm_radius_mm", .number(unit: .millimetres, range: 0...100, default: 0), source: "",
      "A contact that gets longer than twice this counts as a palm. It is cancelled, or never reported if it is that long at the landing; 0 for never. A contact that the device itself calls a palm always counts as one."
    ),
    OptionDescription(
      "skip_samples", .integer(range: 0...10, default: 0), source: "",
      "How many positions after a landing are ignored, for panels whose first positions jump. The touch is "
        + "reported with the next position, at its lift, or after 20 ms for each skipped position."),
    OptionDescription(
      "smoothing_hz", .number(unit: .hertz, range: 0...100, default: 0), source: "",
      "Smooths positions by a 1€ filter with this lowest cutoff frequency: less for less jitter at rest, 1 is "
        + "usual; 0 for no smoothing."),
    OptionDescription(
      "smoothing_beta", .number(unit: .hertzPerSpeed, range: 0...10, default: 0.2), source: "",
      "By how much the speed in mm/s raises that cutoff frequency: more for less lag in quick moves."),
    OptionDescription(
      "smoothing_speed_hz", .number(unit: .hertz, range: 0.1...100, default: 1), source: "",
      "The cutoff frequency of the speed that the smoothing depends on."),
    OptionDescription(
      "minimum_movement_mm", .number(unit: .millimetres, range: 0...20, default: 0), source: "",
      "A movement of less than this from the last reported place is not reported; 0 for off."),
  ]

  private static let edge = OptionDescription.Domain.number(unit: .millimetres, range: 0...100, default: 0)

  /// Landings nearer than this to the left edge are ignored, in mm; 0 for none.
  public var leftEdge: Double
  /// The same for the right edge.
  public var rightEdge: Double
  /// The same for the upper edge.
  public var topEdge: Double
  /// The same for the lower edge.
  public var bottomEdge: Double
  /// The largest major radius of a finger, in mm; 0 for no limit.
  public var palmRadius: Double
  /// The number of positions from the landing on that are skipped.
  public var skippedSamples: Int
  /// How late a landing may be by the skipped positions. The positions of a moving finger are at most 20 ms apart, on a panel of 50 Hz.
  public var landingDelay: TimeSpan { TimeSpan(microseconds: 20_000 * Int64(skippedSamples)) }
  /// The lowest cutoff frequency of the smoothing, in Hz; 0 for no smoothing.
  public var smoothingCutoff: Double
  /// The increase of that frequency for each mm/s of speed, in Hz.
  public var smoothingBeta: Double
  /// The cutoff frequency of the speed itself, in Hz.
  public var smoothingSpeedCutoff: Double
  /// The smallest movement that passes, in mm; 0 for any.
  public var minimumMovement: Double
  /// The zones where landings are ignored.
  public var zones: [ExclusionZone] = []

  /// The defaults, overlaid with the configuration.
  public init(_ table: OptionTable = OptionTable(defaultsOf: options)) {
    leftEdge = table.number("reject_left_mm")
    rightEdge = table.number("reject_right_mm")
    topEdge = table.number("reject_top_mm")
    bottomEdge = table.number("reject_bottom_mm")
    palmRadius = table.number("palm_radius_mm")
    skippedSamples = table.integer("skip_samples")
    smoothingCutoff = table.number("smoothing_hz")
    smoothingBeta = table.number("smoothing_beta")
    smoothingSpeedCutoff = table.number("smoothing_speed_hz")
    minimumMovement = table.number("minimum_movement_mm")
  }
}
