/// `unsubscribe`: stops all lines except the connection's own.
public struct UnsubscribeCommand: Command {
  public static let name = "unsubscribe"
  public static let summary =
    "Ends the subscription. Replies and lines for this connection alone are still sent."

  /// A request that stops the lines.
  public init() {}

  public init(_ reader: FieldReader, _ limits: RequestLimits) {}
}
