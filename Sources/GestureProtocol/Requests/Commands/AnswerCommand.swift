/// `answer`: a client's answer to a question.
public struct AnswerCommand: Command {
  /// The question's number.
  public var question: UInt64
  /// Yes or no.
  public var value: Bool

  public init(question: UInt64, value: Bool) {
    self.question = question
    self.value = value
  }

  public static let name = "answer"
  public static let summary = "Answers a question."
  public static let fields = [question, value]
  public static let isAnswer = true

  private static let question = FieldDescription(
    "question", .serial("a question"), isRequired: true, "The number of the question.")
  private static let value = FieldDescription("value", .flag, isRequired: true, "The answer: true or false.")

  public init(_ reader: FieldReader, _ limits: RequestLimits) throws(RequestError) {
    question = UInt64(try reader.required(Self.question, reader.serial))
    value = try reader.required(Self.value, reader.flag)
  }
}
