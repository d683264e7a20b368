/// `status`: asks for the state of the daemon.
public struct StatusCommand: Command {
  public static let name = "status"
  public static let summary = "Asks for the state of the daemon and of this connection."

  /// A request for the state of the daemon.
  public init() {}

  public init(_ reader: FieldReader, _ limits: RequestLimits) {}
}
