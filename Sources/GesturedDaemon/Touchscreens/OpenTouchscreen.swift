import GestureCore
import LinuxEventLoop
import LinuxInput
import TouchInput

/// A touchscreen of the machine that is being read.
final class OpenTouchscreen {
  /// How many batches are read before the loop looks after others.
  private static let batchesPerTick = 16

  /// How long a deadline waits for a frame that the kernel has stamped at or before it and not handed over yet:
  /// the frame goes first (TIM-1), and what comes of the deadline is stamped with the deadline all the same.
  private static let grace = TimeSpan.milliseconds(2)

  /// What was decided of it, which may change while it is read.
  var decision: DeviceDecision
  private var device: EvdevDevice
  private(set) var touchscreen: Touchscreen
  /// What is between the events and the touches.
  private enum Step {
    /// Nothing: each event counts.
    case following
    /// The kernel dropped events, and the device's state is still to be read.
    case outOfStep
    /// What is queued is too old to count, and what comes after it is still to be waited for.
    case interrupted
  }

  private let limits: TouchSettings
  /// What tells whether the screen is dark; nil where nobody wants to know.
  private let light: ScreenLight?
  private var step = Step.following
  private var interruption: Interruption?
  /// How many of its frozen contacts were told of (D8).
  private var toldFrozenContacts = 0
  /// When its silence is looked at, to tell a resting finger from a grabbed device; nil while no contact is down. It is
  /// not put off with each frame, since setting a timer costs more than the frame.
  private var nextProbe: Instant?
  /// When it last said anything.
  private var lastHeard = Instant(microseconds: 0)
  /// How long a silence may be: twice as long after each that was no grab.
  private var silence: TimeSpan
  /// What its stamps are held to.
  private var stamps: StampCheck
  /// The longest that it gets.
  private static let longestSilence = TimeSpan.milliseconds(60_000)

  /// - Parameter now: a time before the device was opened.
  init(
    _ device: consuming EvdevDevice, _ decision: DeviceDecision, touchscreen: Touchscreen, now: Instant
  ) {
    self.decision = decision
    limits = touchscreen.setup.touch
    light = limits.swallowsWake ? ScreenLight(output: touchscreen.setup.output) : nil
    stamps = StampCheck(emptyAt: now)
    silence = limits.silence
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

  /// Has the poller say when there is something to read.
  func watch(with poller: borrowing Poller, token: PollToken) throws(SystemError) {
    try poller.add(device.descriptor, interest: [.readable], token: token)
  }

  /// Ends that.
  func unwatch(with poller: borrowing Poller) throws(SystemError) {
    try poller.remove(device.descriptor)
  }

  /// Reads what is queued and handles it.
  ///
  /// - Returns: why the device will not be read again; nil where it will.
  func read(after readiness: Readiness, _ publisher: Publisher, now: Instant) -> DeviceDeparture? {
    if let due = touchscreen.nextDeadline, isTooOld(due, at: now) { interrupt(.backlog, publisher, now: now) }
    for _ in 0..<Self.batchesPerTick {
      switch device.read(after: readiness) {
      case .events(let count):
        checkStamps(of: count, publisher, now: now)
        if isTooOld(device.event(at: 0).time, at: now) { interrupt(.backlog, publisher, now: now) }
        if let light, !touchscreen.hasContacts { touchscreen.noteScreen(isDark: light.isDark) }
        for index in 0..<count where touchscreen.feed(device.event(at: index), publisher, now: now) {
          fallOutOfStep(publisher, now: now)
        }
        if light != nil, !touchscreen.hasContacts { touchscreen.noteNothingTouches() }
        noteHeard(at: now)
      case .wouldBlock:
        stamps.noteEmpty(at: now)
        return catchUp(publisher, now: now)
      case .gone(let departure):
        return departure
      }
    }
    return nil
  }

  /// When `advance` is to be called.
  var nextDeadline: Instant? { .earlier(touchscreen.nextDeadline.map { $0 + Self.grace }, nextProbe) }

  /// Fires the deadlines that have come, after what was queued before.
  func advance(to now: Instant, _ publisher: Publisher) -> DeviceDeparture? {
    var departure = read(after: [.readable], publisher, now: now)
    if departure == nil, let due = nextProbe, due <= now { departure = probe(publisher, now: now) }
    if departure == nil { touchscreen.advance(to: now - Self.grace, publisher, now: now) }
    return departure
  }

  /// The machine has slept: whatever was under way is over (T3).
  func resume(_ publisher: Publisher, now: Instant) -> DeviceDeparture? {
    interrupt(.sleep, publisher, now: now)
    return read(after: [.readable], publisher, now: now)
  }

  /// Has something done between its events: what the kernel has stamped before and not handed over yet goes before.
  func work(at now: Instant, _ body: (inout Touchscreen, Instant) -> Void) {
    body(&touchscreen, max(touchscreen.lastStamp, now - Self.grace))
  }

  /// Takes all touches away.
  func cancelAll(_ publisher: Publisher, now: Instant) {
    touchscreen.cancelAll(at: now, publisher, now: now)
  }

  /// Why touches were taken away since this was last asked; nil where none were.
  func takeInterruption() -> Interruption? {
    defer { interruption = nil }
    return interruption
  }

  /// How many contacts were given up, since this was last asked, because nothing came of them any more (D8).
  func takeFrozenContacts() -> Int {
    let count = touchscreen.frozenContactCount
    defer { toldFrozenContacts = count }
    return count - toldFrozenContacts
  }

  // MARK: Losing and finding the thread

  private func isTooOld(_ time: Instant, at now: Instant) -> Bool {
    step != .interrupted && now > time && now - time > limits.backlog
  }

  /// T2: stamps that cannot be true are replaced, from the batch on in which the first one is; nobody knows how long the
  /// touches so far have lasted.
  private func checkStamps(of count: Int, _ publisher: Publisher, now: Instant) {
    let (first, last) = (device.event(at: 0).time, device.event(at: count - 1).time)
    guard !stamps.allows(first, now: now) || !stamps.allows(last, now: now) else { return }
    // A tick may be long, and what came in it is later than its beginning.
    let later = MonotonicClock.now()
    guard !stamps.allows(first, now: later) || !stamps.allows(last, now: later) else { return }
    device.stampByReading()
    interrupt(.stamps, publisher, now: now)
  }

  private func interrupt(_ reason: Interruption, _ publisher: Publisher, now: Instant) {
    if touchscreen.hasTouches || reason != .backlog { interruption = reason }
    touchscreen.interrupt(publisher, now: now)
    step = .interrupted
  }

  /// The kernel dropped events: the device is asked for its contacts when the queue is empty. Where it knows nothing of
  /// them they are given up at once.
  private func fallOutOfStep(_ publisher: Publisher, now: Instant) {
    guard step == .following else { return }
    if touchscreen.hasState {
      step = .outOfStep
    } else {
      touchscreen.resynchronize(with: nil, at: touchscreen.lastStamp, publisher, now: now)
      interruption = .droppedEvents
    }
  }

  /// The queue is empty, so what the device says now is true.
  private func catchUp(_ publisher: Publisher, now: Instant) -> DeviceDeparture? {
    guard step != .following else { return nil }
    do throws(SystemError) {
      let state = try device.panelState(slots: touchscreen.slotCount)
      if step == .interrupted {
        touchscreen.adopt(state)
      } else {
        touchscreen.resynchronize(with: state, at: touchscreen.lastStamp, publisher, now: now)
        interruption = .droppedEvents
      }
      step = .following
      noteHeard(at: now)
      return nil
    } catch {
      return .failed(error.errno)
    }
  }

  private func noteHeard(at now: Instant) {
    lastHeard = now
    silence = limits.silence
    if nextProbe == nil, touchscreen.hasContacts { nextProbe = now + silence }
  }

  /// D27: who has grabbed a device is not told to those who read it, but its state still is to be had. A state that is
  /// not ours although there is nothing to read says that nothing will come.
  private func probe(_ publisher: Publisher, now: Instant) -> DeviceDeparture? {
    nextProbe = nil
    guard touchscreen.hasContacts else { return nil }
    guard now - lastHeard >= silence else {
      nextProbe = lastHeard + silence
      return nil
    }
    let state: PanelState
    do throws(SystemError) {
      state = try device.panelState(slots: touchscreen.slotCount)
    } catch {
      return .failed(error.errno)
    }
    guard !touchscreen.agrees(with: state) else {
      silence = min(TimeSpan(microseconds: 2 * silence.microseconds), Self.longestSilence)
      nextProbe = now + silence
      return nil
    }
    // An event between the last reading and the question is no silence.
    if let departure = read(after: .readable, publisher, now: now) { return departure }
    guard lastHeard < now else { return nil }
    interrupt(.silence, publisher, now: now)
    touchscreen.adopt(state)
    step = .following
    return nil
  }
}
