/// `inhibit`: takes the lease.
public struct InhibitCommand: Command {
  public static let name = "inhibit"
  public static let summary =
    "Takes the lease of private mode, during which no single finger, place or raw touch is sent."

  /// A request for the lease.
  public init() {}

  public init(_ reader: FieldReader, _ limits: RequestLimits) {}
}
