/// A recognizer that runs in a client starts anew: its attempt is over and all its touches are up (CUS-4).
public struct ResetEvent: Sendable {
  /// The recognizer, by its number in the recognizer set.
  public var recognizer: Int
  /// The stamp of the event after which it was reset.
  public var time: Instant

  /// A reset.
  public init(recognizer: Int, time: Instant) {
    self.recognizer = recognizer
    self.time = time
  }
}
