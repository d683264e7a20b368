/// `forward`: whether a client passes what it takes at a responder on to the next responder (RSP-2).
public struct ForwardCommand: Command {
  /// The name of a region, of a controller or of the application.
  public var region: String
  /// Whether the client passes on what it takes there.
  public var isEnabled: Bool

  /// A request that sets the forwarding of a region.
  public init(region: String, isEnabled: Bool) {
    self.region = region
    self.isEnabled = isEnabled
  }

  public static let name = "forward"
  public static let summary =
    "Switches whether the client forwards what it takes at a region or a responder to the next responder."
  public static let fields = [region, enabled]

  private static let region = FieldDescription(
    "region", .name, isRequired: true, "The region or the responder.")
  private static let enabled = FieldDescription(
    "enabled", .flag, isRequired: true,
    "True: touches, shakes, presses and commands are forwarded. False: they are not.")

  public init(_ reader: FieldReader, _ limits: RequestLimits) throws(RequestError) {
    region = try reader.required(Self.region, reader.name)
    isEnabled = try reader.required(Self.enabled, reader.flag)
  }
}
