/// The properties common to recognizers of all kinds: those of UIGestureRecognizer and the static answers of its
/// delegate.
public struct RecognizerProperties: Hashable, Sendable {
  /// The directions in which a gesture may be recognized (ARB-19).
  public enum BeginPolicy: String, Hashable, Sendable, CaseIterable {
    /// Every gesture.
    case always
    /// No gesture.
    case never
    /// Gestures that moved more to the left or right than up or down.
    case horizontal
    /// Gestures that moved more up or down than to the left or right.
    case vertical
  }

  /// The region that the recognizer is attached to; nil for the root of every screen.
  public var region: String?
  /// Whether the recognizer takes part at all (FSM-12).
  public var isEnabled = true
  /// Whether regions lose the touches of a recognized gesture (DLY-1).
  public var cancelsTouchesInView = true
  /// Whether regions receive the touches only once the recognizer has failed (DLY-8).
  public var delaysTouchesBegan = false
  /// Whether regions receive lifts only once the recognizer has failed (DLY-11).
  public var delaysTouchesEnded = true
  /// The allowed touch types; nil for all (ARB-27).
  public var allowedTouchTypes: [TouchType]?
  /// The allowed press types, by UIKit's numbers, for a recognizer on presses (PRS-5); nil for a recognizer on touches.
  public var allowedPressTypes: [Int]?
  /// Whether touches of one type shut out touches of other types until the reset (ARB-28).
  public var requiresExclusiveTouchType = true
  /// The priority. A recognizer with a higher priority is asked first and wins ties, whatever the depth.
  public var priority = 0
  /// Names, or `kind:` and a kind, of recognizers that must not have begun before this one acts (ARB-45).
  public var requireNotBegun: [String] = []
  /// The recognizers that wait for this one to fail (ARB-38).
  public var requiredToFailBy: [String] = []
  /// The recognizers that fail when this one is recognized; nil for all (ARB-14).
  public var canPrevent: [String]?
  /// The recognizers that make this one fail when they are recognized; nil for all (ARB-15).
  public var canBePreventedBy: [String]?
  /// The directions in which the gesture may be recognized (ARB-19).
  public var shouldBegin = BeginPolicy.always
  /// Regions whose touches the recognizer does not receive, nor those of regions inside them (ARB-22).
  public var ignoredRegions: [String] = []
  /// Whether a tap acts without waiting for taps with more taps.
  public var isEager = false
  /// The action that the recognizer sends when it is recognized; nil for none.
  public var action: String?
  /// The responder that the action goes to; nil for the first responder and its chain (RSP-14).
  public var target: ResponderName?

  /// The defaults of UIKit.
  public init() {}
}
