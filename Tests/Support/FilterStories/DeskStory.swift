import DaemonTestSupport
import GestureCore
import GestureProtocol
import GestureTestSupport
import GesturedConfiguration
import GesturedScene
import LinuxEventLoop
import LinuxInput
import PanelSimulation
import TouchInput

@testable import GesturedBase
@testable import GesturedDevices
@testable import GesturedServing

/// A seeded story of panels, the daemon's filter and the real keeper: the keeper's client, the desk, live clones and
/// touchscreens of the daemon, over the kernel's sockets and pipes. Faults happen to all of them. Time is a number, and
/// nothing waits.
///
/// ```
///   fingers ─▶ SimulatedPanel ──┬─ listened to ─▶ NodeReader of the panel
///                               └─ Touchscreen ─▶ LiveClone ═ pipe ═▶ keeper ─▶ NodeReader of the clone
///                                       ▲ grab, give back
///                   FilterDesk, KeeperClient ═ socket ═ keeper
/// ```
///
/// The first broken promise ends the story.
package final class DeskStory {
  /// The subject of a story.
  package struct Plot {
    package var panels = 2
    /// The number of slots of each panel; nil for what the seed chooses.
    package var slots: Int? = 5
    /// How long fingers and faults go on, in ms.
    package var milliseconds: Int64 = 8000
    /// The time between two faults, in ms; nil for none.
    package var faultPause: ClosedRange<Int64>? = 200...2500
    /// The panel that faults happen to; nil for all panels and for the programs.
    package var faultPanel: Int?
    /// Whether recognizers compete with the app; nil for either.
    package var competes: Bool?
    package var mode: AppSettings.Mode?
    package var replayGap = TimeSpan.milliseconds(20)
    /// How long the keeper and the daemon take to wake for each other, in µs.
    package var latency: ClosedRange<Int64> = 50...1500
    /// When the first finger lands, in ms.
    package var firstFinger: ClosedRange<Int64> = 100...900
    /// The rests between fingers, in ms.
    package var rest: ClosedRange<Int64> = 200...900
    /// Whether the bytes of the clones are kept.
    package var keepsEvents = false

    package init() {}

    /// One panel, with a fault every third of a second. Ten thousand of them take minutes.
    package static var brief: Plot {
      var plot = Plot()
      plot.panels = 1
      plot.slots = nil
      plot.milliseconds = 2500
      plot.faultPause = 50...600
      return plot
    }

    /// Twenty minutes with long rests, of which an hour has three. A panel has places for 720 fingers, by which readers
    /// know them, and so many land in an hour.
    package static var day: Plot {
      var plot = Plot()
      plot.milliseconds = 1_080_000
      plot.rest = 1000...60_000
      plot.faultPause = 2000...60_000
      return plot
    }
  }

  /// A story without faults, with recognizers that hold. Its landings show how late the daemon lets go (LIM-8).
  package static func late(seed: UInt64) throws -> DeskStory {
    var plot = Plot()
    plot.panels = 1
    plot.milliseconds = 30_000
    plot.faultPause = nil
    plot.competes = true
    plot.mode = .hold
    plot.replayGap = .zero
    plot.latency = 20...200
    let story = try DeskStory(seed: seed, plot)
    story.play()
    return story
  }

  /// Something that happens besides fingers.
  package enum Fault: CaseIterable {
    case killed, hung, slept, keeperKilled, keeperStopped, pipeStuck, unplugged, dropped, paused, released
    case reloaded, takenByAnother, nodeMissing, landsBeforeGrab
  }

  /// A finger that has landed.
  struct Account {
    let isOfClone: Bool
    /// Whether frames about it may be lost.
    var isUncertain: Bool
    /// When the kernel reported it to the daemon, in µs: at its landing, or with the drop in which that was lost.
    var reportedAt: Int64
  }

  /// A panel with its readers.
  final class Desktop {
    let index: Int
    let glass: Glass
    var generator: SeededGenerator
    var others: NodeReader
    var clone: NodeReader
    /// The device of the clone that readers have; nil without one.
    var device: Int?
    var accounts: [Account] = []
    /// The daemon's part; nil while the daemon does not have it open.
    var open: StoryPanel?
    var isPlugged = true
    /// The events of its clones.
    var events: [InputEvent] = []
    // When it happens, in µs; nil for never.
    var fingersAt: Int64?
    var readAt: Int64?
    var plugAt: Int64?
    var freeAt: Int64?
    var pipeFreeAt: Int64?
    var pipeFreedAt: Int64 = 0
    /// When resting fingers have switched the filter off last; nil where they have not.
    var releasedAt: Int64?
    /// Fingers that land before may lose frames.
    var uncertainUntil: Int64 = 0
    /// The deadline that the daemon wakes for, and when it does.
    var wake: (deadline: Int64, at: Int64)?

    init(_ index: Int, slots: Int, seed: UInt64) {
      self.index = index
      generator = SeededGenerator(seed: seed &* 0x9e37_79b9_7f4a_7c15 &+ UInt64(index))
      glass = Glass(
        SimulatedPanel(slots: slots, firstID: Int32.random(in: 0...65_535, using: &generator)))
      others = NodeReader(slots: slots, isClone: false)
      clone = NodeReader(slots: slots)
    }

    func random(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &generator) }
    func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &generator) == 0 }
  }

  /// The daemon, with all its descriptors.
  final class Daemon {
    let publisher: Publisher
    let desk: FilterDesk
    var isPaused = false
    /// The panels whose rest matters.
    var awaited: Set<Int> = []

    init(_ scene: Scene, socket: String, at now: Instant) throws {
      publisher = Publisher(try .alone(at: now), scene: scene, dump: nil)
      desk = FilterDesk(publisher.turn, socket: socket)
    }
  }

  let plot: Plot
  var generator: SeededGenerator
  /// The present time, in µs.
  package var now: Int64 = 1_000_000
  let scene: Scene
  let isCompeting: Bool
  /// The longest hold of a landing, in the present mode.
  var holdMaximum: TimeSpan
  var filter: TouchFilter
  let desktops: [Desktop]
  let keeper: ServedKeeper
  var daemon: Daemon?
  var screenCount = 0
  private(set) var isSettling = false
  /// The states that panels have had since the last settling, as `1 on`.
  package var states: [String] = []

  // When it happens, in µs; nil for never.
  var keeperAt: Int64?
  var keeperStartAt: Int64?
  var pollAt: Int64?
  var daemonStartAt: Int64?
  var faultAt: Int64?
  var nodesAt: [(time: Int64, device: Int)] = []
  var hungUntil: Int64 = 0
  /// When the service manager has heard nothing of the daemon for 2 s.
  var watchdogAt: Int64?
  var stoppedUntil: Int64 = 0
  var losesNextNode = false
  var seenDevice = 1

  /// The first broken promise; nil while all are kept.
  package var mistake: String? {
    if let ownMistake { return ownMistake }
    for desktop in desktops {
      if let mistake = desktop.clone.mistake { return "clone \(desktop.index): \(mistake)" }
      if let mistake = desktop.others.mistake { return "panel \(desktop.index): \(mistake)" }
    }
    return nil
  }
  private var ownMistake: String?
  /// The daemon gives a keeper up that reads nothing for 0.2 s, as a check each 0.2 s sees it. Nothing that lies in the pipe then lands
  /// (FF-31). In µs.
  private static let mostStale: Int64 = 600_000
  /// A daemon that goes on after a hang passes touches on that are this old at most, as `backlog_ms` interrupts all older ones (FF-15).
  /// In µs.
  private static let mostBacklog: Int64 = 500_000
  /// The daemon waits for the rest of a frame for 3 ms, and the loop and the keeper take their time to wake. In µs.
  private static let mostWait: Int64 = 10_000
  /// A number that depends on each event of each clone, and on its time.
  package private(set) var digest: UInt64 = 0xcbf2_9ce4_8422_2325
  /// Whether each step is printed.
  package var isTold = false
  /// The numbers of what has happened.
  package var tally = StoryTally()
  /// How late touches reached the app beyond the longest hold, in µs, in the order of their landings on clones.
  package private(set) var lateness: [Int64] = []

  package init(seed: UInt64, _ plot: Plot = Plot()) throws {
    self.plot = plot
    var generator = SeededGenerator(seed: seed)
    let isCompeting = plot.competes ?? Bool.random(using: &generator)
    let own: [RecognizerDeclaration] =
      isCompeting
      ? Array(
        Self.recognizers.shuffled(using: &generator).prefix(Int.random(in: 1...3, using: &generator)))
      : [.pan("passive", passive: true)]
    scene = try Scene(own)
    let recognizers = scene.recognizers
    var filter = TouchFilter()
    filter.isEnabled = true
    filter.app.mode = plot.mode ?? AppSettings.Mode.allCases.randomElement(using: &generator) ?? .hold
    filter.app.replayGap = plot.replayGap
    // The seed chooses, so that its story stays what it was.
    filter.releaseFor = .milliseconds([0, 350, 2600][Int(seed % 3)])
    holdMaximum = Self.holdMaximum(of: recognizers, filter.app)
    self.isCompeting = isCompeting
    self.filter = filter
    // Small pipes are full where a keeper is stopped.
    keeper = ServedKeeper(pipeRoom: seed % 2 == 0 ? 4096 : 65_536)
    desktops = (0..<plot.panels).map { Desktop($0, slots: plot.slots ?? 2 + Int(seed % 5), seed: seed) }
    self.generator = generator
    for desktop in desktops { desktop.fingersAt = now + desktop.random(plot.firstFinger) * 1000 }
    faultAt = plot.faultPause.map { now + random($0) * 1000 }
    daemonStartAt = now
  }

  private static let recognizers: [RecognizerDeclaration] = [
    .tap(), .tap("tap2", taps: 2), .tap("two", touches: 2), .longPress(), .pan(),
    .pan("pan2", minimum: 2, maximum: 2), .pan("passive", passive: true),
    RecognizerDeclaration.pan("late").with { $0.delaysTouchesBegan = true },
    RecognizerDeclaration.longPress("beside").with { $0.cancelsTouchesInView = false },
    .swipe("swipe", ["right", "left"]), .swipe("swipe3", ["right", "left"], touches: 3), .pinch(),
    .make(TouchDelayRecognizer.self, "delay"),
  ]

  static func holdMaximum(of recognizers: RecognizerSet, _ app: AppSettings) -> TimeSpan {
    let bounds = HoldBounds(recognizers, app)
    let instances = recognizers.instances
    return instances.indices.filter { instances[$0].holdsLandings(in: app.mode) }.map { bounds[$0].landing }
      .max() ?? .zero
  }

  func blame(_ text: String) {
    if ownMistake == nil { ownMistake = "\(now / 1000) ms: \(text)" }
  }

  func tell(_ text: @autoclosure () -> String) {
    if isTold { print(now / 1000, text()) }
  }

  func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &generator) == 0 }
  func random(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &generator) }
  var instant: Instant { Instant(microseconds: now) }

  // MARK: The story

  /// Plays the story to its end.
  package func play() {
    pass(plot.milliseconds * 1000)
    if mistake == nil { settle() }
  }

  /// Goes on with a story that has settled.
  package func goOn() {
    isSettling = false
    for desktop in desktops {
      desktop.accounts = []
      desktop.glass.panel.forgetFingers()
      desktop.others.forgetFingers()
      desktop.clone.forgetFingers()
      desktop.fingersAt = now + desktop.random(1000...100_000)
    }
    faultAt = plot.faultPause.map { now + random($0) * 1000 }
    states = []
    play()
  }

  /// Lets time pass.
  package func pass(_ span: Int64) {
    let end = now + span
    var steps = 0
    while mistake == nil, let (time, perform) = nextEvent, time <= end {
      now = max(now, time)
      perform()
      takeKeeper()
      check()
      steps += 1
      if steps > 2_000_000 { return blame("the story does not go on") }
    }
    now = max(now, end)
  }

  private var nextEvent: (time: Int64, perform: () -> Void)? {
    var next: (time: Int64, perform: () -> Void)?
    func consider(_ time: Int64?, _ perform: @escaping () -> Void) {
      if let time, time < next?.time ?? .max { next = (time, perform) }
    }
    if keeper.isRunning {
      if keeperAt == nil, keeper.isDue { keeperAt = now + random(plot.latency) }
      consider(keeperAt.map { max($0, stoppedUntil) }, serveKeeper)
      consider(keeper.deadline.map { max($0 * 1000, stoppedUntil) }, serveKeeper)
    }
    consider(keeperStartAt) { [self] in
      keeperStartAt = nil
      keeper.start()
    }
    consider(daemonStartAt, startDaemon)
    consider(watchdogAt, judgeHang)
    consider(faultAt, suffer)
    for desktop in desktops {
      consider(desktop.fingersAt) { self.moveFingers(desktop) }
      consider(desktop.plugAt) { self.plugIn(desktop) }
      consider(desktop.freeAt) {
        desktop.freeAt = nil
        desktop.glass.isTakenByAnother = false
      }
      consider(desktop.pipeFreeAt) { self.freePipe(of: desktop) }
    }
    guard let daemon else { return next }
    consider(pollAt.map { max($0, hungUntil) }, poll)
    consider(daemon.desk.nextDeadline.map { max($0.microseconds, hungUntil) }, advanceDesk)
    if let first = nodesAt.first { consider(max(first.time, hungUntil), tellNode) }
    for desktop in desktops {
      guard let open = desktop.open else { continue }
      consider(desktop.readAt.map { max($0, hungUntil) }) { self.read(desktop, .readable) }
      consider(wake(of: desktop, open).map { max($0, hungUntil) }) { self.read(desktop, .deadline) }
      consider(open.releaseDue.map { max($0.microseconds, hungUntil) }) { self.release(desktop) }
    }
    return next
  }

  /// The timer wakes the loop at its microsecond, and the loop's processor is busy for up to 0.3 ms. The delay depends
  /// on the panel and its deadline alone.
  private func wake(of desktop: Desktop, _ open: StoryPanel) -> Int64? {
    guard let deadline = open.nextDeadline?.microseconds else { return nil }
    if let wake = desktop.wake, wake.deadline == deadline { return wake.at }
    var delays = SeededGenerator(seed: UInt64(bitPattern: deadline) &* 2 &+ UInt64(desktop.index))
    desktop.wake = (deadline, max(deadline, now) + Int64.random(in: 0...300, using: &delays))
    return desktop.wake?.at
  }

  // MARK: Fingers

  private func moveFingers(_ desktop: Desktop) {
    desktop.fingersAt =
      now
      + (desktop.chance(12)
        ? desktop.random(plot.rest.lowerBound * 1000...plot.rest.upperBound * 1000)
        : desktop.random(500...20_000))
    var changes: [SimulatedPanel.Change] = []
    let isLifting = desktop.chance(20)
    for slot in 0..<desktop.glass.panel.slotCount {
      let choice = desktop.random(0...19)
      if isLifting {
        changes.append(.lift(slot))
      } else if desktop.glass.panel.glass[slot] != nil {
        if choice < 3 { changes.append(.lift(slot)) }
        if choice == 0 { changes.append(.land(slot, x: Int32(desktop.random(0...10_239)))) }
        if choice > 8 { changes.append(.move(slot, by: Int32(desktop.random(-300...300)))) }
      } else if choice < 3 {
        changes.append(.land(slot, x: Int32(desktop.random(0...9)) * 1000))
      }
    }
    report(changes, on: desktop)
  }

  /// The panel reports changes. Others receive them unless it is grabbed.
  func report(_ changes: [SimulatedPanel.Change], on desktop: Desktop) {
    guard desktop.isPlugged else { return }
    let isGrabbed = desktop.glass.panel.isGrabbed
    let slot = desktop.glass.panel.state.currentSlot
    let unreadSince = desktop.glass.panel.queue?.first?.time
    let events = desktop.glass.panel.report(changes, at: instant)
    while desktop.accounts.count < desktop.glass.panel.lastX.count {
      desktop.accounts.append(
        Account(isOfClone: isGrabbed, isUncertain: now < desktop.uncertainUntil, reportedAt: now))
    }
    delayLostLandings(on: desktop, unreadSince: unreadSince)
    guard !events.isEmpty else { return }
    tell("panel \(desktop.index): \(changes)\(isGrabbed ? ", grabbed" : "")")
    if !isGrabbed {
      // The kernel names a slot only where it changes, also to readers that missed the last one.
      desktop.others.take(
        InputEvent(time: instant, type: EventCode.absolute, code: EventCode.slot, value: slot))
      desktop.others.take(events)
    }
    if desktop.open != nil, desktop.readAt == nil { desktop.readAt = now + desktop.random(0...700) }
  }

  /// The kernel drops what the daemon has not read.
  func overflow(_ desktop: Desktop) {
    let unreadSince = desktop.glass.panel.queue?.first?.time
    desktop.glass.panel.overflow(at: instant)
    delayLostLandings(on: desktop, unreadSince: unreadSince)
  }

  /// The kernel does not say when a finger landed whose landing it dropped unread. Its hold counts from the drop.
  private func delayLostLandings(on desktop: Desktop, unreadSince: Instant?) {
    guard let unreadSince, let first = desktop.glass.panel.queue?.first, first.time == instant,
      first.type == EventCode.synchronization, first.code == EventCode.dropped
    else { return }
    for finger in desktop.accounts.indices
    where desktop.accounts[finger].reportedAt >= unreadSince.microseconds {
      desktop.accounts[finger].reportedAt = now
    }
  }

  // MARK: The keeper

  private func serveKeeper() {
    keeperAt = nil
    let said = keeper.serve(at: now / 1000)
    // A keeper that has slept may end a clone's contacts, drop it and make the next one at once.
    for part in said where part.device < seenDevice { take(part) }
    let first = seenDevice
    noteDevices()
    for part in said where part.device >= first { take(part) }
    for desktop in desktops { forgetGoneDevice(of: desktop) }
    if keeper.droppedCount > 0 { blame("the keeper finds a frame wrong") }
    if daemon != nil, pollAt == nil { pollAt = now + random(plot.latency) }
  }

  /// Devices that have been made get nodes, and udev reports them.
  private func noteDevices() {
    while seenDevice < keeper.nextDeviceNumber {
      let device = seenDevice
      seenDevice += 1
      guard keeper.hasDevice(device) else { continue }
      guard let desktop = desktops.first(where: { UInt64($0.index + 1) == keeper.panel(of: device) }) else {
        blame("a device is the clone of no panel")
        return
      }
      if desktop.device != nil { replaceClone(of: desktop) }
      desktop.device = device
      tell("device \(device) is the clone of panel \(desktop.index)")
      if losesNextNode {
        losesNextNode = false
      } else {
        nodesAt.append((now + random(1000...50_000), device))
        nodesAt.sort { $0.time < $1.time }
      }
    }
  }

  private func take(_ said: ServedKeeper.Said) {
    guard let desktop = desktops.first(where: { $0.device == said.device }) else { return }
    let before = desktop.clone.landings
    desktop.clone.take(said.event)
    for value in [
      UInt64(said.event.type), UInt64(said.event.code), UInt64(UInt32(bitPattern: said.event.value)),
      UInt64(now),
    ] {
      digest = (digest ^ value) &* 0x100_0000_01b3
    }
    if plot.keepsEvents { desktop.events.append(said.event) }
    guard said.event.type == EventCode.synchronization, desktop.clone.landings != before else { return }
    for (finger, count) in desktop.clone.landings where before[finger] != count {
      tally.forwarded += 1
      guard desktop.accounts.indices.contains(finger) else {
        blame("the clone of panel \(desktop.index) has a contact of no finger")
        return
      }
      let due = desktop.accounts[finger].reportedAt + holdMaximum.microseconds
      lateness.append(max(0, now - due))
      // A daemon that hangs does not give the keeper up. Once it goes on it interrupts touches that have waited for it.
      let late = now - max(due, hungUntil)
      let old = now - max(due, stoppedUntil, desktop.pipeFreedAt)
      if late > Self.mostStale || old > Self.mostStale + Self.mostBacklog {
        blame("finger \(finger) lands on the clone \((now - due) / 1000) ms after its hold")
      }
    }
  }

  private func forgetGoneDevice(of desktop: Desktop) {
    guard let device = desktop.device, !keeper.hasDevice(device) else { return }
    replaceClone(of: desktop)
  }

  private func replaceClone(of desktop: Desktop) {
    if desktop.clone.down > 0 { blame("the clone of panel \(desktop.index) goes with a contact down") }
    dropClone(of: desktop)
  }

  /// The clone's device goes, whatever it says.
  func dropClone(of desktop: Desktop) {
    if let device = desktop.device { daemon?.desk.forget("input\(device)") }
    desktop.clone.replace()
    desktop.device = nil
  }

  /// Looks whether the keeper has something to do after a step.
  private func takeKeeper() {
    if keeper.isRunning, keeperAt == nil, keeper.isDue { keeperAt = now + random(plot.latency) }
  }

  // MARK: Settling

  /// All fingers lift, faults end, and all time passes. Each landing has one end by then, with one receiver, and each
  /// panel is filtered again.
  private func settle() {
    isSettling = true
    faultAt = nil
    hungUntil = min(hungUntil, now)
    watchdogAt = nil
    stoppedUntil = min(stoppedUntil, now)
    losesNextNode = false
    for desktop in desktops { endFaults(of: desktop) }
    pass(2_000_000)
    for desktop in desktops {
      desktop.fingersAt = nil
      report(desktop.glass.panel.glass.indices.map { .lift($0) }, on: desktop)
    }
    resume()
    pass(80_000_000)
    guard mistake == nil else { return }
    for desktop in desktops where mistake == nil {
      if !desktop.glass.panel.isGrabbed { blame("panel \(desktop.index) at rest is not taken") }
      if desktop.clone.down > 0 { blame("a contact of clone \(desktop.index) hangs") }
      if desktop.others.down > 0 { blame("a contact of panel \(desktop.index) hangs") }
      if desktop.open?.nextDeadline != nil { blame("a deadline of panel \(desktop.index) stays") }
    }
    if keeper.deviceCount != plot.panels { blame("there are \(keeper.deviceCount) devices") }
    if let daemon {
      for report in daemon.desk.reports where report.state != "on" {
        blame("panel \(report.device) is \(report.state)")
      }
    }
    for desktop in desktops { tapAtRest(desktop) }
    pass(12_000_000)
    for desktop in desktops { judge(desktop) }
  }

  /// A tap after the story.
  private func tapAtRest(_ desktop: Desktop) {
    report([.land(0, x: 3000)], on: desktop)
    pass(2_000_000)
    report([.lift(0)], on: desktop)
    pass(2_000_000)
  }

  private func endFaults(of desktop: Desktop) {
    desktop.pipeFreeAt = desktop.pipeFreeAt.map { min($0, now) }
    desktop.freeAt = desktop.freeAt.map { min($0, now) }
    desktop.plugAt = desktop.plugAt.map { min($0, now) }
    desktop.glass.landsBeforeGrab = false
  }

  private func judge(_ desktop: Desktop) {
    let (clone, others) = (desktop.clone, desktop.others)
    for (finger, account) in desktop.accounts.enumerated() where mistake == nil {
      let told = (others: others.landings[finger] ?? 0, clone: clone.landings[finger] ?? 0)
      let name = "finger \(finger) of panel \(desktop.index)"
      if told.clone != clone.ends[finger] ?? 0 || told.others != others.ends[finger] ?? 0 {
        blame("\(name) has another number of ends than landings")
      }
      if told.others != (account.isOfClone ? 0 : 1) || told.clone > (account.isOfClone ? 1 : 0) {
        blame("\(name) of the \(account.isOfClone ? "clone" : "panel") has the receivers \(told)")
      }
      guard account.isOfClone, !account.isUncertain else { continue }
      if told.clone == 0 {
        tally.won += 1
        if !isCompeting { blame("\(name) is lost") }
      } else if !isCompeting, clone.lastX[finger] != desktop.glass.panel.lastX[finger] {
        blame("\(name) lifts at \(clone.lastX[finger] ?? -1) instead of \(desktop.glass.panel.lastX[finger])")
      }
    }
  }

  /// Where nothing is under way, no contact hangs, and no panel is taken without a keeper.
  private func check() {
    guard pollAt == nil, keeperAt == nil, hungUntil <= now, stoppedUntil <= now else { return }
    for desktop in desktops {
      let isGrabbed = desktop.glass.panel.isGrabbed
      if isGrabbed, daemon == nil { blame("panel \(desktop.index) stays grabbed without a daemon") }
      guard daemon != nil else { continue }
      if isGrabbed, !keeper.isRunning { blame("panel \(desktop.index) stays grabbed without a keeper") }
      if !isGrabbed, desktop.clone.down > 0, !keeper.isDue, desktop.pipeFreeAt == nil {
        blame("a contact hangs on the clone of panel \(desktop.index), which others read")
      }
      if isGrabbed, desktop.readAt == nil, !keeper.isDue, desktop.pipeFreeAt == nil,
        desktop.open?.isFollowing ?? false
      {
        checkContacts(of: desktop)
      }
      if let releasedAt = desktop.releasedAt, filter.releaseFor > .zero, let open = desktop.open,
        now > max(releasedAt + filter.releaseFor.microseconds, hungUntil),
        daemon?.desk.client.state(of: open.number) == .off(.released)
      {
        blame("panel \(desktop.index) stays released beyond release_for_ms")
      }
    }
  }

  /// Where nothing is under way, each contact of a clone is where its finger is.
  private func checkContacts(of desktop: Desktop) {
    let contacts = desktop.clone.contacts
    for case let finger? in desktop.glass.panel.glass {
      guard let contact = contacts.first(where: { $0.finger == finger.number }) else {
        let account = desktop.accounts[finger.number]
        // After a silence the daemon waits for the rest of a frame.
        let isTold = now - account.reportedAt > Self.mostWait
        if !isCompeting, account.isOfClone, !account.isUncertain, isTold {
          blame("finger \(finger.number) of panel \(desktop.index) has no contact")
        }
        continue
      }
      if contact.x != finger.x {
        blame(
          "finger \(finger.number) of panel \(desktop.index) is at \(finger.x), its contact at \(contact.x)")
      }
    }
  }

  /// A compositor starts: it reads all nodes from now on. No finger is down.
  package func beginReading() {
    for desktop in desktops {
      desktop.others = NodeReader(slots: desktop.glass.panel.slotCount, isClone: false)
      desktop.clone = NodeReader(slots: desktop.glass.panel.slotCount)
    }
  }

  /// The readers of a panel and of its clone.
  package func readers(of panel: Int) -> (others: NodeReader, clone: NodeReader) {
    (desktops[panel].others, desktops[panel].clone)
  }

  /// The events of a panel's clones, where the plot keeps them.
  package func events(of panel: Int) -> [InputEvent] { desktops[panel].events }
}
