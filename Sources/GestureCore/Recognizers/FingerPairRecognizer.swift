/// The common part of a pinch and a rotation. Both track two fingers, measure a number from them, and begin when the
/// number has changed enough. Each recognizer only defines the number.
protocol FingerPairRecognizer: Recognizer {
  /// The state of the attempt.
  var progress: FingerPairProgress { get set }
  /// The number: a scale or a rotation.
  var quantity: Double { get }

  /// Measures the fingers. Each event calls this method before anything else.
  mutating func measure(_ pair: FingerPair)

  /// Begins the gesture if the threshold is reached; the pair has two fingers.
  ///
  /// - Returns: the reason for the beginning; nil if the gesture does not begin.
  mutating func begin(_ pair: FingerPair) -> Reason?

  /// Restarts the number from the fingers' present positions.
  mutating func restart()

  /// The reason why two fingers did not make the gesture, once all have lifted.
  var shortfall: Reason { get }
}

/// The state of an attempt with two fingers.
struct FingerPairProgress: Sendable {
  /// Whether the gesture has begun, though other recognizers may hold its action back.
  var isActive = false
  /// Whether two fingers were ever down together.
  var hadTwo = false
  /// The history of the number, for its velocity.
  var history = VelocityHistory()

  /// Returns to the start.
  mutating func reset() {
    isActive = false
    hadTwo = false
    history.removeAll()
  }
}

extension FingerPairRecognizer {
  public static var isDiscrete: Bool { false }
  public static var allowedNumbersOfTouches: ClosedRange<Int> { 2...2 }
  public var fewestMovingTouches: Int { 2 }
  public var gatheringRule: GatheringRule? { GatheringRule(mostTouches: 2) }
  public var isTouchlessOnPads: Bool { true }

  /// Ignores third and later fingers for their whole life (PIN-8).
  public func admits(_ touch: borrowing Touch, tracked: Int) -> Bool { tracked < 2 }

  public mutating func decide(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision {
    guard case .touches(let time) = input else { return .none }
    let pair = FingerPair(touches)
    if pair.count == 2 { progress.hadTwo = true }
    measure(pair)
    if progress.isActive {
      if pair.count == 0 { return .end(Reason("lifted")) }
      // A finger that lands again is no movement (PIN-6).
      if pair.count == 2, pair.hasMoved, !pair.hasLanding {
        progress.history.append(Vector(quantity, 0), at: time)
      }
      return pair.hasMoved || pair.hasLanding || pair.hasLift ? .change : .none
    }
    if pair.count == 2, let reason = begin(pair) {
      progress.isActive = true
      progress.history.append(Vector(quantity, 0), at: time)
      return .recognize(reason)
    }
    guard pair.count == 0 else { return .none }
    return .fail(progress.hadTwo ? shortfall : Reason("tooFewTouches", .init(1, .below, 2, .touches)))
  }

  /// The number counts from the moment the gesture begins, however long it waited (PIN-1, ROT-1).
  public mutating func beginLate(at time: Instant) {
    restart()
    progress.history.removeAll()
    progress.history.append(Vector(quantity, 0), at: time)
  }

  /// The number's change a second, at a time.
  func velocity(at time: Instant) -> Double { progress.history.velocity(at: time).x }
}
