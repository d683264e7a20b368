/// A client's id for a request. The reply repeats it unchanged.
public enum RequestID: Hashable, Sendable {
  /// A number, in the digits that the client wrote.
  case number(String)
  /// A text.
  case text(String)

  /// The most bytes of an id, which bounds the length of the reply.
  private static let maximumLength = 256

  /// Reads the `id` of a request's members; nil for none.
  ///
  /// - Throws: the error in the id.
  package init?(of members: [String: JSONValue]) throws(RequestError) {
    switch members["id"] {
    case nil: return nil
    case .text(let text)? where text.utf8.count <= Self.maximumLength: self = .text(text)
    case .integer(let number)?: self = .number("\(number)")
    case .number(let number)?: self = .number("\(number)")
    case let value?:
      throw RequestError(
        .invalidValue,
        "found \(value.asFound); allowed: a number or a text of at most \(Self.maximumLength) bytes",
        path: "id")
    }
  }
}
