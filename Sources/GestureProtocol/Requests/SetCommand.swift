public import GestureCore

/// A value that a client sets on a recognizer of its own while it works.
public struct SetCommand: Hashable, Sendable {
  /// The recognizer's name.
  public var recognizer: String
  /// The value: mm and radians, finite.
  public var value: GestureAdjustment
  /// The touchscreen; nil for all.
  public var device: DeviceReference?

  /// A value.
  public init(recognizer: String, value: GestureAdjustment, device: DeviceReference? = nil) {
    self.recognizer = recognizer
    self.value = value
    self.device = device
  }
}
