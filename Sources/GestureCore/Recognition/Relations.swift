/// Whom a recognizer waits for and whom it leaves alone, by their numbers in the recognizer set.
struct Relations: Sendable {
  /// ARB-29: few, since each is written by hand.
  let requireToFail: [Int]
  /// ARB-45: those that must not have begun.
  let requireNotBegun: [Int]
  /// Those that go on when it is recognized: the simultaneous ones (ARB-9, said by it or by the other; possibly
  /// all), and those that it cannot prevent or that cannot be prevented by it (ARB-14 to ARB-16).
  let spares: NumberSet
}
