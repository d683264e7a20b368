import DaemonTestSupport
import GestureCore
import GestureTestSupport
import GesturedConfiguration
import LinuxEventLoop
import PanelSimulation
import TouchInput

@testable import GesturedBase
@testable import GesturedDevices
@testable import GesturedServing
@testable import LinuxInput

/// The daemon's part: what `LiveSource` does with panels and the desk.
extension DeskStory {
  func startDaemon() {
    daemonStartAt = nil
    guard daemon == nil else { return }
    tell("the daemon starts")
    do {
      daemon = try Daemon(scene, socket: keeper.path, at: instant)
    } catch { return blame("\(error)") }
    for desktop in desktops where desktop.isPlugged { open(desktop) }
    // udev reports the nodes that exist.
    for desktop in desktops { if let device = desktop.device { nodesAt.append((now + 1000, device)) } }
    nodesAt.sort { $0.time < $1.time }
  }

  private func open(_ desktop: Desktop) {
    guard let daemon else { return }
    screenCount += 1
    desktop.readAt = nil
    desktop.wake = nil
    do {
      let open = try StoryPanel(
        screenCount, identity: UInt64(desktop.index + 1), desktop.glass, filter,
        on: daemon.publisher.everyone,
        at: instant
      ) { [unowned self, unowned desktop] in report([.land(0, x: 1000)], on: desktop) }
      desktop.open = open
      begin()
      daemon.desk.client.set(
        open.number, open.request, settle: filter.settle, releaseSpan: filter.releaseFor, isWanted: true,
        at: instant)
      daemon.desk.applyPauses()
      settleDesk()
    } catch { blame("\(error)") }
  }

  /// Begins a turn of the loop.
  private func begin() { daemon?.publisher.turn.begin(at: instant) }

  private func settleDesk() {
    guard let daemon else { return }
    _ = daemon.desk.settle(StoryPanels(self))
    takeNews()
  }

  /// Does at once what the loop would do at the end of its turn.
  private func takeNews() { if pollAt == nil, keeper.isRunning { pollAt = now + random(plot.latency) } }

  func poll() {
    pollAt = nil
    guard let daemon else { return }
    begin()
    let turn = daemon.publisher.turn
    do {
      _ = try turn.poller.wait(timeout: .zero)
    } catch { return blame("\(error)") }
    let events = (0..<turn.poller.readyCount).map { turn.poller[$0] }
    for event in events where event.token.kind == TokenKind.filter {
      daemon.desk.read(event)
      _ = daemon.desk.settle(StoryPanels(self))
    }
    _ = daemon.desk.settle(StoryPanels(self))
  }

  func advanceDesk() {
    guard let daemon else { return }
    begin()
    daemon.desk.advance()
    settleDesk()
  }

  func tellNode() {
    let device = nodesAt.removeFirst().device
    guard let daemon, keeper.hasDevice(device) else { return }
    tell("udev reports device \(device)")
    begin()
    daemon.desk.add(node(device))
    settleDesk()
  }

  private func node(_ number: Int) -> InputDeviceNode {
    let record = UdevRecord(
      kernelName: "event\(number)", systemPath: "/sys/devices/virtual/input/input\(number)/event\(number)",
      path: "/dev/input/event\(number)", deviceNumber: UInt64(0xd40 + number), isInitialized: true,
      properties: ["ID_INPUT_TOUCHSCREEN": "1"],
      attributes: [
        "name": "T1", "id/bustype": "0003", "id/vendor": "222a", "id/product": "0001", "properties": "2",
        "capabilities/ev": "b", "capabilities/key": "400 0 0 0 0 0", "capabilities/abs": "260800000000003",
        "phys": "gestured/0/touch",
      ])
    guard let node = InputDeviceNode(record) else { preconditionFailure("the record makes a node") }
    return node
  }

  /// Reads a panel.
  func read(_ desktop: Desktop, _ occasion: PanelStream.Occasion) {
    guard let daemon, let open = desktop.open else { return }
    if occasion == .readable { desktop.readAt = nil }
    begin()
    let part = desktop.chance(4) ? Int(desktop.random(1...60)) : nil
    open.follow(occasion, part: part, daemon.publisher)
    tally.readings += 1
    // A reading ends after some batches, and the kernel wakes the loop as long as events wait.
    if desktop.readAt == nil, desktop.glass.panel.queue?.isEmpty == false {
      desktop.readAt = now + desktop.random(0...700)
    }
    if daemon.awaited.contains(open.number), !open.hasContacts {
      daemon.desk.client.reportRest(open.number, at: instant)
    }
    settleDesk()
  }

  /// Resting fingers switch the filter off (FLT-12).
  func release(_ desktop: Desktop) {
    guard let daemon, let open = desktop.open else { return }
    tell("panel \(desktop.index) is released")
    begin()
    daemon.desk.client.release(open.number, at: instant)
    desktop.releasedAt = now
    settleDesk()
  }

  /// Ends pauses and releases, as a client does.
  func resume() {
    guard let daemon else { return }
    begin()
    daemon.isPaused = false
    daemon.desk.resume(nil, by: 1)
    settleDesk()
  }

  // MARK: Faults

  /// Fingers whose ends the clone has not said, and those that land soon, may lose frames.
  private func loseCertainty(_ desktops: [Desktop], until time: Int64) {
    for desktop in desktops {
      for finger in desktop.accounts.indices where desktop.clone.ends[finger] == nil {
        desktop.accounts[finger].isUncertain = true
      }
      desktop.uncertainUntil = max(desktop.uncertainUntil, time + 100_000)
    }
  }

  func suffer() {
    faultAt = plot.faultPause.map { now + random($0) * 1000 }
    let desktop = plot.faultPanel.map { desktops[$0] } ?? desktops[Int(random(0...Int64(desktops.count - 1)))]
    let faults: [Fault] =
      plot.faultPanel == nil
      ? Fault.allCases
      : [.pipeStuck, .unplugged, .dropped, .paused, .released, .takenByAnother, .landsBeforeGrab]
    guard let fault = faults.randomElement(using: &generator) else { return }
    tell("fault \(fault) of panel \(desktop.index)")
    tally.faults += 1
    loseCertainty(plot.faultPanel == nil ? desktops : [desktop], until: now)
    suffer(fault, desktop)
  }

  private func suffer(_ fault: Fault, _ desktop: Desktop) {
    switch fault {
    case .killed: kill()
    case .hung: hang()
    case .slept: if isAwake { read(desktop, .sleep) }
    case .keeperKilled: killKeeper()
    case .keeperStopped:
      stoppedUntil = max(stoppedUntil, now + random(20_000...2_000_000))
      loseCertainty(desktops, until: stoppedUntil)
    case .pipeStuck:
      guard let device = desktop.device else { return }
      keeper.hold(device, true)
      desktop.pipeFreeAt = now + random(50_000...1_500_000)
      loseCertainty([desktop], until: now + 1_500_000)
    case .unplugged: unplug(desktop)
    case .dropped:
      overflow(desktop)
      // The kernel wakes the reader.
      if desktop.open != nil, desktop.readAt == nil { desktop.readAt = now + desktop.random(0...700) }
    case .paused: pause(desktop)
    case .released: rest(desktop)
    case .reloaded: reload()
    case .takenByAnother:
      guard !desktop.glass.panel.isGrabbed else { return }
      desktop.glass.isTakenByAnother = true
      desktop.freeAt = now + random(100_000...3_000_000)
    case .nodeMissing:
      losesNextNode = true
      unplug(desktop)
    case .landsBeforeGrab: desktop.glass.landsBeforeGrab = true
    }
  }

  func freePipe(of desktop: Desktop) {
    desktop.pipeFreeAt = nil
    desktop.pipeFreedAt = now
    if let device = desktop.device { keeper.hold(device, false) }
  }

  private var isAwake: Bool { daemon != nil && hungUntil <= now }

  /// The daemon is killed: the kernel closes all its descriptors.
  private func kill() {
    guard daemon != nil else { return }
    for desktop in desktops {
      desktop.open = nil
      desktop.readAt = nil
      desktop.glass.panel.close()
    }
    daemon = nil
    nodesAt = []
    pollAt = nil
    hungUntil = 0
    watchdogAt = nil
    daemonStartAt = now + random(100_000...1_500_000)
    loseCertainty(desktops, until: now)
  }

  /// The loop is held up.
  private func hang() {
    guard isAwake else { return }
    hungUntil = now + random(50_000...3_000_000)
    loseCertainty(desktops, until: hungUntil)
    if hungUntil - now > 2_000_000 { watchdogAt = now + 2_000_000 }
  }

  /// Where a finger is down, the service manager kills a daemon that hangs (FF-2).
  func judgeHang() {
    watchdogAt = nil
    if desktops.contains(where: { $0.glass.panel.isGrabbed && $0.glass.panel.isTouched }) { kill() }
  }

  private func killKeeper() {
    guard keeper.isRunning else { return }
    keeper.kill()
    keeperAt = nil
    for desktop in desktops { dropClone(of: desktop) }
    if daemon != nil { pollAt = pollAt ?? now + random(plot.latency) }
    keeperStartAt = now + random(0...1_500_000)
    loseCertainty(desktops, until: now)
  }

  private func unplug(_ desktop: Desktop) {
    guard desktop.isPlugged else { return }
    if let daemon, let open = desktop.open, hungUntil <= now {
      begin()
      open.cancelAll(daemon.publisher)
      daemon.desk.client.remove(open.number, at: instant)
      settleDesk()
      daemon.desk.forget(panel: open.number)
    } else if daemon != nil {
      // A daemon that hangs closes the panel later; here it goes with the daemon.
      return
    }
    desktop.open = nil
    desktop.readAt = nil
    desktop.glass.panel.close()
    desktop.isPlugged = false
    loseCertainty([desktop], until: now)
    desktop.others.replace()
    desktop.plugAt = now + random(20_000...1_000_000)
  }

  func plugIn(_ desktop: Desktop) {
    desktop.plugAt = nil
    if daemon != nil, hungUntil > now {
      desktop.plugAt = hungUntil + 1
      return
    }
    desktop.isPlugged = true
    desktop.glass.panel.replug(firstID: Int32(random(0...65_535)))
    // It may be plugged in with a finger on it (FF-13).
    if chance(3) { report([.land(0, x: 3000)], on: desktop) }
    open(desktop)
  }

  private func pause(_ desktop: Desktop) {
    guard let daemon, isAwake else { return }
    begin()
    daemon.isPaused.toggle()
    let panel = plot.faultPanel == nil ? nil : desktop.open?.number
    if daemon.isPaused {
      daemon.desk.pause(panel, by: 1)
    } else if chance(2) {
      daemon.desk.resume(panel, by: 1)
    } else {
      _ = daemon.desk.forgetPauses(of: [1])
    }
    settleDesk()
  }

  /// Fingers rest on all slots.
  private func rest(_ desktop: Desktop) {
    let isMoving = desktop.fingersAt
    desktop.fingersAt = nil
    report((0..<desktop.glass.panel.slotCount).map { .land($0, x: 4000) }, on: desktop)
    if plot.faultPanel == nil { pass(random(4_000_000...5_500_000)) }
    desktop.fingersAt = isMoving.map { max($0, now) }
  }

  private func reload() {
    // A reload counts when no finger is down (FLT-10).
    guard let daemon, isAwake, !desktops.contains(where: { $0.open?.hasContacts ?? false }) else { return }
    filter.app.mode = AppSettings.Mode.allCases.randomElement(using: &generator) ?? .hold
    holdMaximum = Self.holdMaximum(of: scene.recognizers, filter.app)
    begin()
    for desktop in desktops {
      guard let open = desktop.open else { continue }
      let isOld = open.take(filter)
      daemon.desk.client.set(
        open.number, open.request, settle: filter.settle, releaseSpan: filter.releaseFor, isWanted: true,
        at: instant)
      daemon.desk.applyPauses()
      if isOld { daemon.desk.client.renew(open.number, at: instant) }
      settleDesk()
    }
    daemon.desk.client.retry(at: instant)
    settleDesk()
  }
}

/// The panels of a story, for its desk.
private final class StoryPanels: FilteredPanels {
  private let story: DeskStory

  init(_ story: DeskStory) { self.story = story }

  func grab(_ panel: Int, to clone: LiveClone) -> KeeperClient.GrabOutcome? { story.grab(panel, to: clone) }
  func endTouches(of panel: Int) { story.endTouches(of: panel) }
  func giveBack(_ panel: Int) { story.giveBack(panel) }
  func tell(_ panel: Int, _ state: FilterState) { story.tell(panel, state) }
  func awaitRests(of isAwaited: (Int) -> Bool) { story.awaitRests(of: isAwaited) }
}

extension DeskStory {
  private func desktop(_ number: Int) -> Desktop? { desktops.first { $0.open?.number == number } }

  fileprivate func grab(_ panel: Int, to clone: LiveClone) -> KeeperClient.GrabOutcome? {
    guard let open = desktop(panel)?.open else { return nil }
    let outcome = open.grab(to: clone)
    if outcome == .grabbed { tally.switchings += 1 }
    return outcome
  }

  fileprivate func endTouches(of panel: Int) {
    guard let daemon else { return }
    desktop(panel)?.open?.endFilter(daemon.publisher)
  }

  fileprivate func giveBack(_ panel: Int) {
    guard let desktop = desktop(panel) else { return }
    // Events that the daemon has not read are of no use to it.
    for finger in desktop.accounts.indices where desktop.clone.ends[finger] == nil {
      desktop.accounts[finger].isUncertain = true
    }
    desktop.open?.giveBack()
    tally.switchings += 1
  }

  fileprivate func awaitRests(of isAwaited: (Int) -> Bool) {
    daemon?.awaited = Set(desktops.compactMap { $0.open?.number }.filter(isAwaited))
  }

  fileprivate func tell(_ panel: Int, _ state: FilterState) {
    guard let desktop = desktop(panel) else { return }
    tell("panel \(desktop.index) is \(state.word) \(state.reason ?? "")")
    states.append("\(desktop.index) \(state.reason ?? state.word)")
  }
}
