/// A line as a JSON object, before it is known what it asks for.
struct RequestLine {
  /// Its members.
  let fields: [String: JSONValue]
  /// What the client calls it.
  let id: RequestID?

  /// A longer id would make the reply long.
  private static let maximumIDLength = 256

  /// Reads the `id` of an object.
  ///
  /// - Throws: what is wrong with it.
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
