/// `status`: asks how the daemon is.
public struct StatusCommand: Command {
  public static let name = "status"
  public static let summary = "Asks how the daemon and this connection are."

  /// A request for how the daemon is.
  public init() {}

  public init(_ reader: FieldReader, _ limits: RequestLimits) {}
}
