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

  /// The words for the questions on the wire, in the order of the manual.
  public static let words: KeyValuePairs<String, OwnerQuestions> = [
    "should_begin": .shouldBegin, "should_receive": .shouldReceive,
    "should_receive_event": .shouldReceiveEvent, "simultaneous": .simultaneous,
    "require_failure": .requireFailure, "be_required_to_fail": .beRequiredToFail,
  ]
}
