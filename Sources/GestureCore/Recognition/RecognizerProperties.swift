/// The properties that recognizers of all kinds have: those of UIGestureRecognizer and the static answers of its
/// delegate.
public struct RecognizerProperties: Hashable, Sendable {
  /// What may be recognized, or prevented, as far as a direction matters (ARB-19).
  public enum BeginPolicy: String, Hashable, Sendable, CaseIterable {
    /// Whatever the gesture is.
    case always
    /// Never.
    case never
    /// Where it has moved more to the left or right than up or down.
    case horizontal
    /// Where it has moved more up or down than to the left or right.
    case vertical
  }

  /// The region it is attached to; nil for the root of every screen.
  public var region: String?
  /// Whether it takes part at all (FSM-12).
  public var isEnabled = true
  /// Whether regions lose the touches that it recognizes a gesture in (DLY-1).
  public var cancelsTouchesInView = true
  /// Whether regions hear of its touches only once it has failed (DLY-8).
  public var delaysTouchesBegan = false
  /// Whether regions hear of lifts only once it has failed (DLY-11).
  public var delaysTouchesEnded = true
  /// What may touch: nil for all (ARB-27).
  public var allowedTouchTypes: [TouchType]?
  /// The press types that it takes instead of touches, by UIKit's numbers (PRS-5); nil for a recognizer on touches.
  public var allowedPressTypes: [Int]?
  /// Whether touches of one type shut out those of others until the reset (ARB-28).
  public var requiresExclusiveTouchType = true
  /// Who is asked first and wins ties: higher before lower, whatever their depth.
  public var priority = 0
  /// Names, or `kind:` and a kind, of those that must not have begun before this one acts (ARB-45).
  public var requireNotBegun: [String] = []
  /// Those that wait for this one to fail (ARB-38).
  public var requiredToFailBy: [String] = []
  /// Those that it makes fail when it is recognized; nil for all (ARB-14).
  public var canPrevent: [String]?
  /// Those that make it fail when they are recognized; nil for all (ARB-15).
  public var canBePreventedBy: [String]?
  /// Whether it may be recognized (ARB-19).
  public var shouldBegin = BeginPolicy.always
  /// Regions whose touches, and those of regions in them, it never learns of (ARB-22).
  public var ignoredRegions: [String] = []
  /// Whether a tap acts without waiting for taps with more taps.
  public var isEager = false

  /// The defaults of UIKit.
  public init() {}
}
