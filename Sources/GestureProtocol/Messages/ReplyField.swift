/// A field of a reply: its name, which is a constant of the program, and its value.
public struct ReplyField: Hashable, Sendable {
  /// The name.
  public var name: String
  /// The value.
  public var value: ReplyValue

  /// A field.
  public init(_ name: String, _ value: ReplyValue) {
    self.name = name
    self.value = value
  }
}
