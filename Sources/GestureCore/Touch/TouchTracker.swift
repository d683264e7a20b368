/// Turns frames into touches with phases, identity and history: the state of one touchscreen's contacts.
///
/// An event has three parts. `begin(_:)` applies a frame, callers read `touches`, and `finish()` forgets lifted
/// touches and makes the others stationary.
public struct TouchTracker: Sendable {
  /// The touches by slot. Only slots in `order` hold a live touch.
  public private(set) var touches: [Touch]
  /// The slots of the touches that are down, or lifted in the present event, in began order.
  public private(set) var order: [Int] = []
  /// The present multi-touch sequence, or the last one (EVT-2); 0 before the first.
  public private(set) var sequence: UInt64 = 0
  /// The id of the touch that landed last; 0 before the first.
  private(set) var latestTouch: UInt64 = 0
  /// The numbers of landings and of lifts and losses in the present event, and whether a touch moved.
  private(set) var landingCount = 0
  private(set) var liftCount = 0
  private(set) var hasMoves = false
  /// Whether a touch was cancelled in the present event.
  private(set) var hasLosses = false
  private var isAlive: [Bool]
  /// The contacts that are down without a touch, by their slots.
  private var silent: [SilentContact]
  /// How many contacts that are down have woken the screen, or had their touch cancelled.
  private(set) var silentCount = 0
  /// How many contacts have woken the screen so far.
  private(set) var wakingLandingCount: UInt64 = 0
  private var taps: TapCounter

  /// A tracker for a device with that many slots.
  public init(maximumTouches: Int, settings: TouchSettings = TouchSettings()) {
    taps = TapCounter(settings)
    let nowhere = Instant(microseconds: 0)
    touches = Array(
      repeating: Touch(
        id: 0, slot: 0, phase: .stationary, time: nowhere, beganTime: nowhere, start: .zero, location: .zero,
        previousLocation: .zero, tapCount: 0, region: 0),
      count: maximumTouches)
    isAlive = Array(repeating: false, count: maximumTouches)
    silent = Array(repeating: .none, count: maximumTouches)
    order.reserveCapacity(maximumTouches)
  }

  /// Whether a contact landed in the present event outside all regions, or where its region's owner ignores landings.
  private(set) var hasRefusedLandings = false

  /// Whether a touch landed in the present event.
  var hasLandings: Bool { landingCount > 0 }

  /// Whether a touch lifted or was cancelled in the present event.
  var hasLifts: Bool { liftCount > 0 }

  /// Whether a touch is down after the present event.
  var hasTouches: Bool { order.count > liftCount }

  /// Whether a touch was down before the present event.
  var hasTouchesBefore: Bool { order.count > landingCount }

  /// Applies the changes of a frame at a time that is the frame's stamp or later.
  ///
  /// Contacts that land in an `ignored` place, or while landings are swallowed (`WakeGuard`), make no touch (DLV-11,
  /// MULTI-13). A contact that lands so stays ignored until it lifts (DLV-14).
  /// The tracker skips changes that contradict its state or name a slot that the device lacks. The assembler never
  /// produces them.
  public mutating func begin(
    _ frame: borrowing TouchFrame, at time: Instant, regions: borrowing RegionTree,
    ignored: borrowing IgnoredInteraction = IgnoredInteraction(), swallowsLandings: Bool = false,
    identifiers: inout IdentifierSource
  ) {
    // Reads changes by position: a change is a large value, and a loop variable would copy it.
    for position in frame.changes.indices {
      let slot = frame.changes[position].slot
      guard slot >= 0, slot < touches.count else { continue }
      switch frame.changes[position].kind {
      case .began:
        guard !isAlive[slot] else { continue }
        silence(slot, .none)
        guard !swallowsLandings, !ignored.isEverywhere else {
          silence(slot, swallowsLandings ? .counted : .ignored)
          if swallowsLandings { wakingLandingCount &+= 1 }
          continue
        }
        land(frame.changes[position], at: time, regions: regions, ignored: ignored, identifiers: &identifiers)
      case .moved:
        guard isAlive[slot] else { continue }
        move(slot, by: frame, at: position, phase: .moved, time)
        hasMoves = true
      case .ended:
        guard isAlive[slot] else {
          silence(slot, .none)
          continue
        }
        move(slot, by: frame, at: position, phase: .ended, time)
        liftCount += 1
        taps.lift(touches[slot], time: time)
      case .cancelled:
        guard isAlive[slot] else {
          silence(slot, .none)
          continue
        }
        // The system cancels touches while the fingers stay down.
        if case .cancelled = frame.cause { silence(slot, .counted) }
        touches[slot].phase = .cancelled
        touches[slot].time = time
        liftCount += 1
        hasLosses = true
      }
    }
  }

  private mutating func silence(_ slot: Int, _ contact: SilentContact) {
    guard silent[slot] != contact else { return }
    silentCount += (contact == .counted ? 1 : 0) - (silent[slot] == .counted ? 1 : 0)
    silent[slot] = contact
  }

  /// Forgets the contacts without a touch, since no contact is down any more.
  mutating func forgetSilentContacts() {
    for slot in silent.indices { silence(slot, .none) }
  }

  /// Counts the contacts whose landings were ignored, since they have woken the screen.
  mutating func awaken() {
    for slot in silent.indices where silent[slot] == .ignored {
      silence(slot, .counted)
      wakingLandingCount &+= 1
    }
  }

  /// Ends the event. The tracker forgets lifted touches and leaves the others where they are (TCH-5, TCH-6).
  public mutating func finish() {
    hasMoves = false
    hasLosses = false
    landingCount = 0
    hasRefusedLandings = false
    for position in order.indices {
      let slot = order[position]
      touches[slot].previousLocation = touches[slot].location
      if touches[slot].isDown { touches[slot].phase = .stationary }
    }
    if liftCount > 0 { forgetLifted() }
  }

  private mutating func forgetLifted() {
    liftCount = 0
    var kept = 0
    for position in order.indices {
      let slot = order[position]
      if touches[slot].isDown {
        order[kept] = slot
        kept += 1
      } else {
        isAlive[slot] = false
      }
    }
    order.removeLast(order.count - kept)
  }

  private mutating func land(
    _ change: ContactChange, at time: Instant, regions: borrowing RegionTree,
    ignored: borrowing IgnoredInteraction, identifiers: inout IdentifierSource
  ) {
    // A landing outside every region makes no touch (DLV-17).
    let hit = HitTester.region(at: change.position, in: regions) { touchCount(within: $0, regions) }
    guard let region = hit, !ignored.ignores(regionsOf: regions.regions[region].owner) else {
      hasRefusedLandings = true
      return
    }
    if order.isEmpty { sequence = identifiers.nextSequence() }
    touches[change.slot] = Touch(
      id: identifiers.nextTouch(), slot: change.slot, phase: .began, time: time, beganTime: time,
      start: change.position, location: change.position, previousLocation: change.position,
      tapCount: taps.land(at: change.position, time: time),
      region: region, attributes: change.attributes)
    isAlive[change.slot] = true
    order.append(change.slot)
    latestTouch = touches[change.slot].id
    landingCount += 1
  }

  /// Whether the contact in a slot makes a touch.
  func hasTouch(in slot: Int) -> Bool { isAlive[slot] }

  /// The number of touches that are down and bound to a region or to one inside it.
  private func touchCount(within region: Int, _ regions: borrowing RegionTree) -> Int {
    var count = 0
    for slot in order where touches[slot].isDown && regions.region(touches[slot].region, isWithin: region) {
      count += 1
    }
    return count
  }

  private mutating func move(
    _ slot: Int, by frame: borrowing TouchFrame, at position: Int, phase: TouchPhase, _ time: Instant
  ) {
    touches[slot].previousLocation = touches[slot].location
    touches[slot].location = frame.changes[position].position
    touches[slot].attributes = frame.changes[position].attributes
    touches[slot].phase = phase
    touches[slot].time = time
    if touches[slot].tapCount > 0, !taps.isNear(touches[slot].location, touches[slot].start) {
      touches[slot].tapCount = 0
    }
  }
}

/// A contact that is down without a touch.
private enum SilentContact {
  /// No contact is down in the slot, or it has a touch.
  case none
  /// It landed while all landings were ignored.
  case ignored
  /// It has woken the screen, or the system took its touch away.
  case counted
}
