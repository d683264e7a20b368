/// What the owner of a recognizer is asked, because its declaration says so (DMN-10).
public struct QuestionEvent: Sendable {
  /// What is asked.
  public enum Matter: Sendable {
    /// Whether it may look at the touches that land in the event (ARB-24).
    case shouldReceiveEvent
    /// Whether it learns of a touch (ARB-22): the record of the event buffer.
    case shouldReceive(record: Int)
    /// Whether it may act with these values (ARB-19).
    case shouldBegin(GestureProposal)
    /// Whether it goes together with another recognizer (ARB-9).
    case simultaneous(other: Int)
    /// Whether it waits for another to fail (ARB-38).
    case requireFailure(of: Int)
    /// Whether another waits for it to fail (ARB-38).
    case beRequiredToFail(by: Int)
  }

  /// The number that the answer names, unique in the daemon's life.
  public var question: UInt64
  /// Whose owner is asked, by its number in the recognizer set.
  public var recognizer: Int
  /// What is asked.
  public var matter: Matter
  /// The multi-touch sequence (EVT-2).
  public var sequence: UInt64
  /// The stamp of the event that it is asked in.
  public var time: Instant

  /// A question.
  public init(question: UInt64, recognizer: Int, matter: Matter, sequence: UInt64, time: Instant) {
    self.question = question
    self.recognizer = recognizer
    self.matter = matter
    self.sequence = sequence
    self.time = time
  }
}
