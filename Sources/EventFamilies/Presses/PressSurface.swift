public import GestureCore

/// Recognizers of presses (PRS-5, PRS-6, PRS-10). The arena of the touchscreens works on a surface with one region for
/// each press type, side by side.
///
/// ```
///   root ┬ up ┬ down ┬ left ┬ … ┬ page_down      a press is a finger that lies still in its region
/// ```
///
/// Taps, double taps and long presses on a remote control have the same options, requirements and states as on
/// glass, by one set of rules. A recognizer with `allowed_press_types` belongs to the root and ignores the regions of
/// other types. A recognizer without it does not take part.
public struct PressSurface: ~Copyable, Sendable {
  /// The width of a type's region, in mm: wider than the movement that any tap allows.
  private static let side = 200.0

  /// The pipeline that recognizes the presses.
  public private(set) var pipeline: TouchscreenPipeline
  private var slots: [UInt64?]

  /// A surface for one remote control.
  ///
  /// - Parameter recognizers: all declared recognizers; those without press types do not take part.
  public init(recognizers: RecognizerSet, settings: TouchSettings = TouchSettings()) {
    let count = PressType.allCases.count
    var tree = RegionTree(screen: Size(Self.side * Double(count), Self.side))
    for (position, type) in PressType.allCases.enumerated() {
      let frame = Rect(Point(Self.side * Double(position), 0), Size(Self.side, Self.side))
      var region = Region(type.word, frame: frame)
      region.isMultiple = true
      // This cannot fail: the types' names are valid, and the root exists.
      _ = try? tree.apply([.add(region, to: "root")])
    }
    pipeline = TouchscreenPipeline(
      maximumTouches: PressTracker.maximumPresses, regions: tree, settings: settings,
      recognizers: Self.adapted(recognizers))
    slots = Array(repeating: nil, count: PressTracker.maximumPresses)
  }

  /// The time for `advance`; nil where no deadline waits.
  public var nextDeadline: Instant? { pipeline.nextDeadline }

  /// Passes a changed press to the recognizers. Earlier deadlines fire first.
  public mutating func update(
    _ press: Press, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    let change: ContactChange
    switch press.phase {
    case .began:
      guard let slot = slots.firstIndex(of: nil) else { return }
      slots[slot] = press.id
      change = ContactChange(slot: slot, kind: .began, position: Self.position(of: press.type))
    case .ended, .cancelled:
      guard let slot = slots.firstIndex(of: press.id) else { return }
      slots[slot] = nil
      change = ContactChange(
        slot: slot, kind: press.phase == .ended ? .ended : .cancelled, position: Self.position(of: press.type)
      )
    case .changed, .stationary: return
    }
    pipeline.receive(
      TouchFrame(time: press.time, changes: [change]), identifiers: &identifiers, into: &buffer)
  }

  /// Fires the deadlines up to a time.
  public mutating func advance(
    to time: Instant, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    pipeline.advance(to: time, identifiers: &identifiers, into: &buffer)
  }

  /// Records an owner's answer to a question, such as whether its recognizer may have a press (PRS-10). The answer takes
  /// effect at the next press, or when the question's time is over.
  ///
  /// - Returns: whether the question is this surface's own.
  public mutating func answer(_ question: UInt64, with answer: GestureAnswer, from owner: Int) -> Bool {
    pipeline.answer(question, with: answer, from: owner)
  }

  /// The recognizers that may still make a hold of a press that is down. Passive recognizers are left out (PRS-8).
  public func undecidedHolds(of press: Press) -> [Int] {
    slots.firstIndex(of: press.id).map { pipeline.undecidedHolds(of: $0) } ?? []
  }

  /// The type of a press from its location as a touch, for questions to owners (PRS-10).
  public static func type(at location: Point) -> PressType? {
    guard location.x >= 0, location.x < side * Double(PressType.allCases.count) else { return nil }
    return PressType.allCases[Int(location.x / side)]
  }

  private static func position(of type: PressType) -> Point {
    let position = PressType.allCases.firstIndex(of: type) ?? 0
    return Point(side * (Double(position) + 0.5), side / 2)
  }

  private static func adapted(_ recognizers: RecognizerSet) -> RecognizerSet {
    recognizers.onPresses(PressType.allCases.map { ($0.rawValue, $0.word) })
  }
}
