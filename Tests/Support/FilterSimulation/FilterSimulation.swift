import GestureCore
import GestureTestSupport
import LinuxInput
import TouchInput

/// A seeded story of a panel with fingers, the daemon's engine, the real keeper, and readers of the panel and of its clone.
/// Faults happen to all of them. Time is a number, and nothing waits.
///
/// ```
///   fingers ─▶ SimulatedPanel ──┬─ listened to ─▶ NodeReader of the panel
///                               └─ PanelStream ─▶ TouchscreenPipeline, CloneFrames ─▶ pipe ─▶ keeper ─▶ NodeReader of the clone
/// ```
///
/// The panel is grabbed at rest and given back first, as the daemon does it. The first broken promise ends the story.
package final class FilterSimulation {
  /// Something that happens besides fingers.
  package enum Fault: CaseIterable {
    /// The daemon is killed, and starts again.
    case killed
    /// The daemon's loop is held up.
    case hung
    /// The machine sleeps.
    case slept
    /// The keeper is killed, and its devices go with it.
    case keeperGone
    /// The keeper is stopped for a while, so that its pipe may fill.
    case keeperStopped
    /// The panel is unplugged, and plugged in again.
    case unplugged
    /// The kernel drops events of the panel.
    case dropped
    /// The filter is paused or resumed.
    case paused
    /// Resting fingers switch the filter off.
    case released
    /// A reload changes the mode.
    case reloaded
  }

  /// The receiver of a finger, or its end.
  enum Fate {
    /// It landed while the panel was listened to.
    case panels
    /// The engine has not said anything yet.
    case open
    case held
    case forwarded
    /// A gesture has won it.
    case dropped
    /// A fault has ended it before the app received it.
    case lost
    /// The app received its end: the finger's lift, or another one.
    case lifted
    case ended
  }

  struct Account {
    var fate: Fate
    /// Whether frames about it may be lost in a pipe.
    var isUncertain = false
  }

  /// One of the things that happen next.
  private enum Event {
    case keeperReads
    case keeperActs
    case daemonNotices
    case daemonReads
    case daemonWakes
    case daemonStarts
    case keeperStarts
    case cloneIsAsked
    case cloneIsReady
  }

  /// The number of steps of a story.
  private static let steps = 120

  var generator: SeededGenerator
  /// The present time, in µs.
  var now: Int64 = 1_000_000

  let touchPanel: TouchPanel
  let cloneDescription: CloneDescription
  let recognizers: RecognizerSet
  private let pipeRoom: Int
  var app = AppSettings()

  var panel: SimulatedPanel
  var others: NodeReader
  var clone: NodeReader
  var keeper = SimulatedKeeper()
  private var isKeeperThere = true
  private var hasKeeperLostDaemon = false
  private var seenClones = 0

  // The daemon.
  var stream: PanelStream
  var pipeline: TouchscreenPipeline
  var identifiers = IdentifierSource()
  var buffer = EventBuffer()
  private(set) var isAlive = true
  var isWanted = true
  var isReleased = false
  private(set) var isCloneReady = false
  var isNewClone = true
  /// Whether the pipe has not taken a frame whole.
  var isPipeLost = false
  /// Whether something ends that no gesture has won.
  var isEnding = false

  /// Whether nothing unexpected happens any more.
  private(set) var isSettling = false

  // When it happens, in µs; nil for never.
  private var readAt: Int64?
  private var noticeAt: Int64?
  private var startAt: Int64?
  private var keeperReadAt: Int64?
  private var keeperStartAt: Int64?
  private var cloneAt: Int64?
  private var readyAt: Int64?
  private var hungUntil: Int64 = 0
  private var stoppedUntil: Int64 = 0

  /// Whether each step is printed.
  package var isTold = false
  var accounts: [Account] = []
  private var forwardedCount = 0
  /// The first thing that is wrong.
  private(set) var ownMistake: String?
  /// A number that depends on each byte that went into the pipe and came out at the clone, and on each time.
  package private(set) var digest: UInt64 = 0xcbf2_9ce4_8422_2325
  /// The numbers of what has happened.
  package internal(set) var tally = FilterTally()

  /// A panel at rest, and a daemon that wants to filter it.
  package init(seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    let slots = Int.random(in: 2...6, using: &generator)
    let description = TestScreen.description(slotMaximum: Int32(slots - 1))
    let touchProtocol = try DeviceJudgement.judgeCapabilities(
      of: description, deviceClass: DeviceClass(of: description), scope: .everything)
    touchPanel = try DeviceJudgement.judgeAxes(
      of: description, touchProtocol: touchProtocol, placement: .upright)
    cloneDescription = try CloneDescription(of: description, touchPanel)
    let count = [0, 1, 1, 2, 2, 3].randomElement(using: &generator) ?? 0
    recognizers = try RecognizerSet(Array(Self.recognizers.shuffled(using: &generator).prefix(count)))
    pipeRoom = Bool.random(using: &generator) ? 4096 : 65_536
    app.mode = AppSettings.Mode.allCases.randomElement(using: &generator) ?? .hold
    app.replayGap = .milliseconds(Double([0, 20, 100].randomElement(using: &generator) ?? 20))
    panel = SimulatedPanel(slots: slots, firstID: Int32.random(in: 0...65_535, using: &generator))
    others = NodeReader(slots: slots, isClone: false)
    clone = NodeReader(slots: slots)
    panel.open()
    stream = PanelStream(
      touchPanel, from: .device(openedAt: Instant(microseconds: now), countsReading: false))
    pipeline = TouchscreenPipeline(
      maximumTouches: slots, regions: RegionTree(screen: touchPanel.size), recognizers: recognizers)
    cloneAt = now
  }

  /// The recognizers of the stories: one of each behavior.
  private static let recognizers: [RecognizerDeclaration] = [
    .tap(), .tap("tap2", taps: 2), .tap("two", touches: 2), .longPress(), .pan(),
    .pan("pan2", minimum: 2, maximum: 2), .pan("passive", passive: true),
    RecognizerDeclaration.pan("late").with { $0.delaysTouchesBegan = true },
    RecognizerDeclaration.longPress("beside").with { $0.cancelsTouchesInView = false },
    .swipe("swipe", ["right", "left"]), .swipe("swipe3", ["right", "left"], touches: 3), .pinch(),
    .make(TouchDelayRecognizer.self, "delay"),
  ]

  /// The first broken promise; nil while all are kept.
  package var mistake: String? { ownMistake ?? clone.mistake.map { "clone: \($0)" } ?? others.mistake }

  func blame(_ text: String) {
    if ownMistake == nil { ownMistake = "\(now / 1000) ms: \(text)" }
  }

  /// Prints a line of a story that is told.
  func tell(_ text: @autoclosure () -> String) {
    if isTold { print(now / 1000, text()) }
  }

  func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &generator) == 0 }

  private func random(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &generator) }

  // MARK: The story

  /// Plays the story to its end.
  package func play() {
    for _ in 0..<Self.steps where mistake == nil {
      pass(chance(12) ? random(200_000...900_000) : random(500...20_000))
      switch Int.random(in: 0..<40, using: &generator) {
      case 0, 1: suffer(Fault.allCases.randomElement(using: &generator) ?? .killed)
      case 2, 3: report(panel.glass.indices.map { .lift($0) })
      default: moveFingers()
      }
    }
    if mistake == nil { settle() }
  }

  /// Lets time pass.
  private func pass(_ span: Int64) {
    let end = now + span
    while mistake == nil, let (time, event) = nextEvent, time <= end {
      now = max(now, time)
      perform(event)
      check()
    }
    now = end
  }

  private var nextEvent: (time: Int64, event: Event)? {
    var next: (time: Int64, event: Event)?
    func consider(_ time: Int64?, _ event: Event) {
      if let time, time < next?.time ?? .max { next = (time, event) }
    }
    if isKeeperThere {
      consider(keeperReadAt.map { max($0, stoppedUntil) }, .keeperReads)
      consider(keeper.deadline.map { max($0 * 1000, stoppedUntil) }, .keeperActs)
    }
    consider(keeperStartAt, .keeperStarts)
    consider(startAt, .daemonStarts)
    guard isAlive else { return next }
    consider(noticeAt.map { max($0, hungUntil) }, .daemonNotices)
    consider(readAt.map { max($0, hungUntil) }, .daemonReads)
    let due = stream.due(pipeline.nextDeadline)
    let wake = stream.wakeTime(for: due)
    consider(wake.map { max($0.microseconds, hungUntil) }, .daemonWakes)
    consider(cloneAt.map { max($0, hungUntil) }, .cloneIsAsked)
    consider(readyAt.map { max($0, hungUntil) }, .cloneIsReady)
    return next
  }

  private func perform(_ event: Event) {
    tell("\(event)")
    switch event {
    case .keeperReads:
      keeperReadAt = nil
      if hasKeeperLostDaemon {
        hasKeeperLostDaemon = false
        keeper.disconnect(at: now / 1000)
      } else {
        // More than the pipe has room for.
        for _ in 0..<20 { keeper.read(at: now / 1000) }
      }
      takeClone()
    case .keeperActs:
      keeper.act(at: now / 1000 + 1)
      takeClone()
    case .daemonNotices:
      noticeAt = nil
      losePipe()
    case .daemonReads:
      readAt = nil
      follow(.readable)
    case .daemonWakes: follow(.deadline)
    case .daemonStarts: start()
    case .keeperStarts:
      keeperStartAt = nil
      isKeeperThere = true
    case .cloneIsAsked: askForClone()
    case .cloneIsReady:
      readyAt = nil
      isCloneReady = true
      grabAtRest()
    }
  }

  // MARK: Fingers

  private func moveFingers() {
    var changes: [SimulatedPanel.Change] = []
    for slot in 0..<panel.slotCount {
      let choice = Int.random(in: 0..<20, using: &generator)
      if panel.glass[slot] != nil {
        if choice < 3 { changes.append(.lift(slot)) }
        if choice == 0 { changes.append(.land(slot, x: Int32.random(in: 0...10_239, using: &generator))) }
        if choice > 8 { changes.append(.move(slot, by: Int32.random(in: -300...300, using: &generator))) }
      } else if choice < 3 {
        changes.append(.land(slot, x: Int32.random(in: 0...9, using: &generator) * 1000))
        // A finger that lands and lifts in one report.
        if choice == 0 { changes.append(.lift(slot)) }
      }
    }
    report(changes)
  }

  /// Fingers move fast, and fill pipes and queues.
  private func dance() {
    report((0..<2).map { .land($0, x: 5000) })
    for _ in 0..<100 where mistake == nil {
      report(panel.glass.indices.map { .move($0, by: Int32.random(in: -9...9, using: &generator)) })
      pass(8000)
    }
  }

  /// The panel reports changes. Others receive them unless it is grabbed.
  func report(_ changes: [SimulatedPanel.Change]) {
    let slot = panel.state.currentSlot
    let events = panel.report(changes, at: Instant(microseconds: now))
    while accounts.count < panel.lastX.count {
      accounts.append(Account(fate: panel.isGrabbed ? .open : .panels))
    }
    guard !events.isEmpty else { return }
    tell("report \(changes), grabbed \(panel.isGrabbed)")
    if !panel.isGrabbed {
      // The kernel names a slot only where it changes, also to readers that missed the last one.
      others.take(InputEvent(time: now, EventCode.slot, slot))
      others.take(events)
    }
    if isAlive, readAt == nil { readAt = now + random(0...3000) }
  }

  // MARK: Faults

  private func suffer(_ fault: Fault) {
    tell("fault \(fault)")
    tally.faults += 1
    switch fault {
    case .killed: kill()
    case .hung:
      guard isAlive else { return }
      hungUntil = now + random(50_000...1_900_000)
      if chance(2) { dance() }
    case .slept: if isAlive, hungUntil <= now { follow(.sleep) }
    case .keeperGone:
      guard isKeeperThere else { return }
      noteLostFrames()
      keeper = SimulatedKeeper()
      isKeeperThere = false
      hasKeeperLostDaemon = false
      clone.replace()
      seenClones = 0
      isNewClone = true
      stoppedUntil = 0
      keeperReadAt = nil
      keeperStartAt = now + random(0...1_000_000)
      if isAlive { noticeAt = now + random(0...5000) }
    case .keeperStopped:
      let isBusy = chance(2)
      stoppedUntil = now + random(isBusy ? 900_000...2_000_000 : 20_000...900_000)
      if isBusy { dance() }
    case .unplugged: unplug()
    case .dropped:
      panel.overflow(at: Instant(microseconds: now))
      moveFingers()
    case .paused: if isAlive, hungUntil <= now { pause() }
    case .released: if isAlive, hungUntil <= now { release() }
    case .reloaded: if isAlive, hungUntil <= now { reload() }
    }
    if hungUntil <= now, noticeAt == nil { checkReadable(fault) }
  }

  private func kill() {
    guard isAlive else { return }
    isAlive = false
    isCloneReady = false
    isPipeLost = false
    hungUntil = 0
    (readAt, noticeAt, cloneAt, readyAt) = (nil, nil, nil, nil)
    panel.close()
    loseFingers()
    noteLostFrames()
    keeper.lose()
    if isKeeperThere {
      hasKeeperLostDaemon = true
      keeperReadAt = keeperReadAt ?? now + random(0...5000)
    }
    startAt = now + random(100_000...1_500_000)
  }

  /// The daemon starts, or opens the panel anew.
  private func start() {
    startAt = nil
    isAlive = true
    isReleased = false
    panel.open()
    let time = Instant(microseconds: now)
    stream = PanelStream(
      touchPanel, from: .device(openedAt: time, countsReading: false), initialState: panel.state, since: time)
    pipeline = TouchscreenPipeline(
      maximumTouches: panel.slotCount, regions: RegionTree(screen: touchPanel.size), recognizers: recognizers)
    cloneAt = now + random(1000...20_000)
  }

  private func unplug() {
    if isAlive {
      removeDevice()
      panel.close()
      loseFingers()
      // Frames that the keeper has not read yet go with the pipe (FF-31).
      noteLostFrames()
      if keeper.hasPipe { keeper.drop(at: now / 1000) }
      takeClone()
      isCloneReady = false
      readyAt = nil
      readAt = nil
    }
    panel.replug(firstID: Int32.random(in: 0...65_535, using: &generator))
    others.replace()
    // It may be plugged in with a finger on it (FF-13).
    if chance(3) { report([.land(0, x: 3000)]) }
    if isAlive { start() }
    readAt = nil
  }

  private func pause() {
    isWanted.toggle()
    if isWanted { grabAtRest() } else { giveBack() }
  }

  /// Fingers rest on all slots, and switch the filter off (FLT-12).
  private func release() {
    report((0..<panel.slotCount).map { .land($0, x: 4000) })
    pass(5_000_000)
    guard isAlive, mistake == nil else { return }
    isReleased = true
    giveBack()
  }

  private func reload() {
    // A reload counts when no finger is down (FLT-10).
    guard !stream.frames.hasContacts else { return }
    giveBack()
    app.mode = AppSettings.Mode.allCases.randomElement(using: &generator) ?? .hold
    isReleased = false
    isCloneReady = false
    readyAt = nil
    cloneAt = now
  }

  // MARK: The keeper

  private func askForClone() {
    cloneAt = nil
    // A keeper that has not seen the end of the last connection closes another one.
    let isReached = isKeeperThere && stoppedUntil <= now && !hasKeeperLostDaemon
    guard isReached, keeper.isConnected || keeper.connect(at: now / 1000),
      keeper.make(
        slots: panel.slotCount, endsByPalm: app.mode == .cancel, room: pipeRoom, at: now / 1000)
    else {
      cloneAt = now + 200_000
      return
    }
    takeClone()
    isPipeLost = false
    readyAt = now + 300_000 + random(0...50_000)
  }

  /// The clone's readers receive the events that the keeper writes.
  private func takeClone() {
    for event in keeper.takeEvents() {
      clone.take(event)
      digest(event)
    }
    if keeper.madeCount != seenClones || !keeper.hasClone {
      if seenClones > 0, clone.down > 0 { blame("a clone goes with a contact down") }
      clone.replace()
      if keeper.madeCount != seenClones { isNewClone = true }
      seenClones = keeper.madeCount
    }
    if keeper.droppedCount > 0 { blame("the keeper finds a frame wrong") }
  }

  /// Writes what the daemon's engine has made.
  func write(_ events: ArraySlice<CloneEvent>) {
    tell("write \(events.map { "\(String($0.code, radix: 16))=\($0.value)" }.joined(separator: " "))")
    for event in events { digest(event.event(at: stream.lastStamp)) }
    guard !isPipeLost else { return noteLostFrames() }
    tally.frames += 1
    switch isKeeperThere ? keeper.write(events) : .closed {
    case .written: break
    case .full:
      tally.full += 1
      isPipeLost = true
    case .closed: isPipeLost = true
    }
    if isPipeLost {
      noteLostFrames()
      if noticeAt == nil { noticeAt = now }
    }
    if keeperReadAt == nil { keeperReadAt = now + random(0...3000) }
  }

  /// The clone's pipe is lost: the panel goes back first, then another pipe is asked for (FF-3, FF-4).
  private func losePipe() {
    giveBack(isWritten: false)
    noteLostFrames()
    if isKeeperThere {
      keeper.closePipe()
      if keeperReadAt == nil { keeperReadAt = now + random(0...3000) }
    }
    isCloneReady = false
    readyAt = nil
    cloneAt = now + 200_000
  }

  private func digest(_ event: InputEvent) {
    for value in [
      UInt64(event.type), UInt64(event.code), UInt64(UInt32(bitPattern: event.value)), UInt64(now),
    ] {
      digest = (digest ^ value) &* 0x100_0000_01b3
    }
  }

  // MARK: Accounts

  /// Frames about fingers whose end the clone has not said may be lost.
  private func noteLostFrames() {
    for finger in accounts.indices where clone.ends[finger] == nil { accounts[finger].isUncertain = true }
  }

  /// The app receives nothing more of fingers.
  private func loseFingers() {
    for finger in accounts.indices {
      switch accounts[finger].fate {
      case .open, .held: accounts[finger].fate = .lost
      case .forwarded: accounts[finger].fate = .ended
      case .panels, .dropped, .lost, .lifted, .ended: break
      }
    }
    forwardedCount = 0
  }

  /// The engine does not learn of fingers that it has not told of, as their events were too old or dropped.
  func loseOpenFingers(isOffGlass: Bool) {
    let present = Set(panel.glass.compactMap { $0?.number })
    for finger in accounts.indices where accounts[finger].fate == .open {
      if !isOffGlass || !present.contains(finger) { accounts[finger].fate = .lost }
    }
  }

  /// Takes news for the app.
  func take(_ note: AppNote) {
    let finger = NodeReader.finger(
      atY: Int32((note.location.y * Double(TestScreen.unitsPerMillimetre)).rounded()))
    let taker = note.recognizer.map { recognizers.instances[$0].name } ?? "nobody"
    tell("finger \(finger) \(note.phase), slot \(note.slot), by \(taker), mode \(app.mode)")
    guard accounts.indices.contains(finger) else { return blame("\(note.phase) of no finger") }
    switch (accounts[finger].fate, note.phase) {
    case (.open, .held): accounts[finger].fate = .held
    case (.open, .began), (.held, .began):
      accounts[finger].fate = .forwarded
      if let stated = note.stated, note.time - note.happened > stated.landing {
        blame("finger \(finger) is later than stated")
      }
      tally.forwarded += 1
      forwardedCount += 1
    case (.open, .dropped), (.held, .dropped):
      if note.recognizer == nil, !isEnding { blame("finger \(finger) is dropped for nobody") }
      accounts[finger].fate = isEnding ? .lost : .dropped
      tally.won += isEnding ? 0 : 1
    case (.forwarded, .moved): break
    case (.forwarded, .ended):
      accounts[finger].fate = isEnding ? .ended : .lifted
      forwardedCount -= 1
    case (.forwarded, .cancelled), (.forwarded, .lifted):
      if !isEnding, app.mode == .hold || note.recognizer == nil { blame("finger \(finger) is taken back") }
      accounts[finger].fate = .ended
      forwardedCount -= 1
      tally.takenBack += isEnding ? 0 : 1
    default: blame("finger \(finger): \(note.phase) after \(accounts[finger].fate)")
    }
  }

  // MARK: Promises

  /// Where nothing is under way, the clone has what the panel has, and no contact hangs.
  private func check() {
    guard readAt == nil, keeperReadAt == nil, noticeAt == nil, keeperStartAt == nil else { return }
    if !panel.isGrabbed, clone.down > 0 { blame("a contact hangs on a clone of a panel that others read") }
    guard panel.isGrabbed, !isPipeLost, stream.isFollowing else { return }
    if clone.down != forwardedCount {
      blame("the clone has \(clone.down) contacts instead of \(forwardedCount)")
    }
    for contact in clone.contacts {
      guard accounts.indices.contains(contact.finger) else {
        return blame("the clone has a contact of no finger")
      }
      for case let finger? in panel.glass where finger.number == contact.finger {
        if finger.x != contact.x {
          blame("finger \(finger.number) is at \(finger.x), its contact at \(contact.x)")
        }
      }
    }
  }

  /// Whether readers of a panel that is not grabbed get a tap, whole.
  private func checkReadable(_ fault: Fault) {
    switch fault {
    case .killed, .keeperGone, .unplugged, .released:
      if panel.isGrabbed { blame("\(fault): the panel stays grabbed") }
    case .hung, .slept, .keeperStopped, .dropped, .paused, .reloaded: break
    }
    guard !panel.isGrabbed, let slot = panel.glass.firstIndex(where: { $0 == nil }) else { return }
    let finger = accounts.count
    report([.land(slot, x: 5000)])
    guard !panel.isGrabbed else { return }
    report([.lift(slot)])
    if others.landings[finger] != 1 || others.ends[finger] != 1 {
      blame("\(fault): a tap of the panel is lost")
    }
  }

  /// All fingers lift, faults end, and all time passes: each landing has one end by then, with one receiver.
  private func settle() {
    isSettling = true
    pass(25_000)
    report(panel.glass.indices.map { .lift($0) })
    isWanted = true
    isReleased = false
    pass(12_000_000)
    if isAlive { grabAtRest() }
    guard mistake == nil else { return }
    if pipeline.nextDeadline != nil { blame("a deadline stays") }
    if clone.down > 0 { blame("a contact hangs") }
    if others.down > 0 { blame("a contact of the panel hangs") }
    if !panel.isGrabbed { blame("the panel at rest is not taken") }
    for finger in accounts.indices { judge(finger) }
  }

  private func judge(_ finger: Int) {
    let account = accounts[finger]
    let told = (others: others.landings[finger] ?? 0, clone: clone.landings[finger] ?? 0)
    if told.clone != clone.ends[finger] ?? 0 || told.others != others.ends[finger] ?? 0 {
      blame("finger \(finger) has another number of ends than landings")
    }
    switch account.fate {
    case .panels: if told != (1, 0) { blame("finger \(finger) of the panel has the receivers \(told)") }
    case .dropped, .lost:
      if told != (0, 0) { blame("finger \(finger) belongs to no receiver and has \(told)") }
    case .lifted, .ended:
      let isRight = account.isUncertain ? told.clone <= 1 : told.clone == 1
      if told.others != 0 || !isRight { blame("finger \(finger) of the app has the receivers \(told)") }
      if account.fate == .lifted, !account.isUncertain, clone.lastX[finger] != panel.lastX[finger] {
        blame("finger \(finger) lifts at \(clone.lastX[finger] ?? -1) instead of \(panel.lastX[finger])")
      }
    case .open, .held, .forwarded: blame("finger \(finger) has no end: \(account.fate)")
    }
  }
}

extension InputEvent {
  /// An event of an axis.
  fileprivate init(time: Int64, _ code: UInt16, _ value: Int32) {
    self.init(time: Instant(microseconds: time), type: EventCode.absolute, code: code, value: value)
  }
}
