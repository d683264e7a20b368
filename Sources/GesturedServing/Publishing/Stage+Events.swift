import GestureCore
import GestureProtocol
import GesturedBase

/// Sends each event to the subscribers that may receive it. This is the hot path from contact to line: nothing here
/// allocates.
extension Stage {
  /// Sends an event to every subscriber whose subscription matches.
  ///
  /// - Parameters:
  ///   - position: the event's index in the buffer.
  ///   - buffer: the buffer that holds the event; `inout` only to be read in place.
  ///   - device: the number of the touchscreen.
  func publish(
    eventAt position: Int, of buffer: inout EventBuffer, device: Int, _ connections: Connections
  ) {
    let seq = latestSeq.all
    connections.checkedCount &+= 1
    // Gestures are kept even without subscribers, for later snapshots. Any other event costs nothing while no client is
    // connected.
    let place = buffer.places[position]
    switch place.list {
    case .gestures:
      lines.begin()
      let index = place.position
      let shown = show(gestureAt: index, of: &buffer, on: device, connections)
      let known = gestures.position(of: shown.all.gesture)
      if let known, buffer.gestures[index].state == .changed {
        gestures.update(known, shown, gestureAt: index, of: &buffer)
        tellRecipients(of: known, connections)
      } else {
        publish(gestureAt: index, shown, known, of: &buffer, device: device, connections)
      }
    case .touches:
      guard connections.count > 0 else { return }
      lines.begin()
      publish(touchesAt: place.position, of: buffer, device: device, seq: seq, connections)
    case .others:
      guard connections.count > 0 else { return }
      let event = buffer.event(at: position)
      tellOwner(event, of: buffer, device: device, connections)
      lines.begin()
      for index in connections.places.indices {
        guard let subscriber = connections.member(at: index, of: self) else { continue }
        publish(event, of: buffer, device: device, seq: seq, to: subscriber, connections)
        connections.list(index, subscriber)
      }
    }
  }

  /// Sends one subscriber an event that is not a gesture.
  private func publish(
    _ event: Event, of buffer: borrowing EventBuffer, device: Int, seq: UInt64, to subscriber: Subscriber,
    _ connections: Connections
  ) {
    var owner = RegionTree.configuration
    switch event {
    case .gesture, .touches, .offered, .reset, .asked, .expired: return
    case .responder(let responder):
      guard
        subscriber.subscription.fits(.responder, on: device, region: responder.region ?? responder.window),
        // A tap in a region that takes text makes the region first responder, so the line would reveal where a finger
        // tapped.
        !isHidden(nil, from: subscriber, connections)
      else { return }
    case .deferred(let deferral):
      guard subscriber.subscription.fits(.deferred, on: device, region: deferral.region),
        !isHidden(nil, from: subscriber, connections)
      else { return }
    case .settled:
      guard subscriber.subscription.fits(.settled, on: device), !isHidden(nil, from: subscriber, connections)
      else {
        return
      }
    case .transition(let transition):
      guard subscriber.subscription.fits(transitionOf: transition.recognizer, on: device),
        // A two-finger recognizer fails at each single finger, so the line would reveal when a digit of a PIN is typed.
        !isHidden(nil, from: subscriber, connections)
      else { return }
      owner = scope.owner(ofRecognizer: transition.recognizer)
      if let cause = transition.reason.cause, !mayKnow(cause, subscriber) {
        tell(transition, withoutCause: subscriber, of: buffer, device: device, seq: seq, connections)
        return
      }
    }
    lines.with(connections.form(for: subscriber, of: owner), event, of: buffer, device: device, seq: seq) {
      line, count in
      subscriber.send(line, count: count, as: .event, now: connections.turn.now)
    }
  }

  /// Whether a subscriber may learn a recognizer's name (MULTI-11).
  private func mayKnow(_ recognizer: Int, _ subscriber: Subscriber) -> Bool {
    scope.recognizers.indices.contains(recognizer)
      && scope.isVisible(recognizer, to: subscriber.subscription.client, subscriber.subscription.inspection)
  }

  private func tell(
    _ transition: TransitionEvent, withoutCause subscriber: Subscriber, of buffer: borrowing EventBuffer,
    device: Int, seq: UInt64, _ connections: Connections
  ) {
    var told = transition
    told.reason.cause = nil
    let form = connections.form(for: subscriber, of: scope.owner(ofRecognizer: transition.recognizer))
    lines.with { encoder, line in
      encoder.write(
        .transition(told), of: buffer, device: device, seq: seq, in: lines.form(form), to: &line)
    } _: { line, count in
      subscriber.send(line, count: count, as: .event, now: connections.turn.now)
    }
  }

  // MARK: Touches

  /// Sends touches of a region to the subscribers that receive them.
  ///
  /// - Parameter index: the event's index among the buffer's touches, where it is read in place.
  private func publish(
    touchesAt index: Int, of buffer: borrowing EventBuffer, device: Int, seq: UInt64,
    _ connections: Connections
  ) {
    let records = buffer.touches[index].records
    let isResponder = buffer.touches[index].isResponder
    // Lines of a responder must not merge with those of the region before it.
    let receiver = UInt32(truncatingIfNeeded: buffer.touches[index].receiver) | (isResponder ? 1 << 31 : 0)
    let tag: LineQueue.Tag =
      buffer.touches[index].phase == .moved
      ? .touches(device: UInt32(truncatingIfNeeded: device), region: receiver) : .event
    for place in connections.places.indices {
      guard let subscriber = connections.member(at: place, of: self),
        subscriber.subscription.fits(buffer.touches[index], on: device)
          || isResponder && holds(subscriber, buffer.touches[index], on: device),
        !isHidden(nil, from: subscriber, connections)
      else { continue }
      // Records are in landing order, so the subscriber receives a suffix of them.
      let first = firstReported(of: records, in: buffer, to: subscriber)
      guard first < records.upperBound else { continue }
      let isLeft: Bool
      if first == records.lowerBound, seesAll(of: buffer.touches[index], in: buffer, subscriber, on: device) {
        isLeft = lines.send(
          touchesAt: index, of: buffer, device: device, seq: seq, in: subscriber.forms.usual, to: subscriber,
          as: tag,
          now: connections.turn.now)
      } else {
        isLeft = tell(
          touchesAt: index, from: first, of: buffer, device: device, seq: seq, to: subscriber, as: tag,
          connections)
      }
      if isLeft { connections.list(place, subscriber) }
    }
  }

  /// Sends one subscriber touches of which it may not see all.
  private func tell(
    touchesAt index: Int, from first: Int, of buffer: borrowing EventBuffer, device: Int, seq: UInt64,
    to subscriber: Subscriber, as tag: LineQueue.Tag, _ connections: Connections
  ) -> Bool {
    var told = buffer.touches[index]
    told.records = first..<told.records.upperBound
    var isLeft = false
    lines.with { encoder, line in
      encoder.write(
        told, of: buffer, device: device, seq: seq, in: lines.form(subscriber.forms.usual), to: &line
      ) { sees($0, subscriber, on: device) }
    } _: { line, count in
      isLeft = subscriber.send(line, count: count, as: tag, now: connections.turn.now)
    }
    return isLeft
  }

  /// The index of the first record whose touch landed after the subscriber connected (DMN-15, MULTI-9).
  private func firstReported(
    of records: Range<Int>, in buffer: borrowing EventBuffer, to subscriber: Subscriber
  ) -> Int {
    for position in records where buffer.records[position].id > subscriber.latestTouch { return position }
    return records.upperBound
  }

  /// Whether the line that all subscribers of a form share suits a subscriber: it lists no touch that the subscriber may
  /// not see.
  private func seesAll(
    of touches: borrowing TouchesEvent, in buffer: borrowing EventBuffer, _ subscriber: Subscriber,
    on device: Int
  ) -> Bool {
    guard !touches.all.isEmpty, lines.form(subscriber.forms.usual).detail.contains(.all) else { return true }
    for position in touches.all where !sees(buffer.records[position], subscriber, on: device) { return false }
    return true
  }

  /// Whether a subscriber may see a touch among all that are down (MULTI-15).
  ///
  /// Touches that landed before the subscriber connected are hidden. Touches of another client's region are hidden
  /// unless the subscriber listens to that region.
  private func sees(_ record: TouchRecord, _ subscriber: Subscriber, on device: Int) -> Bool {
    guard record.id > subscriber.latestTouch else { return false }
    let owner = scope.owner(of: record.region, on: device)
    return owner == RegionTree.configuration || owner == subscriber.number
      || subscriber.subscription.seesTouches(of: record.region, on: device)
  }

  // MARK: Gestures

  /// The numbers that a gesture's line carries.
  @inline(__always)
  private func show(
    gestureAt index: Int, of buffer: inout EventBuffer, on device: Int, _ connections: Connections
  ) -> ShownGesture {
    let numbers = GestureNumbers(
      gesture: buffer.gestures[index].gestureID, sequence: buffer.gestures[index].sequence)
    var shown = ShownGesture(all: numbers, several: numbers, seq: latestSeq)
    if connections.hidesSingleFingers || connections.isPrivate || !privateNumbers.isEmpty {
      rename(buffer.gestures[index], on: device, as: &shown, connections)
    }
    return shown
  }

  /// Renumbers a gesture while some subscribers may not see everything.
  private func rename(
    _ gesture: GestureEvent, on device: Int, as shown: inout ShownGesture, _ connections: Connections
  ) {
    let isSingle = scope.singleFinger.contains(gesture.recognizer)
    if connections.hidesSingleFingers {
      if !isSingle { latestSeq.several += 1 }
      shown.seq = latestSeq
      shown.several = severalNumbers.show(
        gesture, on: device, isPrivate: true, isFirst: true, isHidden: isSingle)
    }
    shown.all = privateNumbers.show(
      gesture, on: device, isPrivate: connections.isPrivate,
      isFirst: gestures.position(of: gesture.gestureID) == nil,
      isHidden: isSingle)
  }

  /// Gives the touches of gestures of several fingers numbers for subscribers that hear nothing of single fingers.
  func nameFingers(of device: Int, in buffer: inout EventBuffer, _ connections: Connections) {
    guard connections.hidesSingleFingers else { return }
    for place in 0..<buffer.count where buffer.places[place].isGesture {
      let index = buffer.places[place].position
      guard !scope.singleFinger.contains(buffer.gestures[index].recognizer) else { continue }
      for position in buffer.fingers(ofGestureAt: index) {
        buffer.nameFinger(
          at: position, forSeveral: severalNumbers.show(buffer.gestureFingers[position], on: device))
      }
    }
  }

  /// Sends a gesture's line unless it only updates a known gesture. The event and its buffer are read in place, since
  /// they are large values.
  ///
  /// - Parameters:
  ///   - index: the event's index among the buffer's gestures.
  ///   - known: the gesture's index among those under way; nil where it is not kept.
  private func publish(
    gestureAt index: Int, _ shown: ShownGesture, _ known: Int?, of buffer: inout EventBuffer, device: Int,
    _ connections: Connections
  ) {
    switch (buffer.gestures[index].state, known) {
    case (.began, nil):
      let position = gestures.begin(
        shown, gestureAt: index, of: &buffer, device: device,
        owner: scope.owner(ofRecognizer: buffer.gestures[index].recognizer))
      var isSuppressed = false
      for place in connections.places.indices {
        guard let subscriber = connections.member(at: place, of: self),
          subscriber.subscription.fits(buffer.gestures[index], on: device)
        else { continue }
        // A gesture that begins hidden stays hidden to its end: no subscriber receives changes of a gesture that did
        // not begin.
        guard !isHidden(buffer.gestures[index].recognizer, from: subscriber, connections) else {
          isSuppressed = connections.isPrivate
          continue
        }
        gestures.add(place, to: position)
        tell(of: position, to: place, connections)
      }
      if isSuppressed { suppressedCount += 1 }
    case (.ended, nil):
      // A gesture without length has happened already, and no later line belongs to it.
      let position = gestures.begin(
        shown, gestureAt: index, of: &buffer, device: device,
        owner: scope.owner(ofRecognizer: buffer.gestures[index].recognizer))
      var isSuppressed = false
      for place in connections.places.indices {
        guard let subscriber = connections.member(at: place, of: self),
          subscriber.subscription.fits(buffer.gestures[index], on: device)
        else { continue }
        if connections.isPrivate, isHidden(buffer.gestures[index].recognizer, from: subscriber, connections) {
          isSuppressed = true
        }
        tell(of: position, to: place, connections)
      }
      if isSuppressed { suppressedCount += 1 }
      gestures.end(position)
    case (.began, let position?), (.changed, let position?):
      gestures.update(position, shown, gestureAt: index, of: &buffer)
      tellRecipients(of: position, connections)
    case (.ended, let position?), (.cancelled, let position?):
      tellHeldUpdates(of: position, connections)
      gestures.update(position, shown, gestureAt: index, of: &buffer)
      tellRecipients(of: position, connections)
      gestures.end(position)
    case (.changed, nil), (.cancelled, nil), (.possible, _), (.failed, _):
      // No subscriber received its beginning (S18).
      break
    }
  }

  /// Reports a gesture as cancelled because its recognizer is gone, and forgets the gesture.
  func cancel(gestureAt position: Int, seq: LineSeq, _ connections: Connections) {
    lines.begin()
    gestures.cancel(position, seq: seq)
    tellRecipients(of: position, connections)
    gestures.end(position)
  }

  /// Reports a gesture as cancelled to one subscriber, which leaves the stage.
  ///
  /// - Parameter seq: the numbers of the line.
  func cancel(
    gestureAt position: Int, for subscriber: Subscriber, seq: LineSeq, _ connections: Connections
  ) {
    let entry = gestures.entries[position]
    var event = gestures.event(at: position, for: subscriber)
    event.state = .cancelled
    guard subscriber.subscription.fits(stateOf: event, on: entry.device),
      !isHidden(entry.recognizer, from: subscriber, connections)
    else { return }
    let form = lines.form(connections.form(for: subscriber, of: entry.owner))
    lines.with { encoder, line in
      encoder.write(
        event, payload: gestures.payloads[position], fingers: gestures.fingers(at: position),
        device: entry.device, seq: seq.number(for: subscriber), in: form, to: &line)
    } _: { line, count in
      subscriber.send(line, count: count, as: .event, now: connections.turn.now)
    }
  }

  private func tellRecipients(of position: Int, _ connections: Connections) {
    // Bits beyond `places` are never set.
    for word in 0..<(connections.places.count + 63) / 64 {
      var recipients = gestures.recipients(of: position, word: word)
      while recipients != 0 {
        tell(of: position, to: word * 64 + recipients.trailingZeroBitCount, connections)
        recipients &= recipients - 1
      }
    }
  }

  /// Sends one subscriber a gesture's latest event.
  ///
  /// - Parameter position: the gesture's index in `gestures`.
  private func tell(of position: Int, to place: Int, _ connections: Connections) {
    guard let subscriber = connections.places[place].subscriber else { return }
    let entry = gestures.entries[position]
    guard
      subscriber.subscription.hasAllStates
        || subscriber.subscription.fits(stateOf: gestures.events[position], on: entry.device),
      !isHidden(entry.recognizer, from: subscriber, connections)
    else { return }
    let number = entry.shown.all.gesture
    if entry.state.isActive, subscriber.limiter.isLimiting {
      let isDue = subscriber.limiter.admits(number, at: entry.time, now: connections.turn.now)
      connections.list(place, subscriber)
      guard isDue || entry.state == .began else { return }
    }
    let tag: LineQueue.Tag = entry.state == .changed ? .gesture(number) : .event
    let isLeft = lines.send(
      gestureAt: position, of: gestures, in: connections.form(for: subscriber, of: entry.owner),
      to: subscriber, as: tag,
      now: connections.turn.now)
    if isLeft { connections.list(place, subscriber) }
  }

  /// Sends the updates that rate limits still hold, before the gesture's end.
  private func tellHeldUpdates(of position: Int, _ connections: Connections) {
    let gesture = gestures.number(at: position)
    for index in connections.places.indices where gestures.isTold(index, of: position) {
      if let subscriber = connections.places[index].subscriber, subscriber.limiter.end(gesture) {
        tellUpdate(of: position, to: subscriber, connections)
        connections.list(index, subscriber)
      }
    }
  }

  /// Sends a rate-limited subscriber the updates that are due.
  func tellDueUpdates(to subscriber: Subscriber, _ connections: Connections) {
    while let gesture = subscriber.limiter.removeDue(at: connections.turn.now) {
      guard let position = gestures.position(of: gesture) else { continue }
      tellUpdate(of: position, to: subscriber, connections)
    }
  }

  private func tellUpdate(of position: Int, to subscriber: Subscriber, _ connections: Connections) {
    let entry = gestures.entries[position]
    guard !isHidden(entry.recognizer, from: subscriber, connections) else { return }
    let form = lines.form(connections.form(for: subscriber, of: entry.owner))
    lines.with { encoder, line in
      encoder.write(
        gestures.event(at: position, for: subscriber), payload: gestures.payloads[position],
        fingers: gestures.fingers(at: position), device: entry.device,
        seq: entry.shown.seq.number(for: subscriber), in: form, to: &line)
    } _: { line, count in
      subscriber.send(line, count: count, as: .gesture(entry.shown.all.gesture), now: connections.turn.now)
    }
  }

  // MARK: Hidden lines

  /// Whether a line is kept from a subscriber. Lines of single-finger recognizers are, while a client holds the lease
  /// or where the subscriber's socket hides single fingers.
  ///
  /// - Parameter recognizer: the line's recognizer; nil for a line that any finger causes.
  func isHidden(_ recognizer: Int?, from subscriber: Subscriber, _ connections: Connections) -> Bool {
    guard connections.isPrivate || subscriber.hidesSingleFinger else { return false }
    return recognizer.map(scope.singleFinger.contains) ?? true
  }

  /// Whether no subscriber receives an event or can count it while a client holds the lease: this is everything that a
  /// single finger causes.
  func isHeldBack(eventAt position: Int, of buffer: borrowing EventBuffer) -> Bool {
    let place = buffer.places[position]
    return !place.isGesture || scope.singleFinger.contains(buffer.gestures[place.position].recognizer)
  }
}

/// Controllers and the application, which get touches after the regions.
extension Stage {
  /// Whether a client gets the touches that reach a controller or the application (RES-1).
  func holdsTouches(_ subscriber: Subscriber, of name: ResponderName) -> Bool {
    subscriber.subscription.touches != nil && subscriber.subscription.held(name, for: .touches) != nil
  }

  /// Whether a client is the responder that gets some touches.
  func holds(_ subscriber: Subscriber, _ touches: borrowing TouchesEvent, on device: Int) -> Bool {
    for index in scope.devices.indices where scope.devices[index].number == device {
      guard let name = scope.devices[index].responder(after: touches.receiver) else { return false }
      return holdsTouches(subscriber, of: name)
    }
    return false
  }
}
