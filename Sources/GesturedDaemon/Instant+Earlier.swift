import GestureCore

extension Instant {
  /// The earlier of two moments, of which any may not come.
  static func earlier(_ a: Instant?, _ b: Instant?) -> Instant? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }
}
