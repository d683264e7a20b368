/// Whom a recognizer waits for and whom it allows, by their numbers in the recognizer set.
struct Relations: Sendable {
  /// ARB-29: few, since each is written by hand.
  let requireToFail: [Int]
  /// ARB-9: said by it or by the other; possibly all.
  let simultaneousWith: NumberSet
}
