/// `focus`: makes a region first responder.
public struct FocusCommand: Command {
  /// The region's name; nil for no first responder.
  public var region: String?

  /// A request that sets the first responder.
  public init(region: String?) {
    self.region = region
  }

  public static let name = "focus"
  public static let summary = "Makes a region first responder, or none."
  public static let fields = [region]

  private static let region = FieldDescription(
    "region", .nameOrNull, isRequired: true, "The region; null for none.")

  public init(_ reader: FieldReader, _ limits: RequestLimits) throws(RequestError) {
    region = try reader.nameOrNull(Self.region)
  }
}
