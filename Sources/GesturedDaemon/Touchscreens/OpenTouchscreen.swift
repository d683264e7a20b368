import GestureCore
import LinuxEventLoop
import LinuxInput
import TouchInput

/// A touchscreen of the machine that is being read.
final class OpenTouchscreen {
  /// What was decided of it, which may change while it is read.
  var decision: DeviceDecision
  private var device: EvdevDevice
  private(set) var touchscreen: Touchscreen
  /// What tells whether the screen is dark; nil where nobody wants to know.
  private let light: ScreenLight?
  /// Whether there may be more to read than was read last.
  private var hasMore = false
  /// How many of its frozen contacts were told of (D8).
  private var toldFrozenContacts = 0

  init(_ device: consuming EvdevDevice, _ decision: DeviceDecision, touchscreen: consuming Touchscreen) {
    self.decision = decision
    light = touchscreen.setup.touch.swallowsWake ? ScreenLight(output: touchscreen.setup.output) : nil
    self.device = device
    self.touchscreen = touchscreen
  }

  /// The node that is read.
  var node: InputDeviceNode { decision.node }

  /// Judges it by another decision.
  ///
  /// - Throws: why it is not read any more.
  func panel(by decision: DeviceDecision) throws(DeviceRefusal) -> TouchPanel {
    try decision.panel(of: device.description, device.touchProtocol)
  }

  /// Has the poller say when there is something to read: once, as each reading takes what is there, and the kernel would
  /// look after each frame whether there is more.
  func watch(with poller: borrowing Poller, token: PollToken) throws(SystemError) {
    try poller.add(device.descriptor, interest: [.readable, .once], token: token)
  }

  /// Has it say so again where the last reading did not take all.
  func watchOn(with poller: borrowing Poller, token: PollToken) throws(SystemError) {
    guard hasMore else { return }
    hasMore = false
    try poller.modify(device.descriptor, interest: [.readable, .once], token: token)
  }

  /// Ends that.
  func unwatch(with poller: borrowing Poller) throws(SystemError) {
    try poller.remove(device.descriptor)
  }

  // MARK: Reading

  /// Reads what is queued and handles it.
  ///
  /// - Parameter mayBeLate: whether a deadline of it may have gone by.
  /// - Returns: why the device will not be read again; nil where it will.
  func read(
    after readiness: Readiness, mayBeLate: Bool = true, _ publisher: Publisher, _ turn: Turn
  ) -> DeviceDeparture? {
    touchscreen.begin(.readable, at: turn.now, mayBeLate: mayBeLate)
    return follow(after: readiness, publisher, turn)
  }

  /// Fires the deadlines that have come, after what was queued before.
  func advance(_ publisher: Publisher, _ turn: Turn) -> DeviceDeparture? {
    touchscreen.begin(.deadline, at: turn.now)
    return follow(after: .readable, publisher, turn)
  }

  /// The machine has slept: whatever was under way is over (T3).
  func resume(_ publisher: Publisher, _ turn: Turn) -> DeviceDeparture? {
    touchscreen.begin(.sleep, at: turn.now)
    return follow(after: .readable, publisher, turn)
  }

  /// Does what its stream says, until that is to wait.
  private func follow(
    after readiness: Readiness, _ publisher: Publisher, _ turn: Turn
  ) -> DeviceDeparture? {
    while true {
      let action = touchscreen.stream.next(from: &device)
      switch action {
      case .frames, .resynchronized, .interrupt, .resume, .gone, .advance:
        touchscreen.take(action, publisher, turn)
      case .readEvents:
        if let departure = readEvents(after: readiness) { return departure }
      case .readState:
        if let departure = readState() { return departure }
      case .readContacts: touchscreen.stream.noteContacts(areKnown: readContacts())
      case .awaitEvents(let patience):
        touchscreen.stream.noteMore(device.hasMore(withinMilliseconds: patience))
      case .pause: hasMore = true
      case .wait: return nil
      }
    }
  }

  private func readEvents(after readiness: Readiness) -> DeviceDeparture? {
    switch device.read(after: readiness) {
    case .events(let count):
      if let light, !touchscreen.hasContacts { touchscreen.noteScreen(isDark: light.isDark) }
      // A device that has hung up is read until it says so.
      touchscreen.stream.noteEvents(
        isAll: count < EvdevDevice.batchSize && readiness.isDisjoint(with: [.hangUp, .error]))
    case .wouldBlock: touchscreen.stream.noteEmpty()
    case .gone(let departure): return departure
    }
    return nil
  }

  private func readState() -> DeviceDeparture? {
    do throws(SystemError) {
      try device.readState(slots: touchscreen.slotCount, into: &touchscreen.stream.state)
    } catch {
      return .failed(error.errno)
    }
    touchscreen.stream.noteState()
    return nil
  }

  /// - Returns: whether it could; where the device is gone, the next reading says so.
  private func readContacts() -> Bool {
    do throws(SystemError) {
      try device.readContacts(slots: touchscreen.slotCount, into: &touchscreen.stream.contacts)
      return true
    } catch {
      return false
    }
  }

  // MARK: Between readings

  /// Whether the last reading has led to more than touches: there is more to read, the device is lost, or contacts were given
  /// up.
  var hasNews: Bool {
    !touchscreen.stream.isFollowing || hasMore || touchscreen.frozenContactCount != toldFrozenContacts
  }

  /// When `advance` is to be called.
  var nextDeadline: Instant? { touchscreen.stream.wakeTime(for: touchscreen.nextDeadline) }

  /// Has something done between its events: what the kernel has stamped before and not handed over yet goes before.
  func work(at now: Instant, _ body: (inout Touchscreen, Instant) -> Void) {
    body(&touchscreen, max(touchscreen.lastStamp, now - PanelStream.grace))
  }

  /// Takes all touches away.
  func cancelAll(_ publisher: Publisher, _ turn: Turn) {
    touchscreen.cancelAll(at: turn.now, publisher, turn)
  }

  /// Why touches were taken away since this was last asked; nil where none were.
  func takeInterruption() -> Interruption? { touchscreen.takeInterruption() }

  /// How many contacts were given up, since this was last asked, because nothing came of them any more (D8).
  func takeFrozenContacts() -> Int {
    let count = touchscreen.frozenContactCount
    defer { toldFrozenContacts = count }
    return count - toldFrozenContacts
  }
}
