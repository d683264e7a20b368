/// A change of a touch for the app behind all regions. Notes have no line number, and no subscriber receives them
/// (FLT-68): dumps show them, and `CloneFrames` makes the clone's events from them.
public struct AppNote: Hashable, Sendable {
  /// The kinds of changes.
  public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
    /// A touch has landed, and the app does not receive it yet.
    case held
    /// The app receives the landing.
    case began
    /// The app receives a move.
    case moved
    /// The finger has lifted.
    case ended
    /// A gesture or a loss cancels the touch.
    case cancelled
    /// A gesture or a loss lifts the touch.
    case lifted
    /// The app never receives the touch: a gesture has won it, or a region shields it.
    case dropped

    /// The word in dumps.
    public var word: String {
      switch self {
      case .held: "held"
      case .began: "began"
      case .moved: "moved"
      case .ended: "ended"
      case .cancelled: "cancelled"
      case .lifted: "lifted"
      case .dropped: "dropped"
      }
    }

    /// Whether the app receives the change.
    public var isTold: Bool { self != .held && self != .dropped }
  }

  /// The kind of the change.
  public var phase: Phase
  /// The touch's id. A contact that makes no touch has an id of its own, above those of all touches.
  public var touch: UInt64
  /// The touch's slot.
  public var slot: Int
  /// The position, in mm on the screen.
  public var location: Point
  /// The time of the change for the app.
  public var time: Instant
  /// The time at which the finger landed, moved or lifted.
  public var happened: Instant
  /// Whether the finger is still on the glass.
  public var isDown: Bool
  /// The recognizer that holds, held or took the touch, by its number in the recognizer set; nil without one.
  public var recognizer: Int?
  /// The bound at which the recognizer let the touch go, and the setting that the bound comes from; nil without one.
  public var limit: TimeSpan?
  public var limitSetting = HoldLimit.own
  /// The longest delays that the touch's region states; nil where nothing is promised.
  public var stated: HoldBound?
  /// The number of events in the buffer that come before the note.
  public var position = 0

  /// A note about a touch.
  public init(
    phase: Phase, touch: UInt64, slot: Int, location: Point, time: Instant, happened: Instant, isDown: Bool,
    recognizer: Int? = nil, limit: TimeSpan? = nil, limitSetting: HoldLimit = .own, stated: HoldBound? = nil
  ) {
    self.phase = phase
    self.touch = touch
    self.slot = slot
    self.location = location
    self.time = time
    self.happened = happened
    self.isDown = isDown
    self.recognizer = recognizer
    self.limit = limit
    self.limitSetting = limitSetting
    self.stated = stated
  }
}
