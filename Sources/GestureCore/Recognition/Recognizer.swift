/// What a recognizer is: a value that is told, event by event, of the touches it tracks, and says what it makes
/// of them. It owns no timer and knows no other recognizer; the arena does the rest.
///
/// ```
///             admits(touch)           handle(.touches) / handle(.deadline)
///   landing ───────────────▶ tracked ───────────────────────────────────▶ Decision
///                                                                            │
///        reset() ◀── all its touches up ◀── ended · cancelled · failed ◀── GestureArena
/// ```
///
/// A new one is one file, with its options and fields as data, and one line in `RecognizerCatalog`.
public protocol Recognizer: Sendable {
  /// The word on the wire and in the configuration.
  static var kind: GestureKind { get }
  /// What it is in one sentence, for a table of all recognizers. One that is in no catalog may leave it empty.
  static var summary: String { get }
  /// Whether it is recognized once (possible → ended) instead of going on (began, changed … ended).
  static var isDiscrete: Bool { get }
  /// For how many fingers it may be declared; the least is the default.
  static var allowedNumbersOfTouches: ClosedRange<Int> { get }
  /// Whether regions hear of its touches only once it has failed, whatever the configuration says: for a
  /// recognizer that is there for that alone (DLY-20).
  static var alwaysDelaysTouchesBegan: Bool { get }
  /// Its options, in the order of the manual.
  static var options: [OptionDescription] { get }
  /// The fields that its events carry, in the order of the wire.
  static var fields: [GestureField] { get }

  /// Whether it is told of pens that are near and do not touch; then it takes no part in conflicts (HOV-7).
  static var watchesHover: Bool { get }

  /// What does not go together in options that are each within their range; nil where all does.
  static func contradiction(in options: OptionTable, numbersOfTouches: [Int]) -> OptionContradiction?

  /// An instance for a number of fingers, 1 … 10, with checked options.
  init(_ options: OptionTable, numberOfTouches: Int)

  /// The number of taps that it needs, 0 where taps are not its matter (ARB-17, ARB-18).
  var numberOfTaps: Int { get }

  /// With how many fingers down it cares for their movement while it is possible: with fewer it is told of
  /// landings and lifts alone, which makes those cheap that wait for more fingers.
  var fewestMovingTouches: Int { get }

  /// Whether moves are nothing to it as it stands: it is not told of any until a finger lands or lifts. Read after every
  /// call of `handle`.
  var ignoresMoves: Bool { get }

  /// When it wants to be asked again although nothing moves; nil for never. Read after every call of `handle`.
  var deadline: Instant? { get }

  /// Whether it tracks a touch that landed; one that it refuses is ignored for its whole life (FSM-8, PAN-18).
  ///
  /// - Parameters:
  ///   - touch: the touch that landed.
  ///   - tracked: how many of its touches are down.
  func admits(_ touch: borrowing Touch, tracked: Int) -> Bool

  /// Takes in an event.
  ///
  /// - Returns: what it makes of it. A continuous recognizer that said `recognize` is treated as active from
  ///   then on, though the arena may hold its action back until others have failed.
  mutating func handle(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision

  /// Takes in an event, and says all that is asked of it afterwards. It has one form for all recognizers, and is a requirement
  /// only so that each gets one of its own: what is asked one by one of a recognizer whose type is not known costs more than
  /// the answer.
  mutating func step(
    _ input: RecognizerInput, _ touches: borrowing TrackedTouches, into said: inout RecognizerStep)

  /// Begins later than it said, now that others have failed or an answer has come: what counts from the beginning counts
  /// from here. Called after `handle`, before its values are told.
  mutating func beginLate(at time: Instant)

  /// Takes in what became of a pen that is near and does not touch: over its region, or left or lost for it. Only
  /// called where it watches hovers.
  mutating func handle(_ sample: HoverSample) -> Decision

  /// Where the gesture is, in mm on the screen; `nil` for the centre of the tracked touches (LOC-1).
  var location: Point? { get }

  /// The values at a time, in the order of `fields`.
  func values(at time: Instant) -> GestureValues

  /// Sets a value of the gesture under way.
  ///
  /// - Returns: whether the recognizer has that value.
  mutating func adjust(_ adjustment: GestureAdjustment) -> Bool

  /// Forgets the attempt: counters, start points, deadline (FSM-9).
  mutating func reset()
}

extension Recognizer {
  public static var summary: String { "" }
  public static var allowedNumbersOfTouches: ClosedRange<Int> { 1...10 }
  public static var alwaysDelaysTouchesBegan: Bool { false }
  public static var watchesHover: Bool { false }
  public static func contradiction(
    in options: OptionTable, numbersOfTouches: [Int]
  ) -> OptionContradiction? { nil }
  public mutating func handle(_ sample: HoverSample) -> Decision { .none }
  public mutating func beginLate(at time: Instant) {}
  public mutating func step(
    _ input: RecognizerInput, _ touches: borrowing TrackedTouches, into said: inout RecognizerStep
  ) {
    said.decision = handle(input, touches)
    said.deadline = deadline
    said.ignoresMoves = ignoresMoves
    if case .change = said.decision {
      said.location = location
      said.values = values(at: input.time)
    }
  }
  public var numberOfTaps: Int { 0 }
  public var fewestMovingTouches: Int { 1 }
  public var ignoresMoves: Bool { false }
  public var deadline: Instant? { nil }
  public var location: Point? { nil }
  public mutating func adjust(_ adjustment: GestureAdjustment) -> Bool { false }
  public func admits(_ touch: borrowing Touch, tracked: Int) -> Bool { true }
}
