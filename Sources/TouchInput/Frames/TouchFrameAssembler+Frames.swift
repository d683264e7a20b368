import GestureCore

/// Turns a report, or the loss of one, into frames and the position of a hovering pen.
extension TouchFrameAssembler {
  mutating func report(stamped stamp: Instant) -> Step {
    let previous = clock.latest
    clock = clock.taking(stamp, isTouched: isTouched)
    startReport()
    if clock.latest - previous >= Self.pause { lastPauseEnd = clock.latest }
    // Fingers that rest together are not frozen: a pause of all begins the silence anew (D8).
    if clock.latest - max(leastRecentNews, lastPauseEnd) > frozenSpan { giveUpContacts(since: lastPauseEnd) }
    if counted.count > slots.count { rejectPlaced() }
    if !isPlacedBySlot { layOutBox() }
    if isPen { turnPen() }
    let next = tellMoves()
    if next <= changedTo { settle(next...changedTo) }
    for index in next..<changedTo + 1 where slots[index].isChanged {
      slots[index].beginReport(at: clock.latest)
      let isPalm = slots[index].attributes.toolType == EventCode.palmTool
      if isPalm { slots[index].reject() }
      if let departure = slots[index].departure {
        let isSlotTakenOver = slots[index].contact == .landed || slots[index].contact == .momentary
        let isBefore = isSlotTakenOver || lateLift != nil
        if isBefore { start(Self.departures) }
        add(departure.kind, index, slots[index].departurePosition, to: isBefore ? Self.departures : Self.main)
        slots[index].departure = nil
      }
      slots[index].formerID = -1
      switch slots[index].contact {
      case .none, .ignored, .silent, .above:
        break
      case .known:
        tellPosition(of: index, as: .moved)
      case .landed:
        slots[index].contact = .known
        tellPosition(of: index, as: .began)
      case .momentary:
        slots[index].contact = .none
        slots[index].deliveredAttributes = slots[index].attributes
        deliveredPen = pen
        add(.began, index, slots[index].position, to: Self.main)
        start(Self.momentaryLifts)
        add(.ended, index, slots[index].position, to: Self.momentaryLifts)
      }
    }
    if next <= changedTo { updateContacts() }
    if isPen { updateHover() }
    return finish()
  }

  /// Reports contacts that only moved, up to the first slot with more to report. In nearly all frames there is no such
  /// slot. A contact in a box moves with the other one, and a pen changes more than its slot: neither counts here.
  ///
  /// - Returns: the first changed slot that is still to be reported; the slot after `changedTo` where all are reported.
  private mutating func tellMoves() -> Int {
    guard isPlacedBySlot, !isPen else { return changedFrom }
    var isBeyondRange = false
    let next = Self.tellMoves(
      of: &slots, changedFrom..<changedTo + 1, on: panel, tellsAttributes: tellsAttributes, at: clock.latest,
      into: &frames[Self.main].changes, &isBeyondRange)
    if isBeyondRange { extendReach(of: changedFrom..<next) }
    return next
  }

  /// Extends the reach to the positions of contacts. It is a call, as few panels report positions beyond their range.
  @inline(never)
  private mutating func extendReach(of range: Range<Int>) {
    for index in range where slots[index].contact == .known {
      reach.extend(x: slots[index].x, y: slots[index].y)
    }
  }

  /// Static, so that the table of slots and the list of changes are looked up once for all contacts. Inline, because a call
  /// would copy the whole panel.
  @inline(__always)
  private static func tellMoves(
    of slots: inout [ContactSlot], _ range: Range<Int>, on panel: borrowing TouchPanel, tellsAttributes: Bool,
    at time: Instant, into changes: inout [ContactChange], _ isBeyondRange: inout Bool
  ) -> Int {
    var slots = slots.mutableSpan
    var excess: Int32 = 0
    defer { isBeyondRange = excess != 0 }
    for index in range where slots[index].isChanged {
      guard slots[index].hasOnlyMoved else { return index }
      slots[index].beginReport(at: time)
      let (x, y) = (slots[index].x, slots[index].y)
      excess |= panel.excess(x: x, y: y)
      let position = panel.position(x: x, y: y)
      guard
        position != slots[index].position || slots[index].attributes != slots[index].deliveredAttributes
      else { continue }
      slots[index].recordDelivery(of: position)
      changes.append(
        tellsAttributes
          ? ContactChange(
            slot: slots[index].number, kind: .moved, position: position,
            attributes: panel.contact.attributes(of: slots[index].deliveredAttributes))
          : ContactChange(slot: slots[index].number, kind: .moved, position: position))
    }
    return range.upperBound
  }

  /// Settles what the contacts of changed slots are, once all values of the report are known.
  private mutating func settle(_ range: ClosedRange<Int>) {
    var hasLanding = false
    for index in range where slots[index].isChanged {
      if slots[index].contact == .landed || slots[index].contact == .above {
        let isLiftedNow = slots[index].departure != nil && (keyLift.hasLifted || lateLift != nil)
        // BTN_TOUCH is exact where a light finger lands, whose size may be 0 or come a report later. Drivers report no
        // pressure of 0 for a finger that touches.
        let isExcused = isTouchKeyPressed && slots[index].contact == .landed && !lacksPressure(index)
        let isLight = isWeightless(index) && !isExcused
        let isRaised = slots[index].isAbove || isLight || slots[index].contact == .above && isLiftedNow
        // A finger that BTN_TOUCH has lifted moves on without it.
        if keyLift.hasLifted, slots[index].contact == .above, !isRaised { keyLift.distrust() }
        slots[index].contact = isRaised ? .above : .landed
      }
      let isLanding = slots[index].contact == .landed || slots[index].contact == .momentary
      if isLanding { hasLanding = true }
      if isLanding || slots[index].contact == .known { reach.extend(x: slots[index].x, y: slots[index].y) }
      guard isLanding || slots[index].departure != nil else { continue }
      // Size and pressure in the report of a lift do not count.
      let attributes = isLanding ? slots[index].attributes : slots[index].deliveredAttributes
      if attributes.touchMajor > 0 { hasSize = true }
      if isLanding ? slots[index].pressure > 0 : attributes.pressure > 0 { hasPressure = true }
    }
    guard hasLanding else { return }
    slotChanges.removeAll(keepingCapacity: true)
    if isPlacedBySlot { followSlotChanges(range) }
    giveUpContacts(since: Instant(microseconds: .min))
  }

  /// Follows the ids that appear in another slot than before: they are the same contacts (TCH-38). The slots exchange
  /// their numbers, so that each number has one contact.
  private mutating func followSlotChanges(_ range: ClosedRange<Int>) {
    for to in range where slots[to].contact == .landed {
      let id = slots[to].trackingID
      guard slots[to].formerID != id || slots[to].departure != .displaced else {
        slots[to].contact = .known
        slots[to].position = slots[to].departurePosition
        slots[to].departure = nil
        slotChanges.append((to, to))
        continue
      }
      guard let from = range.first(where: { $0 != to && slots[$0].formerID == id }) else { continue }
      let isKnown = slots[from].departure != nil
      let (place, attributes) = (slots[from].departurePosition, slots[from].deliveredAttributes)
      (slots[from].number, slots[to].number) = (slots[to].number, slots[from].number)
      slots[from].departure = slots[to].departure == nil ? nil : .displaced
      slots[from].departurePosition = slots[to].departurePosition
      slots[from].formerID = slots[to].formerID
      slots[from].deliveredAttributes = slots[to].deliveredAttributes
      slots[to].contact = isKnown ? .known : .ignored
      slots[to].departure = nil
      slots[to].formerID = -1
      slots[to].position = place
      slots[to].deliveredAttributes = attributes
      slotChanges.append((from, to))
    }
  }

  /// Gives up contacts without news for too long: the panel has never reported their lift (D8). They end before the others
  /// continue, in the frame of contacts whose slot another contact got.
  ///
  /// - Parameter begin: the earliest time at which a silence can begin. While others only move, it is the end of the last
  ///   pause. A landing gives up contacts whatever pauses there were.
  private mutating func giveUpContacts(since begin: Instant) {
    leastRecentNews = clock.latest
    for index in slots.indices where !slots[index].isChanged {
      let isKnown = slots[index].contact == .known
      guard isKnown || slots[index].contact == .ignored else { continue }
      guard clock.latest - max(slots[index].lastNews, begin) > frozenSpan else {
        if isKnown { leastRecentNews = min(leastRecentNews, slots[index].lastNews) }
        continue
      }
      slots[index].contact = .silent
      guard isKnown else { continue }
      start(Self.departures)
      add(.cancelled, index, slots[index].position, to: Self.departures)
      frozenContactCount += 1
    }
    updateContacts()
  }

  /// Rejects all contacts where more fingers are down than the panel can place (D14). The placed contacts may then be
  /// any of the fingers, and do not move as the fingers do. They are cancelled, and ignored until they lift.
  private mutating func rejectPlaced() {
    for index in slots.indices where slots[index].contact == .known || slots[index].contact == .landed {
      slots[index].reject()
      slots[index].isChanged = true
      includeChange(of: index)
    }
    updateContacts()
  }

  mutating func cancelAll(at time: Instant, cause: TouchFrame.Cause) -> Step {
    startFrames(at: time, cause: cause)
    box.forget()
    forgetTouchKey()
    keyLift.end()
    for index in slots.indices {
      if slots[index].isKnownToCore {
        add(.cancelled, index, slots[index].lastKnownPosition, to: Self.main)
      }
      slots[index].clear()
    }
    updateContacts()
    pen.toolsInRange = 0
    pen.buttons = []
    if isHovering {
      isHovering = false
      hover = hoverSample(.lost)
    }
    return finish()
  }

  /// Begins the frames of a report; the frames apart from the main one begin only when they are needed.
  private mutating func startReport() {
    hover = nil
    for index in readyFrames {
      // For a few changes, this costs less than emptying the list at once.
      if frames[index].changes.count > 3 {
        frames[index].changes.removeAll(keepingCapacity: true)
      } else {
        while !frames[index].changes.isEmpty { frames[index].changes.removeLast() }
      }
    }
    start(Self.main)
  }

  /// Begins one of the frames of a report. A lift that the report is the first to show has its own time (D16).
  private mutating func start(_ frame: Int) {
    let isLate = frame == Self.departures && lateLift != nil
    frames[frame].time = isLate ? min(lateLift ?? clock.latest, clock.latest) : clock.latest
    frames[frame].cause = .report
  }

  mutating func startFrames(at time: Instant, cause: TouchFrame.Cause) {
    clock.advance(to: time)
    hover = nil
    for index in frames.indices {
      frames[index].time = clock.latest
      frames[index].cause = cause
      if !frames[index].changes.isEmpty { frames[index].changes.removeAll(keepingCapacity: true) }
    }
  }

  /// Reports the position and the attributes of a contact, unless it is `moved` and unchanged (TCH-7, TCH-8).
  mutating func tellPosition(of index: Int, as kind: ContactChange.Kind) {
    let position =
      isPlacedBySlot ? panel.position(x: slots[index].x, y: slots[index].y) : place(of: index)
    if kind == .moved && position == slots[index].position
      && slots[index].attributes == slots[index].deliveredAttributes && (!isPen || pen.isAlike(deliveredPen))
    {
      return
    }
    slots[index].recordDelivery(of: position)
    if isPen { deliveredPen = pen }
    add(kind, index, position, to: Self.main)
  }

  /// Updates whether a pen hovers: it is near and does not touch (HOV-1, HOV-3).
  mutating func updateHover() {
    guard isPen else { return }
    let isOver = pen.toolsInRange != 0 && slots[0].contact == .none
    if isOver {
      hover = hoverSample(.over)
    } else if isHovering {
      hover = hoverSample(.left)
    }
    isHovering = isOver
  }

  func hoverSample(_ kind: HoverSample.Kind) -> HoverSample {
    let attributes = slots[0].attributes
    var sample = HoverSample(
      time: clock.latest, kind: kind, position: panel.position(x: slots[0].x, y: slots[0].y),
      zOffset: panel.contact.height(of: attributes), attitude: panel.contact.attitude(of: attributes))
    sample.type = pen.type
    sample.roll = panel.contact.roll(of: pen)
    if panel.contact.hasButtons { sample.buttons = pen.buttons }
    return sample
  }

  /// Updates which end of the pen is near. A touching pen that is turned round without a lift makes two touches. The touch of
  /// one end is over where it was, and the touch of the other end begins (PEN-2).
  private mutating func turnPen() {
    pen.updateTool()
    guard pen.type != deliveredPen.type, slots[0].contact == .known else { return }
    slots[0].departure = .ended
    slots[0].departurePosition = slots[0].position
    slots[0].contact = .landed
    slots[0].isChanged = true
    includeChange(of: 0)
  }

  @inline(__always)
  mutating func add(_ kind: ContactChange.Kind, _ slot: Int, _ position: Point, to frame: Int) {
    var change = ContactChange(slot: slots[slot].number, kind: kind, position: position)
    if tellsAttributes { change.attributes = attributes(of: slot) }
    frames[frame].changes.append(change)
  }

  private mutating func attributes(of slot: Int) -> ContactAttributes {
    var attributes = panel.contact.attributes(of: slots[slot].deliveredAttributes)
    if isPen { panel.contact.add(deliveredPen, to: &attributes) }
    return attributes
  }

  /// Ends a step: the table and the core agree again. The frames with changes are adjacent: the end of a passing
  /// contact and the takeover of a slot both come with a `began` in the middle frame.
  mutating func finish() -> Step {
    changedFrom = slots.count
    changedTo = -1
    isOutOfStep = false
    let first = frames[Self.departures].changes.isEmpty ? Self.main : Self.departures
    let last =
      !frames[Self.momentaryLifts].changes.isEmpty
      ? Self.momentaryLifts : frames[Self.main].changes.isEmpty ? Self.departures : Self.main
    readyFrames = first..<max(first, last + 1)
    return readyFrames.isEmpty && hover == nil ? .nothing : .framesReady(count: readyFrames.count)
  }
}
