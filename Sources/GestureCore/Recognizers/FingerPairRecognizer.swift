/// What a pinch and a rotation have in common: two fingers are tracked, a number is measured from them, and when it
/// has changed enough the gesture begins. Each says only what the number is.
protocol FingerPairRecognizer: Recognizer {
  /// How the attempt stands.
  var progress: FingerPairProgress { get set }
  /// The number: a scale, a rotation.
  var quantity: Double { get }

  /// Takes in where the fingers are. Called for every event, before anything else.
  mutating func measure(_ pair: FingerPair)

  /// Begins the gesture if it has come to that; the pair has two fingers.
  ///
  /// - Returns: why it begins; nil where it does not.
  mutating func begin(_ pair: FingerPair) -> Reason?

  /// The number counts from here, where the fingers are.
  mutating func startAnew()

  /// Why two fingers did not make the gesture, when all have lifted.
  var shortfall: Reason { get }
}

/// How the attempt of a recognizer for two fingers stands.
struct FingerPairProgress: Sendable {
  /// Whether it has begun, though others may hold its action back.
  var isActive = false
  /// Whether two fingers were ever down.
  var hadTwo = false
  /// How fast the number changes.
  var history = VelocityHistory()

  /// Back to the start.
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

  /// PIN-8: third and later fingers are ignored for their whole life.
  public func admits(_ touch: borrowing Touch, tracked: Int) -> Bool { tracked < 2 }

  public mutating func handle(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision {
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

  /// PIN-1, ROT-1: the number counts from the moment at which it begins, however long it waited.
  public mutating func beginLate(at time: Instant) {
    startAnew()
    progress.history.removeAll()
    progress.history.append(Vector(quantity, 0), at: time)
  }

  /// The number's change a second, as seen at a time.
  func velocity(at time: Instant) -> Double { progress.history.velocity(at: time).x }
}
