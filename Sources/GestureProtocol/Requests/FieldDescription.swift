/// A field of a command, as clients must know it: what messages say is allowed, what hints are taken from, and what a
/// manual lists.
public struct FieldDescription: Hashable, Sendable {
  /// Its name on the wire.
  public var name: String
  /// What it may be.
  public var allowed: String
  /// Whether it must be there.
  public var isRequired: Bool
  /// What it is for, in one sentence.
  public var summary: String

  /// A field that may be left out, or that must be there.
  init(_ name: String, _ allowed: String, isRequired: Bool = false, _ summary: String) {
    self.name = name
    self.allowed = allowed
    self.isRequired = isRequired
    self.summary = summary
  }
}
