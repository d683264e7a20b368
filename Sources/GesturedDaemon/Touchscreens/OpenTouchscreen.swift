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
  private static var grace: TimeSpan { TimeSpan(microseconds: 2000) }

  /// How long a driver may take for a frame, in milliseconds.
  private static let driverPatience: Int32 = 3

  /// What was decided of it, which may change while it is read.
  var decision: DeviceDecision
  private var device: EvdevDevice
  private(set) var touchscreen: Touchscreen
  /// What tells whether the screen is dark; nil where nobody wants to know.
  private let light: ScreenLight?
  /// Which of its events count.
  private var follower: PanelFollower
  /// What it says of itself, when it is asked: storage that is made once.
  private var state: PanelState
  /// Looks for what was never heard; nil for a device that cannot be asked without losing events.
  private var missed: MissedEvents?
  /// Whether there is that: kept, as it is looked at with each reading.
  private let hasMissed: Bool
  /// Whether there may be more to read than was read last.
  private var hasMore = false
  /// How many of its frozen contacts were told of (D8).
  private var toldFrozenContacts = 0

  /// - Parameter now: a time before the device was opened.
  init(
    _ device: consuming EvdevDevice, _ decision: DeviceDecision, touchscreen: consuming Touchscreen,
    _ turn: Turn
  ) {
    self.decision = decision
    light = touchscreen.setup.touch.swallowsWake ? ScreenLight(output: touchscreen.setup.output) : nil
    follower = PanelFollower(
      touchscreen.setup.touch, countsReading: device.countsReading, emptyAt: turn.now)
    state = PanelState(slotCount: touchscreen.slotCount)
    missed = device.touchProtocol == .multitouch ? MissedEvents(slotCount: touchscreen.slotCount) : nil
    hasMissed = device.touchProtocol == .multitouch
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

  /// Reads what is queued and handles it.
  ///
  /// - Parameter mayBeLate: whether a deadline of it may have gone by.
  /// - Returns: why the device will not be read again; nil where it will.
  func read(
    after readiness: Readiness, mayBeLate: Bool = true, _ publisher: Publisher, _ turn: Turn
  ) -> DeviceDeparture? {
    if mayBeLate, follower.isTooLate(touchscreen.nextDeadline, at: turn.now) {
      interrupt(.backlog, publisher, turn)
    }
    let isInDoubt = isInDoubt(at: turn.now)
    for batch in 0..<Self.batchesPerTick {
      switch device.read(after: readiness) {
      case .events(let count):
        if isInDoubt, batch == 0 { lookForMissed(in: count, publisher, turn) }
        take(count, publisher, turn)
        // The kernel has handed over all that it had: what comes meanwhile wakes the loop again. Where the device's state is
        // wanted next, it is read on, so that as little as possible comes between.
        if count < EvdevDevice.batchSize, follower.isFollowing, readiness.isDisjoint(with: [.hangUp, .error])
        {
          return catchUp(publisher, turn)
        }
      case .wouldBlock:
        return catchUp(publisher, turn)
      case .gone(let departure):
        return departure
      }
    }
    hasMore = true
    return nil
  }

  /// Takes the events of a batch.
  private func take(_ count: Int, _ publisher: Publisher, _ turn: Turn) {
    if let reason = follower.begin(device.stamps, now: turn.now, clock: MonotonicClock.now) {
      if reason == .stamps { device.stampByReading() }
      interrupt(reason, publisher, turn)
    }
    if let light, !touchscreen.hasContacts { touchscreen.noteScreen(isDark: light.isDark) }
    var index = touchscreen.fillSlots(from: &device, at: 0, of: count)
    while index < count {
      let needsState = touchscreen.feed(device.event(at: index), publisher, turn)
      if needsState, follower.noteDropped(hasState: touchscreen.hasState) {
        touchscreen.resynchronize(with: nil, at: touchscreen.lastStamp, publisher, turn)
      }
      index = touchscreen.fillSlots(from: &device, at: index + 1, of: count)
    }
    follower.noteRead(hasContacts: touchscreen.hasContacts, at: turn.now)
  }

  /// Whether the last reading has led to more than touches: there is more to read, the device is lost, or contacts were given
  /// up.
  var hasNews: Bool {
    !follower.isFollowing || hasMore || touchscreen.frozenContactCount != toldFrozenContacts
  }

  /// When `advance` is to be called.
  var nextDeadline: Instant? {
    .earlier(touchscreen.nextDeadline.map { $0 + Self.grace }, follower.nextDeadline)
  }

  /// Fires the deadlines that have come, after what was queued before.
  func advance(_ publisher: Publisher, _ turn: Turn) -> DeviceDeparture? {
    var departure = read(after: [.readable], publisher, turn)
    if departure == nil, follower.isSilenceDue(hasContacts: touchscreen.hasContacts, at: turn.now) {
      departure = probe(publisher, turn)
    }
    if departure == nil { touchscreen.advance(to: turn.now - Self.grace, publisher, turn) }
    return departure
  }

  /// The machine has slept: whatever was under way is over (T3).
  func resume(_ publisher: Publisher, _ turn: Turn) -> DeviceDeparture? {
    interrupt(.sleep, publisher, turn)
    return read(after: [.readable], publisher, turn)
  }

  /// Has something done between its events: what the kernel has stamped before and not handed over yet goes before.
  func work(at now: Instant, _ body: (inout Touchscreen, Instant) -> Void) {
    body(&touchscreen, max(touchscreen.lastStamp, now - Self.grace))
  }

  /// Takes all touches away.
  func cancelAll(_ publisher: Publisher, _ turn: Turn) {
    touchscreen.cancelAll(at: turn.now, publisher, turn)
  }

  /// Why touches were taken away since this was last asked; nil where none were.
  func takeInterruption() -> Interruption? { follower.takeInterruption() }

  /// How many contacts were given up, since this was last asked, because nothing came of them any more (D8).
  func takeFrozenContacts() -> Int {
    let count = touchscreen.frozenContactCount
    defer { toldFrozenContacts = count }
    return count - toldFrozenContacts
  }

  // MARK: Losing and finding the thread

  private func interrupt(_ reason: Interruption, _ publisher: Publisher, _ turn: Turn) {
    follower.noteInterruption(reason, hasTouches: touchscreen.hasTouches)
    touchscreen.interrupt(reason, publisher, turn)
  }

  /// The queue is empty, so what the device says now is true.
  private func catchUp(_ publisher: Publisher, _ turn: Turn) -> DeviceDeparture? {
    guard let question = follower.noteEmpty(at: turn.now) else { return nil }
    do throws(SystemError) {
      try device.readState(slots: touchscreen.slotCount, into: &state)
    } catch {
      return .failed(error.errno)
    }
    switch question {
    case .resynchronize:
      touchscreen.resynchronize(with: state, at: touchscreen.lastStamp, publisher, turn)
    case .adopt: touchscreen.adopt(state)
    }
    follower.noteCaughtUp(hasContacts: touchscreen.hasContacts, at: turn.now)
    return nil
  }

  // MARK: Silence (D27)

  /// Asks the device which contacts it has, where some may have come and gone unheard.
  ///
  /// - Returns: whether they are others than were told, so that what is read next has to say so.
  private func isInDoubt(at now: Instant) -> Bool {
    guard hasMissed, follower.mayHaveMissed(hasContacts: touchscreen.hasContacts, at: now)
    else {
      return false
    }
    // Where it is gone, the next reading says so.
    do throws(SystemError) {
      try device.readContacts(slots: touchscreen.slotCount, into: &state)
    } catch {
      return false
    }
    touchscreen.frames.begin(&missed, state)
    return missed?.isExplained == false
  }

  /// What was read first after a silence does not say how the contacts have come to be those that they are: another
  /// program had grabbed the device, and let go of it again.
  ///
  /// The kernel knows of a frame while its driver is still at it, and hands it over when it is whole: that is waited for.
  private func lookForMissed(in count: Int, _ publisher: Publisher, _ turn: Turn) {
    for index in 0..<count { missed?.take(device.event(at: index)) }
    guard missed?.isExplained == false, count < EvdevDevice.batchSize,
      !device.hasMore(withinMilliseconds: Self.driverPatience)
    else { return }
    do throws(SystemError) {
      try device.readContacts(slots: touchscreen.slotCount, into: &state)
    } catch {
      return
    }
    missed?.compare(with: state)
    if missed?.isExplained == false { interrupt(.silence, publisher, turn) }
  }

  /// Asks whether fingers that say nothing rest. A state that is not ours although there is nothing to read says that
  /// nothing will come.
  private func probe(_ publisher: Publisher, _ turn: Turn) -> DeviceDeparture? {
    do throws(SystemError) {
      try device.readState(slots: touchscreen.slotCount, into: &state)
    } catch {
      return .failed(error.errno)
    }
    guard !touchscreen.agrees(with: state) else {
      follower.noteRest(at: turn.now)
      return nil
    }
    // An event between the last reading and the question is no silence. What comes of it asks again.
    let answer = state
    if let departure = read(after: .readable, publisher, turn) { return departure }
    guard follower.isSilent(since: turn.now) else { return nil }
    interrupt(.silence, publisher, turn)
    touchscreen.adopt(answer)
    follower.noteCaughtUp(hasContacts: touchscreen.hasContacts, at: turn.now)
    return nil
  }
}
