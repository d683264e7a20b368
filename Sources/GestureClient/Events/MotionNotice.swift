/// A shake of the device, for subscribers to motion only.
public struct MotionNotice: Hashable, Sendable, Decodable {
  /// The time in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// The kind of motion: `shake`.
  public var motion: String
  /// The state: `began`, `ended` or `cancelled`.
  public var state: Gesture.State
  /// The sensor's number among the devices that are not touchscreens.
  public var device: Int
  /// The sensor's own name.
  public var name: String
  /// The region that receives the shake; nil without a receiver.
  public var receiver: String?
}
