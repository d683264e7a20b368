/// A client's id for a request. The reply repeats it unchanged.
public enum RequestID: Hashable, Sendable {
  /// A number, in the digits that the client wrote.
  case number(String)
  /// A text.
  case text(String)
}
