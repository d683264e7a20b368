/// A pen that is near the screen and does not touch it: UIHoverGestureRecognizer. Continuous.
///
/// ```
///   pen       far ── near ────────── touches ──── near ─── far
///   over the region ▁▁▁██████████▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁██████▁▁▁▁▁▁▁▁
///                      │ └ changed   └ ended      │     └ ended
///                      └ began                    └ began
/// ```
///
/// The gesture begins when the pen comes over the region. It ends when the pen leaves the region, touches the screen or
/// goes out of range. Each sample looks again for the region under the pen (HOV-2). Devices do not see fingers before
/// they touch (HOV-5). A pressed button changes the hover (PEN-4). The recognizer prevents no other recognizer, and no
/// other prevents it (HOV-7).
public struct HoverRecognizer: Recognizer {
  public static let kind = GestureKind("hover")
  public static let summary = "A pen is near the screen and does not touch."
  public static let isDiscrete = false
  public static let allowedNumbersOfTouches = 1...1
  public static let watchesHover = true
  public static let options: [OptionDescription] = []
  public static let fields = [
    GestureField(
      "z_offset", .ratio, in: 0...1,
      "How far the pen is from the screen, as a share of the longest distance that the panel senses; 0 if the pen does not report it."
    ),
    GestureField(
      "altitude", .angle,
      "The pen's angle to the screen, π/2 being upright; left out if the pen does not report it."),
    GestureField(
      "azimuth", .angle,
      "Where the pen leans to, clockwise from the right; left out if the pen does not report it."),
    GestureField(
      "roll", .angle,
      "How far the pen is turned about its own axis, clockwise, from −π to π; left out if the pen does not report it."
    ),
    GestureField(
      "buttons", .count, in: 0...14,
      "The pen's pressed buttons, added up: 2, 4 and 8; left out if the pen has no buttons."),
  ]

  private var latest: HoverSample?

  public init(_ options: OptionTable, numberOfTouches: Int) {}

  /// Admits no touch (HOV-5).
  public func admits(_ touch: borrowing Touch, tracked: Int) -> Bool { false }

  public mutating func decide(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision {
    .none
  }

  public mutating func decide(_ sample: HoverSample) -> Decision {
    switch sample.kind {
    case .over:
      let isNew = latest == nil
      latest = sample
      return isNew ? .recognize(Reason("penIsOver")) : .change
    case .left: return .end(Reason("penHasLeft"))
    case .lost: return .fail(Reason("penLost"))
    }
  }

  public var location: Point? { latest?.position }

  public func values(at time: Instant) -> GestureValues {
    guard let latest else { return GestureValues() }
    var values = GestureValues(.ratio(latest.zOffset))
    guard latest.attitude != nil || latest.roll != nil || latest.buttons != nil else { return values }
    // A number that is not finite is left out, and keeps the place of its field.
    values.append(.angle(latest.attitude?.altitude ?? .nan))
    values.append(.angle(latest.attitude?.azimuth ?? .nan))
    guard latest.roll != nil || latest.buttons != nil else { return values }
    values.append(.angle(latest.roll ?? .nan))
    if let buttons = latest.buttons { values.append(.count(Int(buttons.rawValue))) }
    return values
  }

  public mutating func reset() {
    latest = nil
  }
}
