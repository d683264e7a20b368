/// A client's answer to a question.
public struct AnswerCommand: Hashable, Sendable {
  /// The question's number.
  public var question: UInt64
  /// Yes or no.
  public var value: Bool

  /// An answer.
  public init(question: UInt64, value: Bool) {
    self.question = question
    self.value = value
  }
}
