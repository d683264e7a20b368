/// A question to a recognizer's owner, because the recognizer's declaration asks for it (DMN-10).
public struct QuestionEvent: Sendable {
  /// The kinds of question.
  public enum Matter: Sendable {
    /// Whether the recognizer may look at the touches that land in the event (ARB-24).
    case shouldReceiveEvent
    /// Whether the recognizer receives a touch (ARB-22): a record of the event buffer.
    case shouldReceive(record: Int)
    /// Whether the recognizer may act with these values (ARB-19).
    case shouldBegin(GestureProposal)
    /// Whether the recognizer may act with these values on touches in a region, whose owner is asked (ARB-21).
    case shouldBeginIn(Int, GestureProposal)
    /// Whether the recognizer goes together with another one (ARB-9).
    case simultaneous(other: Int)
    /// Whether the recognizer waits for another one to fail (ARB-38).
    case requireFailure(of: Int)
    /// Whether another recognizer waits for this one to fail (ARB-38).
    case beRequiredToFail(by: Int)
  }

  /// The number that the answer names, unique in the daemon's life.
  public var question: UInt64
  /// The recognizer whose owner is asked, by its number in the recognizer set.
  public var recognizer: Int
  /// The kind of the question.
  public var matter: Matter
  /// The multi-touch sequence (EVT-2).
  public var sequence: UInt64
  /// The stamp of the event that raises the question.
  public var time: Instant

  public init(question: UInt64, recognizer: Int, matter: Matter, sequence: UInt64, time: Instant) {
    self.question = question
    self.recognizer = recognizer
    self.matter = matter
    self.sequence = sequence
    self.time = time
  }
}

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
  /// The region whose owner was asked instead; nil where the recognizer's owner was.
  public var region: Int?

  /// A question without an answer.
  public init(question: UInt64, recognizer: Int, value: Bool, time: Instant) {
    self.question = question
    self.recognizer = recognizer
    self.value = value
    self.time = time
  }
}
