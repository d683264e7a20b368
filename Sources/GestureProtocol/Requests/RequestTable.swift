/// An object of a request that declares a region or recognizer by the keys of the configuration. The daemon reads it
/// with the configuration's readers.
public struct RequestTable: Hashable, Sendable {
  /// The path in the request, such as `edits[0].add`.
  public var path: String
  /// The declared name, from the field `name`: any text.
  public var name: String
  /// All fields, including `name`.
  public var fields: [String: JSONValue]

  public init(path: String, name: String, fields: [String: JSONValue]) {
    self.path = path
    self.name = name
    self.fields = fields
  }
}
