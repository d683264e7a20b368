import GestureCore
import LinuxInput
import TouchInput

/// The daemon's part: it reads the panel as its stream asks, and writes the clone before anything else.
extension FilterSimulation {
  private var instant: Instant { Instant(microseconds: now) }

  /// Reads the panel.
  func follow(_ occasion: PanelStream.Occasion) {
    var batch = EventList()
    stream.recordTime(pipeline.now)
    let due = stream.due(pipeline.nextDeadline)
    stream.begin(occasion, at: instant, due: due)
    while true {
      let action = stream.next(in: &batch, now: instant)
      switch action {
      case .frames(let count): handle(count)
      case .resynchronized(let count):
        isEnding = true
        handle(count)
        isEnding = false
        loseOpenFingers(isOffGlass: true)
      case .interrupt(_, let count): lose(count, .interrupted)
      case .resume: loseOpenFingers(isOffGlass: false)
      case .gone(let count): lose(count, .deviceRemoved)
      case .readEvents: read(into: &batch)
      case .readState:
        stream.state = panel.state
        stream.completeStateRead()
      case .readContacts:
        stream.contacts = panel.state
        stream.completeContactsRead(areKnown: true)
      case .awaitEvents: stream.completeWait(hasMore: !(panel.queue?.isEmpty ?? true))
      case .advance(let time):
        pipeline.advance(to: time, identifiers: &identifiers, into: &buffer)
        endTurn()
      case .pause: preconditionFailure("more is queued than is read at once")
      case .wait:
        grabAtRest()
        return
      }
    }
  }

  /// The panel is gone.
  func removeDevice() {
    lose(stream.remove(at: instant).frameCount, .deviceRemoved)
  }

  private func read(into batch: inout EventList) {
    let count = panel.queue?.count ?? 0
    guard count > 0 else { return stream.completeEmptyRead() }
    let part = chance(4) ? Int.random(in: 1...count, using: &generator) : count
    batch = EventList(panel.read(part))
    stream.completeRead(isAll: part == count)
  }

  private func lose(_ count: Int, _ cause: TouchFrame.Cause) {
    isEnding = true
    handle(count)
    let loss = TouchFrame(time: stream.lastStamp, cause: cause, changes: [])
    pipeline.handle(loss, identifiers: &identifiers, into: &buffer)
    endTurn()
    isEnding = false
  }

  private func handle(_ count: Int) {
    for index in 0..<count {
      pipeline.handle(stream.frames.frame(at: index), identifiers: &identifiers, into: &buffer)
    }
    endTurn()
  }

  private func endTurn(isWritten: Bool = true) {
    for note in buffer.app { take(note) }
    if panel.isGrabbed, isWritten {
      let (events, _) = stream.writeClone(buffer.app)
      if !events.isEmpty { write(events) }
    } else if !panel.isGrabbed, !buffer.app.isEmpty {
      blame("the app hears of a panel that others read")
    }
    buffer.removeAll()
  }

  /// Grabs the panel where nothing touches it (FLT-4), unless a finger lands in between (FLT-5).
  func grabAtRest() {
    let isAtRest = !stream.frames.hasContacts && stream.isFollowing && (panel.queue?.isEmpty ?? false)
    guard isWanted, !isReleased, isCloneReady, !isPipeLost, !panel.isGrabbed, isAtRest else { return }
    if !isSettling, chance(8) { report([.land(0, x: 1000)]) }
    panel.isGrabbed = true
    guard !panel.isTouched, panel.queue?.isEmpty ?? false else {
      panel.isGrabbed = false
      return
    }
    var frames = CloneFrames(cloneDescription, of: touchPanel, isNew: isNewClone && chance(2))
    frames.adopt(panel.state)
    for code in [EventCode.positionX, EventCode.positionY] { frames.adopt(code, panel.values(of: code)) }
    stream.setClone(frames)
    pipeline.beginApp(app)
    isNewClone = false
    tally.switchings += 1
  }

  /// Ends what the app has, and gives the panel back, in one turn (FLT-8).
  ///
  /// - Parameter isWritten: whether the clone still takes frames.
  func giveBack(isWritten: Bool = true) {
    guard panel.isGrabbed else { return }
    isEnding = true
    pipeline.endApp(at: stream.lastStamp, into: &buffer)
    endTurn(isWritten: isWritten)
    isEnding = false
    stream.setClone(nil)
    panel.isGrabbed = false
    tally.switchings += 1
    // Events that the daemon has not read are of no use to it.
    loseOpenFingers(isOffGlass: false)
  }
}
