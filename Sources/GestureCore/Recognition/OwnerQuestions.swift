/// The questions that the owner of a recognizer wants to be asked: those of UIGestureRecognizerDelegate.
public struct OwnerQuestions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Whether it may act (ARB-19).
  public static let shouldBegin = OwnerQuestions(rawValue: 1)
  /// Whether it learns of a touch (ARB-22).
  public static let shouldReceive = OwnerQuestions(rawValue: 2)
  /// Whether it may look at the touches of an event (ARB-24).
  public static let shouldReceiveEvent = OwnerQuestions(rawValue: 4)
  /// Whether it goes together with another (ARB-9).
  public static let simultaneous = OwnerQuestions(rawValue: 8)
  /// Whether it waits for another to fail (ARB-38).
  public static let requireFailure = OwnerQuestions(rawValue: 16)
  /// Whether another waits for it to fail (ARB-38).
  public static let beRequiredToFail = OwnerQuestions(rawValue: 32)

  /// The words for them on the wire, in the order of the manual.
  public static let words: KeyValuePairs<String, OwnerQuestions> = [
    "should_begin": .shouldBegin, "should_receive": .shouldReceive,
    "should_receive_event": .shouldReceiveEvent, "simultaneous": .simultaneous,
    "require_failure": .requireFailure, "be_required_to_fail": .beRequiredToFail,
  ]
}
