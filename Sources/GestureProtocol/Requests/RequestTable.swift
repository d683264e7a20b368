/// An object of a request that declares something by the keys of the configuration: read by the daemon with the
/// same readers.
public struct RequestTable: Hashable, Sendable {
  /// Where it lies in the request, as `edits[0].add`.
  public var path: String
  /// What it declares: its field `name`, any text.
  public var name: String
  /// All its fields, `name` too.
  public var fields: [String: JSONValue]

  /// A table.
  public init(path: String, name: String, fields: [String: JSONValue]) {
    self.path = path
    self.name = name
    self.fields = fields
  }
}
