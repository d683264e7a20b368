/// A word of the wire that later versions of the daemon may extend. Programs compare it with the known words, and
/// unknown words stay unchanged.
public protocol WireWord: RawRepresentable, Hashable, Sendable, Decodable, ExpressibleByStringLiteral,
  CustomStringConvertible
where RawValue == String {
  /// The word as it arrived.
  init(rawValue: String)
}

extension WireWord {
  /// A word, written in quotes.
  public init(stringLiteral word: String) {
    self.init(rawValue: word)
  }

  /// The word as it arrived.
  public var description: String { rawValue }
}
