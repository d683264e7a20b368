/// Answers what only its owner can know, while gestures are recognized: UIGestureRecognizerDelegate.
///
/// What recognizers are declared with is looked at first, and nobody is asked what that decides. Every question
/// has UIKit's default for those who do not care. Recognizers and regions are named by their numbers.
public protocol GestureDelegate: Sendable {
  /// Whether a recognizer may look at the touches that land in an event: asked once per event and recognizer,
  /// before `shouldReceive` (ARB-24).
  func recognizer(_ number: Int, shouldReceiveEventAt time: Instant) -> GestureAnswer

  /// Whether a recognizer learns of a touch that lands: asked once per touch and recognizer, before anybody is told
  /// of it (ARB-22, ARB-23).
  func recognizer(_ number: Int, shouldReceive touch: borrowing Touch) -> GestureAnswer

  /// Whether a recognizer may act: asked once per attempt, when nothing else is in its way (ARB-19, ARB-29). A no
  /// makes it fail.
  func recognizer(_ number: Int, shouldBegin proposal: GestureProposal) -> GestureAnswer

  /// The same, asked of a region that a touch of the recognizer has hit (ARB-21).
  func region(_ region: Int, shouldBegin proposal: GestureProposal) -> GestureAnswer

  /// Whether a recognizer and another go together: asked when the first is about to act and would prevent the
  /// second, or the second is active and would prevent the first; then the other way round (ARB-9 to ARB-11).
  func recognizer(_ number: Int, shouldRecognizeSimultaneouslyWith other: Int) -> GestureAnswer

  /// Whether a recognizer waits until another has failed: asked once per attempt and pair, when both first share a
  /// touch (ARB-38, ARB-39).
  func recognizer(_ number: Int, shouldRequireFailureOf other: Int) -> GestureAnswer

  /// The same, asked of the one that is to fail.
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
