/// A word known at build time. Copies count no references, unlike copies of a `String`.
public struct StaticWord: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  private let text: StaticString

  /// A word.
  public init(_ text: StaticString) {
    self.text = text
  }

  public init(stringLiteral value: StaticString) {
    self.init(value)
  }

  public var description: String { text.description }

  public static func == (a: StaticWord, b: StaticWord) -> Bool {
    a.description == b.description
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(description)
  }
}
