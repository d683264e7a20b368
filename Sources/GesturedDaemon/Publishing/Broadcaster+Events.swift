import GestureCore
import GestureProtocol

/// Who is told of what happens. Everything here is on the way from a finger to a line: it allocates nothing.
extension Broadcaster {
  /// Tells those who want to know of an event.
  ///
  /// - Parameters:
  ///   - position: where it is in the buffer.
  ///   - buffer: what the event is from.
  ///   - device: the number of the touchscreen.
  ///   - seq: the number of the line.
  mutating func publish(
    eventAt position: Int, of buffer: borrowing EventBuffer, device: Int, seq: UInt64, now: Instant
  ) {
    latestSeq.all = seq
    // Gestures are kept for those who come; else an event costs nothing while nobody is there.
    if case .gesture(let gesture) = buffer.events[position] {
      lines.begin()
      publish(show(gesture, on: device), of: buffer, device: device, now: now)
    } else if count > 0 {
      let event = buffer.events[position]
      tellOwner(event, of: buffer, device: device, now: now)
      lines.begin()
      for index in places.indices {
        guard let subscriber = places[index].subscriber else { continue }
        publish(event, of: buffer, device: device, seq: seq, to: subscriber, now: now)
        list(index, subscriber)
      }
    }
  }

  /// A gesture with the numbers that are told of it.
  private mutating func show(_ gesture: GestureEvent, on device: Int) -> ShownGesture {
    let isSingle = scope.singleFinger.contains(gesture.recognizer)
    var shown = ShownGesture(gesture: gesture, several: GestureNumbers(gesture), seq: latestSeq)
    if hidesSingleFingers {
      if !isSingle { latestSeq.several += 1 }
      shown.seq = latestSeq
      shown.several = severalNumbers.show(
        gesture, on: device, isPrivate: true, isFirst: true, isHidden: isSingle)
    }
    shown.gesture.take(
      privateNumbers.show(
        gesture, on: device, isPrivate: isPrivate, isFirst: gestures.position(of: gesture.gestureID) == nil,
        isHidden: isSingle))
    return shown
  }

  /// Tells one subscriber of an event that is no gesture.
  private mutating func publish(
    _ event: Event, of buffer: borrowing EventBuffer, device: Int, seq: UInt64, to subscriber: Subscriber,
    now: Instant
  ) {
    switch event {
    case .gesture, .offered, .reset, .asked, .expired: return
    case .responder(let responder):
      guard
        subscriber.subscription.fits(.responder, on: device, region: responder.region ?? responder.window),
        // A tap in a region that takes text makes it first responder: that would tell where a finger tapped.
        !isHidden(nil, from: subscriber)
      else { return }
    case .settled:
      guard subscriber.subscription.fits(.settled, on: device), !isHidden(nil, from: subscriber) else {
        return
      }
    case .transition(let transition):
      guard subscriber.subscription.fits(transitionOf: transition.recognizer, on: device),
        // One for two fingers fails at each finger of its own: that would tell when a digit of a PIN is typed.
        !isHidden(nil, from: subscriber)
      else { return }
      if let cause = transition.reason.cause, !mayKnow(cause, subscriber) {
        tell(transition, withoutCause: subscriber, of: buffer, device: device, seq: seq, now: now)
        return
      }
    case .touches(let touches):
      publish(touches, as: event, of: buffer, device: device, seq: seq, to: subscriber, now: now)
      return
    }
    lines.with(form(for: subscriber), event, of: buffer, device: device, seq: seq) { line, count in
      subscriber.send(line, count: count, as: .event, now: now)
    }
  }

  /// Whether a recognizer may be named to a subscriber (MULTI-11).
  private func mayKnow(_ recognizer: Int, _ subscriber: Subscriber) -> Bool {
    scope.recognizers.indices.contains(recognizer)
      && scope.isVisible(recognizer, to: subscriber.subscription.client)
  }

  private func tell(
    _ transition: TransitionEvent, withoutCause subscriber: Subscriber, of buffer: borrowing EventBuffer,
    device: Int, seq: UInt64, now: Instant
  ) {
    var told = transition
    told.reason.cause = nil
    lines.with { encoder, line in
      encoder.write(
        .transition(told), of: buffer, device: device, seq: seq, in: lines.form(subscriber.form), to: &line)
    } _: { line, count in
      subscriber.send(line, count: count, as: .event, now: now)
    }
  }

  private mutating func publish(
    _ touches: TouchesEvent, as event: Event, of buffer: borrowing EventBuffer, device: Int, seq: UInt64,
    to subscriber: Subscriber, now: Instant
  ) {
    guard subscriber.subscription.fits(touches, on: device), !isHidden(nil, from: subscriber) else { return }
    let tag: LineQueue.Tag =
      touches.phase == .moved
      ? .touches(
        device: UInt32(truncatingIfNeeded: device), region: UInt32(truncatingIfNeeded: touches.receiver))
      : .event
    // Touches are in the order of their landings, so those it is told of are the last ones.
    let first = firstTold(of: touches.records, in: buffer, to: subscriber)
    guard first < touches.records.upperBound else { return }
    if first == touches.records.lowerBound, seesAll(of: touches, in: buffer, subscriber, on: device) {
      lines.with(subscriber.form, event, of: buffer, device: device, seq: seq) { line, count in
        subscriber.send(line, count: count, as: tag, now: now)
      }
      return
    }
    var told = touches
    told.records = first..<touches.records.upperBound
    lines.with { encoder, line in
      encoder.write(
        told, of: buffer, device: device, seq: seq, in: lines.form(subscriber.form), to: &line
      ) { sees($0, subscriber, on: device) }
    } _: { line, count in
      subscriber.send(line, count: count, as: tag, now: now)
    }
  }

  /// The first of some records that is of a touch which landed after a subscriber came (DMN-15, MULTI-9).
  private func firstTold(
    of records: Range<Int>, in buffer: borrowing EventBuffer, to subscriber: Subscriber
  ) -> Int {
    for position in records where buffer.records[position].id > subscriber.latestTouch { return position }
    return records.upperBound
  }

  private func seesAll(
    of touches: borrowing TouchesEvent, in buffer: borrowing EventBuffer, _ subscriber: Subscriber,
    on device: Int
  ) -> Bool {
    for position in touches.all where !sees(buffer.records[position], subscriber, on: device) { return false }
    return true
  }

  /// Whether a subscriber may see a touch among all that are down (MULTI-15): not one that landed before it came, nor one
  /// of another client's region that it does not listen to.
  private func sees(_ record: TouchRecord, _ subscriber: Subscriber, on device: Int) -> Bool {
    guard record.id > subscriber.latestTouch else { return false }
    let owner = scope.owner(of: record.region, on: device)
    return owner == RegionTree.configuration || owner == Int(subscriber.number)
      || subscriber.subscription.seesTouches(of: record.region, on: device)
  }

  // MARK: Gestures

  private mutating func publish(
    _ shown: ShownGesture, of buffer: borrowing EventBuffer, device: Int, now: Instant
  ) {
    let gesture = shown.gesture
    let known = gestures.position(of: gesture.gestureID)
    switch (gesture.state, known) {
    case (.began, nil):
      let position = gestures.begin(shown, payload: buffer.payload[gesture.payload], device: device)
      var isSuppressed = false
      for index in places.indices {
        guard let subscriber = places[index].subscriber, subscriber.subscription.fits(gesture, on: device)
        else { continue }
        // What begins while it is hidden is hidden to its end: nobody is told of changes of what did not begin.
        guard !isHidden(gesture.recognizer, from: subscriber) else {
          isSuppressed = isPrivate
          continue
        }
        gestures.add(index, to: position)
        tell(shown, of: buffer, device: device, to: index, now: now)
      }
      if isSuppressed { suppressedCount += 1 }
    case (.ended, nil):
      // One without length: it has happened, and nothing of it follows.
      var isSuppressed = false
      for index in places.indices {
        guard let subscriber = places[index].subscriber, subscriber.subscription.fits(gesture, on: device)
        else { continue }
        if isPrivate, isHidden(gesture.recognizer, from: subscriber) { isSuppressed = true }
        tell(shown, of: buffer, device: device, to: index, now: now)
      }
      if isSuppressed { suppressedCount += 1 }
    case (.began, let position?), (.changed, let position?):
      gestures.update(position, shown, payload: buffer.payload[gesture.payload])
      tellRecipients(of: position, shown, of: buffer, device: device, now: now)
    case (.ended, let position?), (.cancelled, let position?):
      tellHeldUpdates(of: position, now: now)
      tellRecipients(of: position, shown, of: buffer, device: device, now: now)
      gestures.end(position)
    case (.changed, nil), (.cancelled, nil), (.possible, _), (.failed, _):
      // Nobody was told of its beginning (S18).
      break
    }
  }

  private mutating func tellRecipients(
    of position: Int, _ shown: ShownGesture, of buffer: borrowing EventBuffer, device: Int, now: Instant
  ) {
    var next = gestures.recipient(of: position, from: 0)
    while let index = next {
      tell(shown, of: buffer, device: device, to: index, now: now)
      next = gestures.recipient(of: position, from: index + 1)
    }
  }

  private mutating func tell(
    _ shown: ShownGesture, of buffer: borrowing EventBuffer, device: Int, to index: Int, now: Instant
  ) {
    let gesture = shown.gesture
    guard let subscriber = places[index].subscriber,
      subscriber.subscription.fits(stateOf: gesture, on: device),
      !isHidden(gesture.recognizer, from: subscriber)
    else { return }
    if gesture.state.isActive {
      let isDue = subscriber.limiter?.admits(gesture.gestureID, at: gesture.time, now: now) ?? true
      if subscriber.limiter != nil { list(index, subscriber) }
      guard isDue || gesture.state == .began else { return }
    }
    let tag: LineQueue.Tag = gesture.state == .changed ? .gesture(gesture.gestureID) : .event
    var isLeft = false
    lines.with(
      form(for: subscriber), shown, for: subscriber, of: buffer, device: device
    ) { line, count in
      isLeft = subscriber.send(line, count: count, as: tag, now: now)
    }
    if isLeft { list(index, subscriber) }
  }

  /// Before a gesture ends: the last update of those who are told of few.
  private mutating func tellHeldUpdates(of position: Int, now: Instant) {
    let gesture = gestures[position].event.gestureID
    var next = gestures.recipient(of: position, from: 0)
    while let index = next {
      if let subscriber = places[index].subscriber, subscriber.limiter?.end(gesture) ?? false {
        tellUpdate(of: position, to: subscriber, now: now)
        list(index, subscriber)
      }
      next = gestures.recipient(of: position, from: index + 1)
    }
  }

  /// Tells one who is told of few updates those whose time has come.
  mutating func tellDueUpdates(to subscriber: Subscriber, now: Instant) {
    while let gesture = subscriber.limiter?.takeDue(at: now) ?? nil {
      guard let position = gestures.position(of: gesture) else { continue }
      tellUpdate(of: position, to: subscriber, now: now)
    }
  }

  private mutating func tellUpdate(of position: Int, to subscriber: Subscriber, now: Instant) {
    let entry = gestures[position]
    guard !isHidden(entry.event.recognizer, from: subscriber) else { return }
    let form = lines.form(form(for: subscriber))
    lines.with { encoder, line in
      encoder.write(
        entry.shown.gesture(for: subscriber), payload: entry.payload, device: entry.device,
        seq: entry.shown.seq.number(for: subscriber), in: form, to: &line)
    } _: { line, count in
      subscriber.send(line, count: count, as: .gesture(entry.event.gestureID), now: now)
    }
  }

  // MARK: What is not told

  /// How lines of a subscriber are written now.
  func form(for subscriber: Subscriber) -> Int { isPrivate ? subscriber.placelessForm : subscriber.form }

  /// Whether something is kept from a subscriber: what one finger does, while somebody holds the lease or where its
  /// socket is not for that.
  ///
  /// - Parameter recognizer: whose line it is; nil for a line that tells of any finger.
  func isHidden(_ recognizer: Int?, from subscriber: Subscriber) -> Bool {
    guard recognizer.map(scope.singleFinger.contains) ?? true else { return false }
    return isPrivate || subscriber.hidesSingleFinger
  }

  /// Whether nobody is told of an event, nor may count it: what one finger does, while somebody holds the lease.
  func isHeldBack(_ event: Event) -> Bool {
    guard isPrivate else { return false }
    if case .gesture(let gesture) = event { return scope.singleFinger.contains(gesture.recognizer) }
    return true
  }
}
