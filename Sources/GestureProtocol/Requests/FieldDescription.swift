/// A field of a request for clients. Messages, hints and docs/protocol.schema.json are made from it.
public struct FieldDescription: Hashable, Sendable {
  /// The name on the wire.
  public var name: String
  /// The allowed values.
  public var domain: FieldDomain
  /// Whether the field must be present.
  public var isRequired: Bool
  /// The purpose, in one sentence.
  public var summary: String

  /// A field that is optional or required.
  init(_ name: String, _ domain: FieldDomain, isRequired: Bool = false, _ summary: String) {
    self.name = name
    self.domain = domain
    self.isRequired = isRequired
    self.summary = summary
  }

  /// The allowed values, in the words of messages.
  public var allowed: String { domain.allowed }

  /// The touchscreen of a request that is about all without this field.
  static let anyDevice = FieldDescription("device", .device, "The touchscreen; all by default.")
}
