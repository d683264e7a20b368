/// A recognizer: a value that receives the touches it tracks, event by event, and decides about them. It owns no timer
/// and knows no other recognizer; the arena does the rest.
///
/// ```
///             admits(touch)           decide(.touches) / decide(.deadline)
///   landing ───────────────▶ tracked ───────────────────────────────────▶ Decision
///                                                                            │
///        reset() ◀── all its touches up ◀── ended · cancelled · failed ◀── GestureArena
/// ```
///
/// A recognizer declares its options and fields as data. CONTRIBUTING.md lists the places of a new one.
public protocol Recognizer: Sendable {
  /// The word on the wire and in the configuration.
  static var kind: GestureKind { get }
  /// One sentence for a table of all recognizers. A recognizer that is in no catalog may leave it empty.
  static var summary: String { get }
  /// Whether the gesture is recognized once (possible → ended) instead of continuing (began, changed … ended).
  static var isDiscrete: Bool { get }
  /// The numbers of fingers that a declaration may ask for. The least is the default.
  static var allowedNumbersOfTouches: ClosedRange<Int> { get }
  /// The option for the largest number of fingers, which is 10 where the author sets neither it nor the number of fingers:
  /// one finger and more. Nil where the number of fingers is always exact.
  static var largestNumberOption: String? { get }
  /// Whether regions receive the touches only once the recognizer has failed, whatever the configuration says. Only a
  /// recognizer with just that purpose sets it (DLY-20).
  static var alwaysDelaysTouchesBegan: Bool { get }
  /// The options, in the order of the manual.
  static var options: [OptionDescription] { get }
  /// The fields of the recognizer's events, in the order of the wire.
  static var fields: [GestureField] { get }

  /// Whether the recognizer receives reports about pens that are near and do not touch. Such a recognizer takes no part
  /// in conflicts (HOV-7).
  static var watchesHover: Bool { get }

  /// Whether the gesture is made by holding, so that a shorter press is something else (PRS-8).
  static var isHold: Bool { get }

  /// The first contradiction among options that are each within their range; nil without a contradiction.
  static func contradiction(in options: OptionTable, numbersOfTouches: [Int]) -> OptionContradiction?

  /// An instance for a number of fingers, 1 … 10, with checked options.
  init(_ options: OptionTable, numberOfTouches: Int)

  /// The number of required taps; 0 for a recognizer without taps (ARB-17, ARB-18).
  var numberOfTaps: Int { get }

  /// The least number of fingers whose moves matter while the recognizer is possible. With fewer fingers it receives
  /// only landings and lifts, which makes recognizers that wait for more fingers cheap.
  var fewestMovingTouches: Int { get }

  /// How the recognizer behaves with fewer fingers than its number, where that can be counted for many recognizers at
  /// once. Nil where an attempt must begin with its first finger. Read when recognizers or regions change.
  var gatheringRule: GatheringRule? { get }

  /// Whether gestures on a touchpad are made without touches, as the pad's fingers are not on the screen: scrolling, pinching
  /// and turning there (PAN-23, XFM-7). Their events count no touch.
  var isTouchlessOnPads: Bool { get }

  /// Whether moves do not matter at present: the recognizer receives none until a finger lands or lifts. Read after
  /// every call of `decide`.
  var ignoresMoves: Bool { get }

  /// The time at which the recognizer wants to be asked again although nothing moves; nil for never. Read after every
  /// call of `decide`.
  var deadline: Instant? { get }

  /// The longest time from the landing of the last finger to the decision, whatever the fingers do; nil where a resting
  /// finger leaves it open (FLT-59).
  var decisionSpan: TimeSpan? { get }

  /// The longest time from the first lift to the decision, where the recognizer needs lifts to decide.
  var liftDecisionSpan: TimeSpan { get }

  /// Whether the recognizer tracks a touch that landed. A refused touch is ignored for its whole life (FSM-8, PAN-18).
  ///
  /// - Parameters:
  ///   - touch: the touch that landed.
  ///   - tracked: the number of the recognizer's touches that are down.
  func admits(_ touch: borrowing Touch, tracked: Int) -> Bool

  /// Decides on an event.
  ///
  /// - Returns: the decision. A continuous recognizer that has returned `recognize` counts as active from then on,
  ///   though the arena may hold its action back until others have failed.
  mutating func decide(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision

  /// Decides on an event, and stores all answers that are needed afterwards. All recognizers share one implementation. It
  /// is a requirement so that each type gets a specialized copy: single calls through the existential cost more than
  /// the work itself.
  mutating func step(
    _ input: RecognizerInput, _ touches: borrowing TrackedTouches, into said: inout RecognizerStep)

  /// Begins later than decided, because others have failed or an answer has come. Everything that counts from the
  /// beginning counts from here. Called after `decide`, before the values are reported.
  mutating func beginLate(at time: Instant)

  /// Decides on a report about a pen that is near and does not touch: it is over the region, has left or was lost. Called
  /// only if the recognizer watches hovers.
  mutating func decide(_ sample: HoverSample) -> Decision

  /// The position of the gesture, in mm on the screen; `nil` for the center of the tracked touches (LOC-1).
  var location: Point? { get }

  /// The values at a time, in the order of `fields`.
  func values(at time: Instant) -> GestureValues

  /// Sets a value of the present gesture.
  ///
  /// - Returns: whether the recognizer has such a value.
  mutating func adjust(_ adjustment: GestureAdjustment) -> Bool

  /// Forgets the attempt: counters, start positions, deadline (FSM-9).
  mutating func reset()
}

extension Recognizer {
  /// Whether the recognizer has gestures to report. One that only delays touches has none.
  public static var isReported: Bool { !alwaysDelaysTouchesBegan }
  public static var summary: String { "" }
  public static var allowedNumbersOfTouches: ClosedRange<Int> { 1...10 }
  public static var alwaysDelaysTouchesBegan: Bool { false }
  public static var largestNumberOption: String? { nil }

  /// The numbers of fingers that a recognizer accepts: its own number, up to the option for the largest one.
  public static func acceptedTouches(_ options: OptionTable, numberOfTouches: Int) -> ClosedRange<Int> {
    let most = largestNumberOption.map(options.integer) ?? 0
    return numberOfTouches...max(numberOfTouches, most)
  }

  public static var watchesHover: Bool { false }
  public static var isHold: Bool { false }
  public static func contradiction(
    in options: OptionTable, numbersOfTouches: [Int]
  ) -> OptionContradiction? { nil }
  public mutating func decide(_ sample: HoverSample) -> Decision { .none }
  public mutating func beginLate(at time: Instant) {}
  public mutating func step(
    _ input: RecognizerInput, _ touches: borrowing TrackedTouches, into said: inout RecognizerStep
  ) {
    said.decision = decide(input, touches)
    said.deadline = deadline
    said.ignoresMoves = ignoresMoves
    if case .change = said.decision {
      said.location = location
      said.values = values(at: input.time)
    }
  }
  public var numberOfTaps: Int { 0 }
  public var fewestMovingTouches: Int { 1 }
  public var gatheringRule: GatheringRule? { nil }
  public var isTouchlessOnPads: Bool { false }
  public var ignoresMoves: Bool { false }
  public var deadline: Instant? { nil }
  public var decisionSpan: TimeSpan? { nil }
  public var liftDecisionSpan: TimeSpan { .zero }
  public var location: Point? { nil }
  public mutating func adjust(_ adjustment: GestureAdjustment) -> Bool { false }
  public func admits(_ touch: borrowing Touch, tracked: Int) -> Bool { true }
}

/// A recognizer's decision about an event.
public enum Decision: Hashable, Sendable {
  /// No decision yet, or nothing new.
  case none
  /// The touches are this gesture: a discrete one has happened, or a continuous one begins.
  case recognize(Reason)
  /// A continuous gesture continues with new values.
  case change
  /// A continuous gesture is over.
  case end(Reason)
  /// The gesture continues without one of its touches, given by its id. The recognizer receives nothing more about the
  /// touch, and the touch has no part in the gesture (ARB-26).
  case ignore(touch: UInt64)
  /// The touches are not this gesture.
  case fail(Reason)
}

/// The reason for asking a recognizer.
public enum RecognizerInput: Hashable, Sendable {
  /// An event in which some of the tracked touches changed; their phases say how.
  case touches(at: Instant)
  /// The deadline has come. The time is the deadline, or later where the state at the deadline was unknown (D5).
  case deadline(at: Instant)

  /// The time of the input.
  public var time: Instant {
    switch self {
    case .touches(let time), .deadline(let time): time
    }
  }
}

/// A recognizer's answers after an event.
public struct RecognizerStep: Sendable {
  /// The decision.
  public var decision = Decision.none
  /// The time at which the recognizer wants to be asked again although nothing moves; nil for never.
  public var deadline: Instant?
  /// Whether moves do not matter to the recognizer at present.
  public var ignoresMoves = false
  /// The position of the gesture, if it is not the center of its touches, and its values. They are set whenever the
  /// decision is `change`, since most changes are reported.
  public var location: Point?
  public var values = GestureValues()

  init() {}
}

/// A value that a client sets on a recognizer during a gesture: UIKit's settable properties.
public enum GestureAdjustment: Hashable, Sendable {
  /// A pan's translation, in mm (PAN-11, PAN-12).
  case translation(Vector)
  /// A pinch's scale (PIN-4).
  case scale(Double)
  /// A rotation, in radians (ROT-7).
  case rotation(Double)
  /// Resets all values of a transform (XFM-6).
  case identity
}
