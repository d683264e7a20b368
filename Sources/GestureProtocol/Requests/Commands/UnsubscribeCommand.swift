/// `unsubscribe`: sends nothing but what is the connection's own.
public struct UnsubscribeCommand: Command {
  public static let name = "unsubscribe"
  public static let summary = "Sends nothing any more but replies and what is the connection's own."

  /// A request for no more lines.
  public init() {}

  public init(_ reader: FieldReader, _ limits: RequestLimits) {}
}
