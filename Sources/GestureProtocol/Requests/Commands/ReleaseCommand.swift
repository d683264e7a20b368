/// `release`: gives the lease back.
public struct ReleaseCommand: Command {
  public static let name = "release"
  public static let summary = "Gives the lease of private mode back."

  /// The end of a lease.
  public init() {}

  public init(_ reader: FieldReader, _ limits: RequestLimits) {}
}
