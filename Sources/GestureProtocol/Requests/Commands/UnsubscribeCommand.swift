/// `unsubscribe`: stops all lines except the connection's own.
public struct UnsubscribeCommand: Command {
  public static let name = "unsubscribe"
  public static let summary = "Sends nothing any more but replies and what is the connection's own."

  /// A request that stops the lines.
  public init() {}

  public init(_ reader: FieldReader, _ limits: RequestLimits) {}
}
