/// `ping`: asks for a sign of life.
public struct PingCommand: Command {
  public static let name = "ping"
  public static let summary = "Asks for a reply only."

  /// A request for a sign of life.
  public init() {}

  public init(_ reader: FieldReader, _ limits: RequestLimits) {}
}
