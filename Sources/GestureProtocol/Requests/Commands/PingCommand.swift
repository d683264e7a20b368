/// `ping`: asks for a sign of life.
public struct PingCommand: Command {
  public static let name = "ping"
  public static let summary = "Asks for nothing but a reply."

  /// A request for a sign of life.
  public init() {}

  public init(_ reader: FieldReader, _ limits: RequestLimits) {}
}
