public import GestureCore

/// Tells gravity, which is always there, from what somebody does to the device: a low-pass of 0.5 s.
///
/// ```
///   acceleration ──┬──▶ low-pass ──▶ gravity ──┐
///                  └──────────────────────────(−)──▶ user acceleration
/// ```
public struct GravityFilter: Hashable, Sendable {
  /// The time constant of the low-pass, in seconds.
  public static let timeConstant = 0.5
  /// Two samples further apart than this have nothing to do with each other (MOT-26).
  public static let longestGap = TimeSpan.milliseconds(200)

  /// Which way is up, in g; zero before the first sample.
  public private(set) var gravity = SpatialVector.zero
  private var latest: Instant?

  /// A filter that has seen nothing.
  public init() {}

  /// Takes in a sample.
  ///
  /// - Returns: whether it began anew with this sample, which is then taken for gravity alone.
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
