import GestureCore

/// Turns a JSON object into a request, or reports the error.
public enum RequestDecoder {
  /// Reads the members of an object.
  ///
  /// - Throws: the first error, in this order: the id, the command, its fields. Unknown fields come first, by the
  ///   alphabet, then missing fields, then values.
  public static func decode(
    _ fields: [String: JSONValue], limits: RequestLimits = RequestLimits()
  ) throws(RequestFailure) -> Request {
    let line = try RequestLine(fields)
    do throws(RequestError) {
      return Request(id: line.id, command: try command(of: line, limits))
    } catch {
      throw RequestFailure(id: line.id, error)
    }
  }

  private static func command(
    of line: RequestLine, _ limits: RequestLimits
  ) throws(RequestError) -> any Command {
    let type = try type(of: line)
    let reader = FieldReader(fields: line.fields, path: "")
    try reader.check(type.fields, besides: ["command", "id"])
    return try type.init(reader, limits)
  }

  private static let names = CommandCatalog.types.map { $0.name }
  private static let allowed = "one of " + names.joined(separator: ", ")

  private static func type(of line: RequestLine) throws(RequestError) -> any Command.Type {
    guard let value = line.fields["command"] else {
      throw RequestError(.missingField, "missing; allowed: \(allowed)", path: "command")
    }
    guard case .text(let name) = value else {
      throw RequestError(.invalidValue, "found \(value.asFound); allowed: \(allowed)", path: "command")
    }
    guard let type = CommandCatalog.types.first(where: { $0.name == name }) else {
      throw RequestError(
        .unknownCommand, "found \(value.asFound); allowed: \(allowed)", path: "command",
        hint: NearestWord.nearest(to: name, among: names))
    }
    return type
  }
}
