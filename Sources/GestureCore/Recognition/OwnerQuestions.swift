/// The questions that the owner of a recognizer wants to answer: those of UIGestureRecognizerDelegate. Declarations come
/// first; the owner is asked only what they leave open. Without an answer UIKit's default counts.
public struct OwnerQuestions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Whether the recognizer may act (ARB-19).
  public static let shouldBegin = OwnerQuestions(rawValue: 1)
  /// Whether the recognizer receives a touch (ARB-22).
  public static let shouldReceive = OwnerQuestions(rawValue: 2)
  /// Whether the recognizer may look at the touches of an event (ARB-24).
  public static let shouldReceiveEvent = OwnerQuestions(rawValue: 4)
  /// Whether the recognizer goes together with another one (ARB-9).
  public static let simultaneous = OwnerQuestions(rawValue: 8)
  /// Whether the recognizer waits for another one to fail (ARB-38).
  public static let requireFailure = OwnerQuestions(rawValue: 16)
  /// Whether another recognizer waits for this one to fail (ARB-38).
  public static let beRequiredToFail = OwnerQuestions(rawValue: 32)

  /// The questions that are asked about each other recognizer of the same touches.
  static let aboutPairs: OwnerQuestions = [.simultaneous, .requireFailure, .beRequiredToFail]

  /// The words for the questions on the wire, in the order of the manual.
  public static let words: KeyValuePairs<String, OwnerQuestions> = [
    "should_begin": .shouldBegin, "should_receive": .shouldReceive,
    "should_receive_event": .shouldReceiveEvent, "simultaneous": .simultaneous,
    "require_failure": .requireFailure, "be_required_to_fail": .beRequiredToFail,
  ]
}

/// An owner's answer to a question about its recognizer.
public enum GestureAnswer: Hashable, Sendable {
  /// Yes.
  case yes
  /// No.
  case no
  /// The answer comes later (DMN-10). Until then, or until the time is over, the recognizer may not act.
  case later
}

/// A recognizer's next action, for the question whether it may act (ARB-19).
public struct GestureProposal: Sendable {
  /// The recognizer, by its number in the recognizer set.
  public var recognizer: Int
  /// The recognizer's region, by its number in the region tree.
  public var region: Int
  /// The stamp of the frame, or the deadline.
  public var time: Instant
  /// The number of fingers (LOC-3).
  public var numberOfTouches: Int
  /// The position on the screen, in mm.
  public var location: Point
  /// The values of the gesture's kind.
  public var values: GestureValues
}
