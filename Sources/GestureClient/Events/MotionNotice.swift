/// Somebody shakes the device, or has stopped; only for who asks for motion.
public struct MotionNotice: Hashable, Sendable, Decodable {
  /// When, in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// What is done: `shake`.
  public var motion: String
  /// What becomes of it: `began`, `ended` or `cancelled`.
  public var state: Gesture.State
  /// The sensor's number, among the devices that are no touchscreens.
  public var device: Int
  /// What the sensor calls itself.
  public var name: String
  /// The region that takes it; nil where none does.
  public var receiver: String?
}
