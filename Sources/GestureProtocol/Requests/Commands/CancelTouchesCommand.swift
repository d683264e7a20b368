/// `cancel_touches`: cancels all touches of a touchscreen.
public struct CancelTouchesCommand: Command {
  /// The touchscreen; nil for all.
  public var device: DeviceReference?

  /// A request that cancels touches.
  public init(device: DeviceReference? = nil) {
    self.device = device
  }

  public static let name = "cancel_touches"
  public static let summary = "Cancels the touches of one touchscreen, or of all."
  public static let fields = [FieldDescription.anyDevice]

  public init(_ reader: FieldReader, _ limits: RequestLimits) throws(RequestError) {
    device = try reader.device(.anyDevice)
  }
}
