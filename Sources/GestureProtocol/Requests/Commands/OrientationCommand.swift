/// `orientation`: sets the rotation of a touchscreen.
public struct OrientationCommand: Command {
  /// The touchscreen.
  public var device: DeviceReference
  /// Degrees clockwise: 0, 90, 180 or 270.
  public var rotation: Int

  public init(device: DeviceReference, rotation: Int) {
    self.device = device
    self.rotation = rotation
  }

  public static let name = "orientation"
  public static let summary = "Sets the rotation of a touchscreen."
  public static let fields = [device, rotation]

  private static let device = FieldDescription("device", .device, isRequired: true, "The touchscreen.")
  private static let rotation = FieldDescription(
    "rotation", .other("0, 90, 180 or 270", schema: #"{"enum": [0, 90, 180, 270]}"#), isRequired: true,
    "The rotation in degrees clockwise.")

  public init(_ reader: FieldReader, _ limits: RequestLimits) throws(RequestError) {
    device = try reader.required(Self.device, reader.device)
    rotation = try reader.required(Self.rotation) { (field) throws(RequestError) in
      try reader.integer(field, in: 0...270)
    }
    guard rotation.isMultiple(of: 90) else { throw reader.wrong(.integer(rotation), Self.rotation) }
  }
}
