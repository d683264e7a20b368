/// A line as a JSON object, before its command is known.
struct RequestLine {
  /// The object's members.
  let fields: [String: JSONValue]
  /// The client's id for the request.
  let id: RequestID?

  /// The most bytes of an id, which bounds the length of the reply.
  private static let maximumIDLength = 256

  /// Reads the `id` of an object.
  ///
  /// - Throws: the error in the id.
  init(_ fields: [String: JSONValue]) throws(RequestFailure) {
    self.fields = fields
    switch fields["id"] {
    case nil: id = nil
    case .text(let text)? where text.utf8.count <= Self.maximumIDLength: id = .text(text)
    case .integer(let number)?: id = .number("\(number)")
    case .number(let number)?: id = .number("\(number)")
    case let value?:
      throw RequestFailure(
        id: nil,
        RequestError(
          .invalidValue,
          "found \(value.asFound); allowed: a number or a text of at most \(Self.maximumIDLength) bytes",
          path: "id"))
    }
  }
}
