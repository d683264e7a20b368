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
///  ignored (down at the start, or a palm), silent (given up)
///
///            distance > 0                 distance 0
///   known ────────────────▶ above ─────────────────────▶ known
///          departure = ended  ▲ id, distance > 0
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
    /// The contact is not reported. It was down when the device was opened (TCH-34), is a palm (TCH-25), or is one of too
    /// many to be placed (D14).
    case ignored
    /// The contact was given up after a long silence (D8). It counts as gone until the slot lifts it or receives another id.
    case silent
    /// The finger is above the glass and touches nothing (TCH-36).
    case above
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
    /// A known contact came from another slot and took this one. The contact has lifted, unless its id appears elsewhere.
    case displaced

    /// The kind of change that the core receives.
    var kind: ContactChange.Kind { self == .cancelled ? .cancelled : .ended }
  }

  /// The slot's present contact.
  var contact = Contact.none
  /// The number by which the core knows the slot's contact. It follows a contact that changes its slot.
  var number: Int
  /// The end of the contact that the core knew; nil where that contact is still there, or the core knew none.
  var departure: Departure?
  /// The id of the known or ignored contact that left the slot in the report that is being read; -1 without one.
  var formerID: Int32 = -1
  /// Whether the slot's distance is one above the glass; kept from contact to contact like the position.
  var isAbove = false
  /// Whether the slot has reported a size, or its state had one. Another slot may never report one.
  var tellsSize = false
  /// The same for a pressure.
  var tellsPressure = false
  /// The pressure, whether it is trusted or not; kept from contact to contact like the position.
  var pressure: Int32 = 0
  /// Whether the present report has a size or a pressure of the slot that may say whether the finger touches.
  var isReweighed = false
  /// Whether any event changed the slot since the last frame.
  @usableFromInline var isChanged = false
  /// The time of the slot's last change.
  var lastNews = Instant(microseconds: 0)
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
  /// The position that the core last received; for a passing contact, its last position. A lift has no position of its
  /// own: some drivers report 0 with it.
  var position = Point.zero
  /// The last position of the contact that departed.
  var departurePosition = Point.zero

  /// Whether the core believes that the slot holds a contact.
  var isKnownToCore: Bool { contact == .known || departure != nil }

  /// The last position of the contact that the core knows.
  var lastKnownPosition: Point { departure == nil ? position : departurePosition }

  /// Sets a raw x or y.
  @inlinable
  @inline(__always)
  mutating func setCoordinate(_ value: Int32, isX: Bool) {
    if isX { x = value } else { y = value }
    isChanged = true
  }

  /// Begins to report the slot's changes.
  @inline(__always)
  mutating func beginReport(at time: Instant) {
    isChanged = false
    lastNews = time
  }

  /// Whether the slot has nothing to report but a move of the contact that the core knows. A palm is no contact (TCH-25).
  @inline(__always)
  var hasOnlyMoved: Bool {
    contact == .known && departure == nil && attributes.toolType != EventCode.palmTool
  }

  /// Records what the core receives: a position, and the present attributes.
  @inline(__always)
  mutating func recordDelivery(of place: Point) {
    position = place
    deliveredAttributes = attributes
  }

  /// Copies the size and the pressure of a state.
  ///
  /// - Parameters:
  ///   - isFirst: whether the slot's earlier events do not count.
  ///   - readsPressure: whether events of the pressure count. Otherwise no event would change the state's.
  mutating func copyWeights(of state: PanelState.Slot, isFirst: Bool, readsPressure: Bool) {
    pressure = readsPressure ? state.attributes.pressure : 0
    tellsSize = !isFirst && tellsSize || state.attributes.touchMajor > 0
    tellsPressure = !isFirst && tellsPressure || pressure > 0
  }

  /// Lands a contact with an id of 0 or more, which the slot holds from now on.
  mutating func land(_ id: Int32) {
    switch contact {
    case .known, .ignored, .silent, .above, .landed:
      if id == trackingID { return }
      leave(.cancelled)
    case .none, .momentary:
      break
    }
    contact = isAbove ? .above : .landed
    trackingID = id
    isChanged = true
  }

  /// Records the end of the slot's contact, where the core knows the contact or ignores it.
  private mutating func leave(_ kind: Departure) {
    guard contact == .known || contact == .ignored else { return }
    formerID = trackingID
    guard contact == .known else { return }
    departure = kind
    departurePosition = position
  }

  /// The finger leaves the glass, and may come back under the same id (TCH-36).
  mutating func rise() {
    switch contact {
    case .known:
      departure = .ended
      departurePosition = position
    case .landed: break
    case .none, .momentary, .ignored, .silent, .above: return
    }
    contact = .above
    isChanged = true
  }

  /// Empties the slot after a negative tracking id. An empty slot does not change (D11).
  mutating func lift(on panel: TouchPanel) {
    switch contact {
    case .none, .momentary:
      return
    case .silent, .above:
      contact = .none
    case .landed:
      contact = .momentary
      position = panel.position(x: x, y: y)
    case .known, .ignored:
      leave(.ended)
      contact = .none
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
    case .none, .above:
      // The contact lifted in the same report that calls it a palm: a palm does not tap.
      if departure == .ended { departure = .cancelled }
      if contact == .above { contact = .ignored }
    case .ignored, .silent: break
    }
  }

  /// Empties the slot, except for the values that it keeps from contact to contact.
  mutating func clear() {
    contact = .none
    departure = nil
    formerID = -1
    isChanged = false
    isReweighed = false
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
  /// ABS_DISTANCE of a pen, ABS_MT_DISTANCE of a contact: the distance from the screen.
  public var distance: Int32 = 0
  /// ABS_TILT_X: the tilt of a pen to the right.
  public var tiltX: Int32 = 0
  /// ABS_TILT_Y: the tilt of a pen towards the user.
  public var tiltY: Int32 = 0

  /// The values of a device that reports none.
  public init() {}
}
