public import GestureCore

/// Separates gravity from the user's acceleration of the device: a low-pass of 0.5 s.
///
/// ```
///   acceleration ──┬──▶ low-pass ──▶ gravity ──┐
///                  └──────────────────────────(−)──▶ user acceleration
/// ```
public struct GravityFilter: Hashable, Sendable {
  /// The time constant of the low-pass, in seconds.
  public static let timeConstant = 0.5
  /// The longest gap between related samples. A longer gap starts the filter again (MOT-26).
  public static let longestGap = TimeSpan.milliseconds(200)

  /// The gravity in g; zero before the first sample.
  public private(set) var gravity = SpatialVector.zero
  private var latest: Instant?

  /// A filter before its first sample.
  public init() {}

  /// Updates gravity from a sample.
  ///
  /// - Returns: whether the filter started again with this sample, which then counts as gravity alone.
  public mutating func update(_ sample: MotionSample) -> Bool {
    defer { latest = sample.time }
    guard let latest, sample.time >= latest, sample.time - latest <= Self.longestGap else {
      gravity = sample.acceleration
      return true
    }
    let step = (sample.time - latest).seconds
    gravity = gravity + (sample.acceleration - gravity) * (step / (Self.timeConstant + step))
    return false
  }
}
