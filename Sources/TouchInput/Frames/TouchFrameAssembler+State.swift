import GestureCore

/// How an assembler begins anew where events were not followed: after a dropped stretch, after a time in which nobody
/// read them, and when the device is gone or turned.
extension TouchFrameAssembler {
  /// Goes on from the device's true state after a dropped stretch (TCH-29).
  ///
  /// Contacts that vanished or whose id changed are cancelled, in a frame of their own that says that contacts
  /// were lost. A second frame says what began and moved; where contacts began beside others that stayed, nobody knows
  /// since when, so that it says the same (D5). Nothing different gives no frame.
  ///
  /// Events that the kernel queued before the state was read must not be fed afterwards: they would undo it. So
  /// the caller first reads the node until it would block (feeding or not, as it likes), then the state, then
  /// calls this.
  ///
  /// - Parameters:
  ///   - state: the state of the device.
  ///   - time: the stamp of the SYN_REPORT that asked for it, or later.
  public mutating func resynchronize(with state: PanelState, at time: Instant) -> Step {
    startFrames(at: time, cause: .resynchronized(lostContact: false))
    frames[Self.departures].cause = .resynchronized(lostContact: true)
    box.forget()
    var hasKept = false
    var hasLanding = false
    for index in slots.indices {
      let old = slots[index]
      let new =
        index < state.slots.count
        ? state.slots[index] : PanelState.Slot(trackingID: -1, x: old.x, y: old.y)
      let isSame = new.trackingID >= 0 && new.trackingID == old.trackingID
      let isKept =
        isSame && old.contact == .known && new.attributes.toolType != EventCode.palmTool
      if old.isKnownToCore && !isKept {
        add(.cancelled, index, old.lastKnownPosition, to: Self.departures)
      }
      slots[index].clear()
      slots[index].x = new.x
      slots[index].y = new.y
      slots[index].attributes = new.attributes
      slots[index].trackingID = new.trackingID
      let isPalm = new.attributes.toolType == EventCode.palmTool
      if new.trackingID >= 0 && (isPalm || isSame && old.contact == .ignored) {
        slots[index].contact = .ignored
      } else if new.trackingID >= 0 {
        slots[index].contact = .known
        slots[index].lastActivity = activity
        tellPosition(of: index, as: isKept ? .moved : .began)
        if isKept { hasKept = true } else { hasLanding = true }
      }
    }
    if hasKept && hasLanding { frames[Self.main].cause = .resynchronized(lostContact: true) }
    selectSlot(state.currentSlot)
    toolsInRange = state.toolsInRange
    // Keys cannot be asked for without losing events of theirs.
    counted = CountedFingers()
    noteContacts()
    noteHover()
    return finish()
  }

  /// Goes on after a dropped stretch where there is no device to ask, as in a replay: every contact is taken to be
  /// lost and is cancelled; what follows counts from the next tracking id of each slot on.
  public mutating func loseContacts(at time: Instant) -> Step {
    cancelAll(at: time, cause: .resynchronized(lostContact: true))
  }

  /// The device is gone: every contact is cancelled, in one frame where there is any (TCH-30).
  ///
  /// - Parameter time: now, on the clock of the stamps.
  public mutating func deviceRemoved(at time: Instant) -> Step {
    cancelAll(at: time, cause: .deviceRemoved)
  }

  /// The panel lies otherwise from now on, or is another size than was thought (DMN-12): every contact is cancelled where
  /// it was, and what is down is ignored until it lifts.
  ///
  /// - Parameters:
  ///   - panel: the same device, judged anew.
  ///   - time: now, on the clock of the stamps.
  public mutating func place(as panel: TouchPanel, at time: Instant) -> Step {
    precondition(
      panel.touchProtocol == self.panel.touchProtocol && panel.slotCount == slots.count,
      "it is another device")
    let step = cancelAll(at: time, cause: .cancelled)
    self.panel = panel
    return step
  }

  /// The device could not be followed for a while, by no fault of its own: the machine slept, or the process was
  /// stopped (T3, T4). Every contact is cancelled, in one frame where there is any.
  ///
  /// Until `adopt` is called nothing that is fed is used, and every report says so.
  ///
  /// - Parameter time: the last moment at which it was followed.
  public mutating func interrupted(at time: Instant) -> Step {
    let step = cancelAll(at: time, cause: .interrupted)
    isOutOfStep = true
    return step
  }

  /// Goes on from the device's true state. Contacts that are down in it are nobody's, and are ignored until they lift
  /// (TCH-34).
  ///
  /// The caller first reads the node until it would block, as before `resynchronize`.
  public mutating func adopt(_ state: PanelState) {
    for index in slots.indices {
      slots[index].clear()
      guard index < state.slots.count else { continue }
      slots[index].x = state.slots[index].x
      slots[index].y = state.slots[index].y
      slots[index].attributes = state.slots[index].attributes
      slots[index].trackingID = state.slots[index].trackingID
      if state.slots[index].trackingID >= 0 { slots[index].contact = .ignored }
    }
    changedFrom = slots.count
    changedTo = -1
    isOutOfStep = false
    toolsInRange = state.toolsInRange
    // Keys cannot be asked for without losing events of theirs.
    counted = CountedFingers()
    selectSlot(state.currentSlot)
    noteContacts()
  }

  /// Whether a device that has said nothing for a while has nothing to say: whether its contacts are those that the core
  /// knows of, where it knows them to be (D27).
  ///
  /// - Parameter state: the device's state, read when there were no events to read.
  public func agrees(with state: PanelState) -> Bool {
    for (slot, actual) in zip(slots, state.slots) where slot.contact != .ignored {
      let isDown = slot.contact == .known
      guard isDown == (actual.trackingID >= 0) else { return false }
      if isDown, slot.trackingID != actual.trackingID || slot.x != actual.x || slot.y != actual.y {
        return false
      }
    }
    return true
  }

  /// The time of a stamp, were it that of the next frame (T2).
  public func time(of stamp: Instant) -> Instant { clock.taking(stamp, isTouched: isTouched).latest }

  /// Whether the core believes that a contact is down.
  var isTouched: Bool { slots.contains { $0.isKnownToCore } }

  /// The tracking id of the contact that is in a slot, as far as was told; -1 where there is none.
  func trackingID(inSlot index: Int) -> Int32 {
    switch slots[index].contact {
    case .none, .passing: -1
    case .ignored, .landed, .known: slots[index].trackingID
    }
  }
}
