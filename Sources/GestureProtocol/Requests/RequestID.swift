/// What a client calls a request, to know the reply by. It is carried back as it came.
public enum RequestID: Hashable, Sendable {
  /// A number, in the digits that the client wrote.
  case number(String)
  /// A text.
  case text(String)
}
