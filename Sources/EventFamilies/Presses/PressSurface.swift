public import GestureCore

/// Recognizers on presses (PRS-5, PRS-6, PRS-10): the arena of the touchscreens over a surface with one region a press
/// type, side by side.
///
/// ```
///   root ┬ up ┬ down ┬ left ┬ … ┬ page_down      a press is a finger that lies still in its region
/// ```
///
/// So taps, double taps and long presses on a remote have all options, requirements and states that they have on glass,
/// and no second set of rules. A recognizer with `allowed_press_types` hangs on the root and never learns of the
/// regions of other types; one without does not take part.
public struct PressSurface: Sendable {
  /// How wide the region of a type is, in mm: wider than any tap may wander.
  private static let side = 200.0

  /// What takes the presses in.
  public private(set) var pipeline: TouchscreenPipeline
  private var slots: [UInt64?]

  /// A surface for one remote control.
  ///
  /// - Parameter recognizers: all that are declared; those without press types do not take part.
  public init(recognizers: RecognizerSet, settings: TouchSettings = TouchSettings()) {
    let count = PressType.allCases.count
    var tree = RegionTree(screen: Size(Self.side * Double(count), Self.side))
    for (position, type) in PressType.allCases.enumerated() {
      let frame = Rect(Point(Self.side * Double(position), 0), Size(Self.side, Self.side))
      var region = Region(type.word, frame: frame)
      region.isMultiple = true
      // Cannot fail: the names are the types' own, and the root is there.
      _ = try? tree.apply([.add(region, to: "root")])
    }
    pipeline = TouchscreenPipeline(
      maximumTouches: PressTracker.maximumPresses, regions: tree, settings: settings,
      recognizers: Self.adapted(recognizers))
    slots = Array(repeating: nil, count: PressTracker.maximumPresses)
  }

  /// When `advance` is to be called; nil where nothing waits.
  public var nextDeadline: Instant? { pipeline.nextDeadline }

  /// Takes in a press that has changed. Deadlines before it fire first.
  public mutating func handle(
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
    pipeline.handle(
      TouchFrame(time: press.time, changes: [change]), identifiers: &identifiers, into: &buffer)
  }

  /// Fires the deadlines that have come by a time.
  public mutating func advance(
    to time: Instant, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) {
    pipeline.advance(to: time, identifiers: &identifiers, into: &buffer)
  }

  /// Who is asked whether a recognizer may have a press (PRS-10), and all that a delegate is asked otherwise.
  public var delegate: (any GestureDelegate)? {
    get { pipeline.delegate }
    set { pipeline.delegate = newValue }
  }

  /// Takes in what the owner of a recognizer answers; it takes effect at the next press, or when its time is over.
  ///
  /// - Returns: whether the question waits for an answer here.
  public mutating func answer(_ question: UInt64, with answer: GestureAnswer, from owner: Int) -> Bool {
    pipeline.answer(question, with: answer, from: owner)
  }

  /// What is pressed where a press is told of as a touch: in questions to owners (PRS-10).
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
