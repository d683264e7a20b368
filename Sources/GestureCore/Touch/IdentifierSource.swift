/// Hands out numbers that are unique in the daemon's life, over all devices.
public struct IdentifierSource: Sendable {
  private var touches: UInt64 = 0
  private var sequences: UInt64 = 0
  private var gestures: UInt64 = 0
  private var questions: UInt64 = 0
  private var offers: UInt64 = 0

  /// Every kind of number starts at 1.
  public init() {}

  /// Continues after the numbers of another source too, so that no number of either comes again.
  public mutating func advance(past other: IdentifierSource) {
    touches = max(touches, other.touches)
    sequences = max(sequences, other.sequences)
    gestures = max(gestures, other.gestures)
    questions = max(questions, other.questions)
    offers = max(offers, other.offers)
  }

  /// The id of a touch that lands (TCH-2).
  public mutating func nextTouch() -> UInt64 {
    touches += 1
    return touches
  }

  /// The id of the latest touch; 0 before the first.
  public var latestTouch: UInt64 { touches }

  /// The number of a multi-touch sequence that starts (EVT-2).
  public mutating func nextSequence() -> UInt64 {
    sequences += 1
    return sequences
  }

  /// The number of the latest multi-touch sequence; 0 before the first.
  public var latestSequence: UInt64 { sequences }

  /// The id of the latest gesture; 0 before the first.
  public var latestGesture: UInt64 { gestures }

  /// The id of a gesture that begins.
  public mutating func nextGesture() -> UInt64 {
    gestures += 1
    return gestures
  }

  /// The number of a question to an owner (DMN-10).
  public mutating func nextQuestion() -> UInt64 {
    questions += 1
    return questions
  }

  /// The number of an offer to a recognizer that runs in a client (CUS-1).
  public mutating func nextOffer() -> UInt64 {
    offers += 1
    return offers
  }
}
