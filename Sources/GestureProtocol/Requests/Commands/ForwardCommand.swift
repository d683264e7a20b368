/// `forward`: whether a client passes the touches of a region on to the enclosing region (RSP-2).
public struct ForwardCommand: Command {
  /// The region's name.
  public var region: String
  /// Whether the client passes touches on.
  public var isEnabled: Bool

  /// A request that sets the forwarding of a region.
  public init(region: String, isEnabled: Bool) {
    self.region = region
    self.isEnabled = isEnabled
  }

  public static let name = "forward"
  public static let summary =
    "Switches whether the client forwards a region's touches to the region around it."
  public static let fields = [region, enabled]

  private static let region = FieldDescription("region", .name, isRequired: true, "The region.")
  private static let enabled = FieldDescription(
    "enabled", .flag, isRequired: true, "True: touches are forwarded. False: they are not.")

  public init(_ reader: FieldReader, _ limits: RequestLimits) throws(RequestError) {
    region = try reader.required(Self.region, reader.name)
    isEnabled = try reader.required(Self.enabled, reader.flag)
  }
}
