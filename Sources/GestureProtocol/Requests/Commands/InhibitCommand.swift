/// `inhibit`: takes the lease.
public struct InhibitCommand: Command {
  public static let name = "inhibit"
  public static let summary = "Takes the lease: no single finger, place or raw touch goes out meanwhile."

  /// A request for the lease.
  public init() {}

  public init(_ reader: FieldReader, _ limits: RequestLimits) {}
}
