import GestureCore

/// One slot of a panel: its contact, what the core knows of the contact, and the changes since the last frame.
///
/// ```
///             id                 report
///   none ───────────▶ landed ──────────────▶ known
///    ▲  ◀───────┐        │ −1                  │
///    │   report └──── passing                  │ −1: departure = ended
///    ├─────────────────────────────────────────┘ other id: departure = cancelled, landed
///    │ −1
///  ignored (down at the start, a palm, or frozen)
/// ```
///
/// A lift and a landing in one report leave `landed` with a departure: the departure goes out in the frame before.
/// Where several contacts land within one report, only the last counts; the core never heard of the others.
@usableFromInline
struct ContactSlot: Sendable {
  /// The slot's present contact.
  enum Contact {
    /// The slot is empty.
    case none
    /// The contact is not reported. It was down when the device was opened (TCH-34), is a palm (TCH-25), is one of too
    /// many to be placed (D14), or is frozen (D8).
    case ignored
    /// The contact landed in the report that is being read.
    case landed
    /// The contact landed and lifted in the report that is being read (TCH-11).
    case momentary
    /// The core knows the contact.
    case known
  }

  /// The end of the slot's earlier contact in the report that is being read.
  enum Departure {
    /// The contact lifted.
    case ended
    /// Another contact replaced it without a lift, or the kernel itself lifted it (D11).
    case cancelled
    /// The contact was silent for so long that it counts as gone (D8).
    case frozen

    /// The kind of change that the core receives.
    var kind: ContactChange.Kind { self == .ended ? .ended : .cancelled }
  }

  /// The slot's present contact.
  var contact = Contact.none
  /// The end of the contact that the core knew; nil where that contact is still there, or the core knew none.
  var departure: Departure?
  /// Whether any event changed the slot since the last frame.
  @usableFromInline var isChanged = false
  /// The time of the slot's last change, on the scale of the assembler's `activity`.
  var lastActivity = TimeSpan.zero
  /// The id of the slot's contact; meaningless in an empty slot.
  var trackingID: Int32 = -1
  /// The last raw x, kept from contact to contact (TCH-33).
  @usableFromInline var x: Int32
  /// The last raw y, kept from contact to contact (TCH-33).
  @usableFromInline var y: Int32
  /// The slot's other values, kept from contact to contact like the position.
  var attributes = RawAttributes()
  /// The values that the core last received.
  var deliveredAttributes = RawAttributes()
  /// The position that the core last received; for a passing contact, its last position.
  var position = Point.zero
  /// The last position of the contact that departed.
  var departurePosition = Point.zero

  /// Whether the core believes that the slot holds a contact.
  var isKnownToCore: Bool { contact == .known || departure != nil }

  /// The last position of the contact that the core knows.
  var lastKnownPosition: Point { departure == nil ? position : departurePosition }

  /// Takes a raw x or y.
  @inlinable
  @inline(__always)
  mutating func take(_ value: Int32, isX: Bool) {
    if isX { x = value } else { y = value }
    isChanged = true
  }

  /// Begins to report the slot's changes, at a time on the scale of the assembler's `activity`.
  @inline(__always)
  mutating func beginReport(at activity: TimeSpan) {
    isChanged = false
    lastActivity = activity
  }

  /// Whether the slot has nothing to report but a move of the contact that the core knows. A palm is no contact (TCH-25).
  @inline(__always)
  var hasOnlyMoved: Bool {
    contact == .known && departure == nil && attributes.toolType != EventCode.palmTool
  }

  /// Notes what the core receives: a position, and the present attributes.
  @inline(__always)
  mutating func noteDelivery(of place: Point) {
    position = place
    deliveredAttributes = attributes
  }

  /// Takes a tracking id of 0 or more: the slot holds `id` from now on.
  mutating func land(_ id: Int32) {
    switch contact {
    case .known, .ignored, .landed:
      if id == trackingID { return }
      if contact == .known {
        departure = .cancelled
        departurePosition = position
      }
    case .none, .momentary:
      break
    }
    contact = .landed
    trackingID = id
    isChanged = true
  }

  /// Takes a negative tracking id: the slot is empty from now on. An empty slot does not change (D11).
  mutating func lift(on panel: TouchPanel) {
    switch contact {
    case .none, .momentary:
      return
    case .ignored:
      contact = .none
    case .landed:
      contact = .momentary
      position = panel.position(x: x, y: y)
    case .known:
      contact = .none
      departure = .ended
      // The corner of a box without its opposite corner does not tell where this contact was.
      departurePosition = panel.isSemiMultitouch ? position : panel.position(x: x, y: y)
    }
    isChanged = true
  }

  /// Rejects the contact: the device calls it a palm (TCH-25), or has more fingers than it can place (D14). The contact
  /// is ignored until it lifts.
  mutating func reject() {
    switch contact {
    case .known:
      departure = .cancelled
      departurePosition = position
      contact = .ignored
    case .landed: contact = .ignored
    case .momentary: contact = .none
    case .none:
      // The contact lifted in the same report that calls it a palm: a palm does not tap.
      guard departure == .ended else { return }
      departure = .cancelled
      departurePosition = position
    case .ignored: break
    }
  }

  /// Gives up the slot's contact after a long silence. The contact is ignored, whatever it does, until the slot lifts
  /// it or takes another id (D8).
  mutating func giveUp() {
    departure = .frozen
    departurePosition = position
    contact = .ignored
    isChanged = true
  }

  /// Empties the slot, except for the values that it keeps from contact to contact.
  mutating func clear() {
    contact = .none
    departure = nil
    isChanged = false
  }
}

/// A contact's raw values apart from its position: any values at all. Axes that the device lacks are 0.
public struct RawAttributes: Hashable, Sendable {
  /// ABS_MT_TOUCH_MAJOR: the contact's long axis.
  public var touchMajor: Int32 = 0
  /// ABS_MT_PRESSURE; on a device without slots ABS_PRESSURE.
  public var pressure: Int32 = 0
  /// ABS_MT_TOOL_TYPE.
  public var toolType: Int32 = 0
  /// ABS_DISTANCE: the distance of a pen from the screen.
  public var distance: Int32 = 0
  /// ABS_TILT_X: the tilt of a pen to the right.
  public var tiltX: Int32 = 0
  /// ABS_TILT_Y: the tilt of a pen towards the user.
  public var tiltY: Int32 = 0

  /// The values of a device that reports none.
  public init() {}
}
