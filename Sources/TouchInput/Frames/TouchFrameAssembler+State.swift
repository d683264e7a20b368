import GestureCore

/// Begins again where events were not followed: after dropped events, after a time without reading, and when the device
/// is gone or rotated.
extension TouchFrameAssembler {
  /// Continues from the device's true state after dropped events (TCH-29).
  ///
  /// Contacts that vanished or whose id changed are cancelled, in a frame of their own that reports lost contacts. A
  /// second frame reports landings and moves. Where contacts landed beside others that stayed, the time of their
  /// landing is unknown, so that the second frame reports lost contacts too (D5). An unchanged state makes no frame.
  ///
  /// Events that the kernel queued before the state was read must not be fed afterwards: they would undo it. The caller
  /// therefore reads the node until it would block, and may feed those events. The caller then reads the state and
  /// calls this method.
  ///
  /// - Parameters:
  ///   - state: the state of the device.
  ///   - time: the stamp of the SYN_REPORT that required the state, or later.
  public mutating func resynchronize(with state: PanelState, at time: Instant) -> Step {
    startFrames(at: time, cause: .resynchronized(lostContact: false))
    frames[Self.departures].cause = .resynchronized(lostContact: true)
    box.forget()
    forgetTouchKey()
    // Attributes of contacts that are lost are those that the core knows.
    pen.adopt(state.pen)
    let isOtherEnd = pen.type != deliveredPen.type
    var hasKept = false
    var hasLanding = false
    for index in slots.indices {
      let old = slots[index]
      let new =
        index < state.slots.count
        ? state.slots[index] : PanelState.Slot(trackingID: -1, x: old.x, y: old.y)
      let isSame = new.trackingID >= 0 && new.trackingID == old.trackingID
      let isAbove = isAbove(new)
      // A finger that BTN_TOUCH has lifted may still have its id, and its size.
      let hasLiftedByKey = isSame && old.contact == .above && !old.isAbove && !isWeightless(index)
      let lacksPressure = hasPressure && isMultitouch && new.attributes.pressure <= 0
      let isKept =
        isSame && !isOtherEnd && old.contact == .known && !isAbove && !lacksPressure
        && new.attributes.toolType != EventCode.palmTool
      if old.isKnownToCore && !isKept {
        add(.cancelled, index, old.lastKnownPosition, to: Self.departures)
      }
      slots[index].clear()
      slots[index].x = new.x
      slots[index].y = new.y
      slots[index].attributes = new.attributes
      slots[index].trackingID = new.trackingID
      slots[index].isAbove = isAbove
      slots[index].copyWeights(of: new, isFirst: false, readsPressure: readsPressure)
      slots[index].lastNews = clock.latest
      let isPalm = new.attributes.toolType == EventCode.palmTool
      if new.trackingID >= 0 && (isPalm || isSame && old.contact == .ignored) {
        slots[index].contact = .ignored
      } else if new.trackingID >= 0, isSame, old.contact == .silent {
        slots[index].contact = .silent
        slots[index].lastNews = old.lastNews
      } else if new.trackingID >= 0, isAbove || hasLiftedByKey || !isKept && isWeightless(index) {
        slots[index].contact = .above
      } else if new.trackingID >= 0 {
        slots[index].contact = .known
        tellPosition(of: index, as: isKept ? .moved : .began)
        if isKept { hasKept = true } else { hasLanding = true }
      }
    }
    if hasKept && hasLanding { frames[Self.main].cause = .resynchronized(lostContact: true) }
    selectSlot(state.currentSlot)
    deliveredPen = pen
    // Reading the keys would lose key events.
    counted = CountedFingers()
    updateContacts()
    if !hasRaisedContacts { keyLift.end() }
    updateHover()
    return finish()
  }

  /// Continues after dropped events where there is no device to read, as in a replay. Every contact counts as lost and
  /// is cancelled. Each slot counts again from its next tracking id.
  public mutating func loseContacts(at time: Instant) -> Step {
    cancelAll(at: time, cause: .resynchronized(lostContact: true))
  }

  /// Removes the device: every contact is cancelled, in one frame where there is any (TCH-30).
  ///
  /// - Parameter time: the present time, on the clock of the stamps.
  public mutating func deviceRemoved(at time: Instant) -> Step {
    cancelAll(at: time, cause: .deviceRemoved)
  }

  /// Changes how the panel lies on its display, or its size (DMN-12). Every contact is cancelled where it was, and is
  /// ignored until it lifts.
  ///
  /// - Parameters:
  ///   - panel: the same device, judged again.
  ///   - time: the present time, on the clock of the stamps.
  public mutating func place(as panel: TouchPanel, at time: Instant) -> Step {
    precondition(
      panel.touchProtocol == self.panel.touchProtocol && panel.slotCount == slots.count,
      "it is another device")
    let step = cancelAll(at: time, cause: .cancelled)
    self.panel = panel
    return step
  }

  /// Interrupts a device that works but was not followed for a while: the machine slept, or the process was stopped
  /// (T3, T4). Every contact is cancelled, in one frame where there is any.
  ///
  /// Until `adopt` no event counts, and every report returns `needsResynchronization`.
  ///
  /// - Parameter time: the last time at which the device was followed.
  public mutating func interrupted(at time: Instant) -> Step {
    let step = cancelAll(at: time, cause: .interrupted)
    isOutOfStep = true
    return step
  }

  /// Continues from the device's true state. Contacts that are down in it are ignored until they lift (TCH-34).
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
      slots[index].isAbove = isAbove(state.slots[index])
      slots[index].copyWeights(of: state.slots[index], isFirst: true, readsPressure: readsPressure)
      slots[index].lastNews = clock.latest
      if state.slots[index].trackingID >= 0 {
        slots[index].contact = slots[index].isAbove ? .above : .ignored
      }
    }
    changedFrom = slots.count
    changedTo = -1
    isOutOfStep = false
    forgetTouchKey()
    keyLift.end()
    pen.adopt(state.pen)
    deliveredPen = pen
    // Reading the keys would lose key events.
    counted = CountedFingers()
    selectSlot(state.currentSlot)
    updateContacts()
  }

  /// Whether a silent device has nothing to report: its contacts are those that the core knows, at their known
  /// positions (D27).
  ///
  /// - Parameter state: the device's state, read from an empty queue.
  public func agrees(with state: PanelState) -> Bool {
    for (slot, actual) in zip(slots, state.slots) where slot.contact != .ignored {
      let isDown = slot.contact == .known
      if slot.contact == .silent || slot.contact == .above, slot.trackingID == actual.trackingID { continue }
      guard isDown == (actual.trackingID >= 0) else { return false }
      if isDown, slot.trackingID != actual.trackingID || slot.x != actual.x || slot.y != actual.y {
        return false
      }
    }
    return true
  }

  /// The time of the next frame, if it had that stamp (T2).
  public func time(of stamp: Instant) -> Instant { clock.taking(stamp, isTouched: isTouched).latest }

  /// Whether the core believes that a contact is down.
  var isTouched: Bool { slots.contains { $0.isKnownToCore } }

  /// The tracking id of a slot's contact, from the events so far; -1 in an empty slot.
  func trackingID(inSlot index: Int) -> Int32 {
    switch slots[index].contact {
    case .none, .momentary: -1
    case .ignored, .silent, .above, .landed, .known: slots[index].trackingID
    }
  }

  /// Whether a slot's finger is above the glass, by its distance. A pen's distance does not count: it has BTN_TOUCH.
  private func isAbove(_ slot: PanelState.Slot) -> Bool {
    panel.contact.touchingDistance.map { slot.attributes.distance > $0 } ?? false
  }
}
