/// How a touchscreen is turned from now on.
public struct OrientationCommand: Hashable, Sendable {
  /// The touchscreen.
  public var device: DeviceReference
  /// Degrees clockwise: 0, 90, 180 or 270.
  public var rotation: Int

  /// An orientation.
  public init(device: DeviceReference, rotation: Int) {
    self.device = device
    self.rotation = rotation
  }
}
