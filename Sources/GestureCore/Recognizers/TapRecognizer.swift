/// One or more taps with one or more fingers: UITapGestureRecognizer. Discrete.
///
/// ```
///   single       ███▁▁▁▁▁▁▁▁▁▁▁▁
///                   └ ended at the lift
///
///   double       ███▁▁▁▁███▁▁▁▁▁
///                          └ ended at the second lift
///
///   two fingers  ▁███████▁▁▁▁▁▁▁
///                ▁▁▁███████▁▁▁▁▁     all down together, then all up
///                          └ ended at the last lift
/// ```
///
/// The location is the center of the first tap's landings (LOC-5). The recognizer fails in these cases:
///
/// - A finger strays (`movement_mm`) or is held too long (`maximum_press_ms`).
/// - One finger too many lands, or a finger lifts before all have landed.
/// - The next tap is late (`gap_ms`) or elsewhere (`distance_mm`).
public struct TapRecognizer: Recognizer {
  public static let kind = GestureKind("tap")
  public static let summary = "Fingers land and lift again, once or several times."
  public static let isDiscrete = true
  public static let options =
    [
      OptionDescription(
        "taps", .integer(range: 1...10, default: 1), source: "TAP-1", "How many taps make the gesture.")
    ] + TapSequence.options() + [TouchButtons.option]
  public static let fields = [GestureField("taps", .count, in: 1...10, "The number of taps.")]

  public let numberOfTaps: Int
  private let buttons: TouchButtons
  private var sequence: TapSequence

  public init(_ options: OptionTable, numberOfTouches: Int) {
    numberOfTaps = options.integer("taps")
    buttons = TouchButtons.mask(options)
    sequence = TapSequence(options, numberOfTouches: numberOfTouches)
  }

  public var deadline: Instant? {
    sequence.completed < numberOfTaps ? sequence.deadline : nil
  }

  public var gatheringRule: GatheringRule? { buttons == .primary ? sequence.gatheringRule : nil }

  public var decisionSpan: TimeSpan? { sequence.longestSpan(taps: numberOfTaps) }

  public var liftDecisionSpan: TimeSpan { sequence.longestSpanAfterLift(taps: numberOfTaps) }

  public var location: Point? { sequence.location }

  /// Refuses touches without the buttons of `button_mask` (TAP-21).
  public func admits(_ touch: borrowing Touch, tracked: Int) -> Bool { touch.attributes.presses(buttons) }

  public func values(at time: Instant) -> GestureValues {
    GestureValues(.count(numberOfTaps))
  }

  public mutating func decide(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision {
    switch input {
    case .deadline:
      let reason = sequence.expiry
      sequence.reset()
      return .fail(reason)
    case .touches(let time):
      switch sequence.update(touches, at: time) {
      case .pending:
        return .none
      case .failed(let reason):
        return .fail(reason)
      case .tapped:
        return sequence.completed == numberOfTaps ? .recognize(Reason("tapped")) : .none
      }
    }
  }

  public mutating func reset() {
    sequence.reset()
  }
}
