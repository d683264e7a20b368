/// A field of a request, as clients must know it: what messages say is allowed, what hints are taken from, and what
/// docs/protocol.schema.json is made of.
public struct FieldDescription: Hashable, Sendable {
  /// Its name on the wire.
  public var name: String
  /// What it may be.
  public var domain: FieldDomain
  /// Whether it must be there.
  public var isRequired: Bool
  /// What it is for, in one sentence.
  public var summary: String

  /// A field that may be left out, or that must be there.
  init(_ name: String, _ domain: FieldDomain, isRequired: Bool = false, _ summary: String) {
    self.name = name
    self.domain = domain
    self.isRequired = isRequired
    self.summary = summary
  }

  /// The allowed values, in the words of messages.
  public var allowed: String { domain.allowed }

  /// The touchscreen that a request is about, where it may leave that out.
  static let anyDevice = FieldDescription("device", .device, "The touchscreen; all where it is not said.")
}
