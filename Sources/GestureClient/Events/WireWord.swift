/// A word of the wire of which there may be more in later versions of the daemon: it is compared with those that are
/// known, and any other is kept as it came.
public protocol WireWord: RawRepresentable, Hashable, Sendable, Decodable, ExpressibleByStringLiteral,
  CustomStringConvertible
where RawValue == String {
  /// The word as it came.
  init(rawValue: String)
}

extension WireWord {
  /// The word, in quotes.
  public init(stringLiteral word: String) {
    self.init(rawValue: word)
  }

  /// The word as it came.
  public var description: String { rawValue }
}
