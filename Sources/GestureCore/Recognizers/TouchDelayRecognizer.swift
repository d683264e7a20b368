/// Holds touches back for a moment, so that scrolling recognizers can take them before the content receives them.
/// UIScrollView does the same to its content (DLY-20). The recognizer never acts.
///
/// ```
///   finger     ▁▁████████████████████▁▁      regions receive the landing when the delay is over,
///                └─ delay_ms ─┘ failed
///
///   finger     ▁▁█████▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁      and a quick tap when it lifts
///                     └ failed
/// ```
///
/// If another recognizer acts in the meantime and takes the touches, regions receive none of them. Fingers that land
/// after the delay are not held while one of the first fingers is down.
public struct TouchDelayRecognizer: Recognizer {
  public static let kind = GestureKind("touch_delay")
  public static let summary =
    "Holds touches back for a moment, so that a region that scrolls can take them first."
  public static let isDiscrete = false
  public static let allowedNumbersOfTouches = 1...1
  public static let alwaysDelaysTouchesBegan = true
  public static let options = [
    OptionDescription(
      "delay_ms", .number(unit: .milliseconds, range: 1...2000, default: 150), source: "DLY-20",
      "How long touches are held back, from the first landing.")
  ]
  public static let fields: [GestureField] = []

  private let delay: TimeSpan

  public private(set) var deadline: Instant?

  public init(_ options: OptionTable, numberOfTouches: Int) {
    delay = options.span("delay_ms")
  }

  public var decisionSpan: TimeSpan? { delay }

  public func values(at time: Instant) -> GestureValues { GestureValues() }

  public mutating func decide(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision {
    switch input {
    case .deadline:
      deadline = nil
      return .fail(Reason("delayOver"))
    case .touches(let time):
      for position in 0..<touches.count where !touches[position].isDown {
        deadline = nil
        return .fail(Reason("lifted"))
      }
      if deadline == nil { deadline = time + delay }
      return .none
    }
  }

  public mutating func reset() {
    deadline = nil
  }
}
