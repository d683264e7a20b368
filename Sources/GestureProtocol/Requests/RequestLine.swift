/// A line as a JSON object, before its command is known.
struct RequestLine {
  /// The object's members.
  let fields: [String: JSONValue]
  /// The client's id for the request.
  let id: RequestID?

  /// Reads the `id` of an object.
  ///
  /// - Throws: the error in the id.
  init(_ fields: [String: JSONValue]) throws(RequestFailure) {
    self.fields = fields
    do throws(RequestError) {
      id = try RequestID(of: fields)
    } catch {
      throw RequestFailure(id: nil, error)
    }
  }
}
