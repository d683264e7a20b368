/// Answers questions about gestures during recognition that only the owner can decide: UIGestureRecognizerDelegate.
///
/// Declarations are read first, and the delegate is asked only what they leave open. Every question defaults to UIKit's
/// answer. Questions name recognizers and regions by their numbers.
public protocol GestureDelegate: Sendable {
  /// Whether a recognizer may look at the touches that land in an event. Asked once per event and recognizer, before
  /// `shouldReceive` (ARB-24).
  func recognizer(_ number: Int, shouldReceiveEventAt time: Instant) -> GestureAnswer

  /// Whether a recognizer receives a touch that lands. Asked once per touch and recognizer, before any region receives
  /// the touch (ARB-22, ARB-23).
  func recognizer(_ number: Int, shouldReceive touch: borrowing Touch) -> GestureAnswer

  /// Whether a recognizer may act. Asked once per attempt, when nothing else prevents it (ARB-19, ARB-29). A no makes
  /// the recognizer fail.
  func recognizer(_ number: Int, shouldBegin proposal: GestureProposal) -> GestureAnswer

  /// The same question to a region that a touch of the recognizer has hit (ARB-21).
  func region(_ region: Int, shouldBegin proposal: GestureProposal) -> GestureAnswer

  /// Whether two recognizers go together. Asked when the first is about to act and would prevent the second, or when
  /// the second is active and would prevent the first. The question is then asked the other way round (ARB-9 to
  /// ARB-11).
  func recognizer(_ number: Int, shouldRecognizeSimultaneouslyWith other: Int) -> GestureAnswer

  /// Whether a recognizer waits until another has failed. Asked once per attempt and pair, when both first share a
  /// touch (ARB-38, ARB-39).
  func recognizer(_ number: Int, shouldRequireFailureOf other: Int) -> GestureAnswer

  /// The same question to the recognizer that is to fail.
  func recognizer(_ number: Int, shouldBeRequiredToFailBy other: Int) -> GestureAnswer
}

extension GestureDelegate {
  public func recognizer(_ number: Int, shouldReceiveEventAt time: Instant) -> GestureAnswer { .yes }
  public func recognizer(_ number: Int, shouldReceive touch: borrowing Touch) -> GestureAnswer { .yes }
  public func recognizer(_ number: Int, shouldBegin proposal: GestureProposal) -> GestureAnswer { .yes }
  public func region(_ region: Int, shouldBegin proposal: GestureProposal) -> GestureAnswer { .yes }
  public func recognizer(_ number: Int, shouldRecognizeSimultaneouslyWith other: Int) -> GestureAnswer { .no }
  public func recognizer(_ number: Int, shouldRequireFailureOf other: Int) -> GestureAnswer { .no }
  public func recognizer(_ number: Int, shouldBeRequiredToFailBy other: Int) -> GestureAnswer { .no }
}
