/// An owner has not answered in time, so the default counts (DMN-10).
public struct ExpiryEvent: Sendable {
  /// The number of the question.
  public var question: UInt64
  /// The recognizer whose owner was asked, by its number in the recognizer set.
  public var recognizer: Int
  /// The value that counts now.
  public var value: Bool
  /// The deadline.
  public var time: Instant

  /// A question without an answer.
  public init(question: UInt64, recognizer: Int, value: Bool, time: Instant) {
    self.question = question
    self.recognizer = recognizer
    self.value = value
    self.time = time
  }
}
