/// Whom a recognizer waits for and whom it allows, by their numbers in the recognizer set.
struct Relations: Sendable {
  /// ARB-29.
  let requireToFail: [Int]
  /// ARB-9: said by it or by the other.
  let simultaneousWith: [Int]
}
