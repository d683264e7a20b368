import GestureCore

/// One slot of a panel: what is in it, what of that the core was told, and what changed since.
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
/// Of several contacts that come within one report only the last counts; the core never heard of the others.
struct ContactSlot {
  /// The contact that is in the slot now.
  enum Contact {
    /// There is none.
    case none
    /// It was down when the device was opened (TCH-34), is a palm (TCH-25), one of too many to be placed (D14), or frozen
    /// (D8); nobody is told of it.
    case ignored
    /// It came in the report that is being read.
    case landed
    /// It came and went in the report that is being read (TCH-11).
    case passing
    /// The core knows of it.
    case known
  }

  /// What became, in the report that is being read, of the contact that was there before it.
  enum Departure {
    /// It lifted.
    case ended
    /// Another took its place without a lift between, or the kernel lifted it by itself (D11).
    case cancelled
    /// Nothing came of it for so long that it is taken to be gone (D8).
    case frozen

    /// What the core is told.
    var kind: ContactChange.Kind { self == .ended ? .ended : .cancelled }
  }

  /// The contact that is in the slot now.
  var contact = Contact.none
  /// What became of the contact that the core knew of; nil where it is still there, or there was none.
  var departure: Departure?
  /// Whether anything came for the slot since the last frame.
  var isChanged = false
  /// When anything last came for the slot, in the assembler's `activity`.
  var lastActivity = TimeSpan.zero
  /// The id of the contact that is in the slot; meaningless where there is none.
  var trackingID: Int32 = -1
  /// The last raw x, kept from contact to contact (TCH-33).
  var x: Int32
  /// The last raw y, kept from contact to contact (TCH-33).
  var y: Int32
  /// What else the slot says, kept from contact to contact as the position is.
  var attributes = RawAttributes()
  /// What of that the core was last told.
  var toldAttributes = RawAttributes()
  /// Where the core was last told the contact is; of a passing one where it was last.
  var position = Point.zero
  /// Where the contact was last that departed.
  var departurePosition = Point.zero

  /// Whether the core believes that a contact is in the slot.
  var isKnownToCore: Bool { contact == .known || departure != nil }

  /// Where the contact that the core knows of was last.
  var lastKnownPosition: Point { departure == nil ? position : departurePosition }

  /// Takes a tracking id of 0 or more: `id` is in the slot from now on.
  mutating func land(_ id: Int32) {
    switch contact {
    case .known, .ignored, .landed:
      if id == trackingID { return }
      if contact == .known {
        departure = .cancelled
        departurePosition = position
      }
    case .none, .passing:
      break
    }
    contact = .landed
    trackingID = id
    isChanged = true
  }

  /// Takes a negative tracking id: the slot is empty from now on. Where it already is, nothing happens (D11).
  mutating func lift(on panel: TouchPanel) {
    switch contact {
    case .none, .passing:
      return
    case .ignored:
      contact = .none
    case .landed:
      contact = .passing
      position = panel.position(x: x, y: y)
    case .known:
      contact = .none
      departure = .ended
      // A corner of a box that has lost its other corner says nothing of where this contact was.
      departurePosition = panel.isSemiMultitouch ? position : panel.position(x: x, y: y)
    }
    isChanged = true
  }

  /// The device says that it is a palm (TCH-25), or has more fingers than it can place (D14): it is as good as gone,
  /// whatever it does until it lifts.
  mutating func reject() {
    switch contact {
    case .known:
      departure = .cancelled
      departurePosition = position
      contact = .ignored
    case .landed: contact = .ignored
    case .passing: contact = .none
    case .none:
      // It lifted in the very report that calls it a palm: a palm does not tap.
      guard departure == .ended else { return }
      departure = .cancelled
      departurePosition = position
    case .ignored: break
    }
  }

  /// Nothing came of its contact for long: it counts no more, whatever comes of it, until the slot says otherwise (D8).
  mutating func giveUp() {
    departure = .frozen
    departurePosition = position
    contact = .ignored
    isChanged = true
  }

  /// Forgets what is in the slot, but for what it remembers from contact to contact.
  mutating func clear() {
    contact = .none
    departure = nil
    isChanged = false
  }
}
