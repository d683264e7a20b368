import GestureCore
import GesturedBase
import GesturedConfiguration
import GesturedServing
import LinuxEventLoop
import LinuxInput
import SystemPackage
import TouchInput

/// A touchscreen of the machine that is being read.
final class OpenTouchscreen {
  /// The decision about the device, which may change while it is read.
  var decision: DeviceDecision
  private var device: EvdevDevice
  private(set) var touchscreen: Touchscreen
  /// Reports whether the screen is dark; nil unless the touch that wakes the screen is swallowed.
  private let light: ScreenLight?
  /// Whether more may be left to read after the last reading.
  private var hasMore = false
  /// The next step of a reading beside other devices, and the readiness that led to the reading.
  private var step = Step.end(nil)
  private var readiness: Readiness = .readable
  /// How many frozen contacts have been reported so far (D8).
  private var reportedFrozenContacts = 0
  /// How many times the reach of its positions has been reported (TCH-39).
  private var reportedGrowths = 0
  /// The request for the touchscreen's clone; nil where it was never to be filtered.
  var cloneRequest: CloneRequest?
  /// Whether the touchscreen is to be grabbed once nothing touches it.
  var awaitsRest = false
  /// Whether the touchscreen is grabbed.
  private(set) var isGrabbed = false
  /// The filter that the touches go through, since the device was grabbed.
  private(set) var usedFilter: TouchFilter?

  init(_ device: consuming EvdevDevice, _ decision: DeviceDecision, touchscreen: consuming Touchscreen) {
    self.decision = decision
    light = touchscreen.setup.touch.swallowsWake ? ScreenLight(output: touchscreen.setup.output) : nil
    self.device = device
    self.touchscreen = touchscreen
  }

  /// The node that is read.
  var node: InputDeviceNode { decision.node }

  /// Judges the panel by another decision.
  ///
  /// - Throws: the reason where the device may not be read any more.
  func panel(by decision: DeviceDecision) throws(DeviceRefusal) -> TouchPanel {
    try decision.panel(of: device.description, device.touchProtocol)
  }

  /// Watches the device for one event at a time. A reading takes all events, and otherwise the kernel would check after
  /// each frame for more.
  func watch(with poller: borrowing Poller, token: PollToken) throws(SystemError) {
    try poller.add(device.descriptor, interest: [.readable, .once], token: token)
  }

  /// Watches the device again where the last reading did not take everything.
  func watchOn(with poller: borrowing Poller, token: PollToken) throws(SystemError) {
    guard hasMore else { return }
    hasMore = false
    try poller.modify(device.descriptor, interest: [.readable, .once], token: token)
  }

  /// Stops watching the device.
  func unwatch(with poller: borrowing Poller) throws(SystemError) {
    try poller.remove(device.descriptor)
  }

  // MARK: Reading

  /// Reads the queued events and performs their actions.
  ///
  /// - Parameter mayBeLate: whether one of the device's deadlines may have passed.
  /// - Returns: the reason where the device will not be read again; nil otherwise.
  func read(after readiness: Readiness, mayBeLate: Bool = true, _ publisher: Publisher) -> DeviceDeparture? {
    touchscreen.begin(.readable, at: publisher.turn.now, mayBeLate: mayBeLate)
    return follow(after: readiness, publisher)
  }

  /// Fires the deadlines that have passed, after the events that were queued before.
  func advance(_ publisher: Publisher) -> DeviceDeparture? {
    touchscreen.begin(.deadline, at: publisher.turn.now)
    return follow(after: .readable, publisher)
  }

  /// Ends what was under way because the machine has slept (T3).
  func resume(_ publisher: Publisher) -> DeviceDeparture? {
    touchscreen.begin(.sleep, at: publisher.turn.now)
    return follow(after: .readable, publisher)
  }

  /// Carries out the stream's actions until the stream waits.
  private func follow(after readiness: Readiness, _ publisher: Publisher) -> DeviceDeparture? {
    while true {
      switch next(after: readiness) {
      case .handle(let action): touchscreen.perform(action, publisher)
      case .end(let departure): return departure
      }
    }
  }

  /// A step of a reading.
  private enum Step {
    /// An action of the stream that publishes events.
    case handle(PanelStream.Action)
    /// The reading is over: the stream waits, or the device is gone.
    case end(DeviceDeparture?)
  }

  /// Reads as the stream asks, up to the next step.
  @inline(__always)
  private func next(after readiness: Readiness) -> Step {
    while true {
      let action = touchscreen.stream.next(from: &device)
      switch action {
      case .frames, .resynchronized, .interrupt, .resume, .gone, .advance:
        // A device that is gone is reported by the next reading.
        if touchscreen.needsAxes(after: action) { try? touchscreen.readAxes(from: device) }
        return .handle(action)
      case .readEvents:
        if let departure = readEvents(after: readiness) { return .end(departure) }
      case .readState:
        if let departure = readState() { return .end(departure) }
      case .readContacts: touchscreen.stream.completeContactsRead(areKnown: readContacts())
      case .awaitEvents(let patience):
        touchscreen.stream.completeWait(hasMore: device.hasMore(withinMilliseconds: patience))
      case .pause: hasMore = true
      case .wait: return .end(nil)
      }
    }
  }

  // MARK: Reading beside other devices

  /// Begins a reading beside other devices. The caller then calls `readReport` in the order of all devices' stamps
  /// (QUE-1).
  func beginReports(after readiness: Readiness, mayBeLate: Bool, _ publisher: Publisher) {
    touchscreen.begin(.readable, at: publisher.turn.now, mayBeLate: mayBeLate)
    self.readiness = readiness
    step = next(after: readiness)
  }

  /// The stamp of the next report; nil where the reading is over.
  var nextReport: Instant? { if case .handle = step { touchscreen.stream.lastStamp } else { nil } }

  /// Performs the action of the next report, and reads on.
  func readReport(_ publisher: Publisher) {
    guard case .handle(let action) = step else { return }
    touchscreen.perform(action, publisher)
    step = next(after: readiness)
  }

  /// Ends the reading.
  ///
  /// - Returns: the reason where the device will not be read again; nil otherwise.
  func endReports() -> DeviceDeparture? {
    if case .end(let departure) = step { departure } else { nil }
  }

  private func readEvents(after readiness: Readiness) -> DeviceDeparture? {
    switch device.read(after: readiness) {
    case .events(let count):
      if let light, !touchscreen.hasContacts { touchscreen.setScreen(isDark: light.isDark) }
      // A device that has hung up is read until the reading reports that it is gone.
      touchscreen.stream.completeRead(
        isAll: count < EvdevDevice.batchSize && readiness.isDisjoint(with: [.hangUp, .error]))
    case .wouldBlock: touchscreen.stream.completeEmptyRead()
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
    touchscreen.stream.completeStateRead()
    return nil
  }

  /// - Returns: whether the contacts could be read; where the device is gone, the next reading reports that.
  private func readContacts() -> Bool {
    do throws(SystemError) {
      try device.readContacts(slots: touchscreen.slotCount, into: &touchscreen.stream.contacts)
      return true
    } catch {
      return false
    }
  }

  // MARK: The filter

  /// The device's own description.
  var description: DeviceDescription { device.description }

  /// Sets how the touchscreen is filtered.
  func setFilter(_ filter: TouchFilter?) { touchscreen.setup.touchFilter = filter }

  /// Asks for all axes of contacts, which the clone passes on.
  func wantContactAxes(_ codes: [UInt16]) {
    // A device that is gone is reported by the next reading.
    try? device.wantContactAxes(codes)
  }

  /// Grabs the device if nothing touches it, and passes its touches to a clone from then on (FLT-4, FLT-5).
  func grab(
    _ clone: CloneDescription, _ filter: TouchFilter, to sink: any CloneSink
  ) -> KeeperClient.GrabOutcome {
    guard !isGrabbed else { return .grabbed }
    let outcome = touchscreen.grab(&device, clone, filter, to: sink)
    switch outcome {
    case .grabbed:
      isGrabbed = true
      usedFilter = filter
    case .stuck: isGrabbed = true
    case .notAtRest, .refused: break
    }
    return outcome
  }

  /// When resting fingers switch the filter off; nil while too few rest.
  var releaseDue: Instant? { touchscreen.releaseWatch?.due }

  /// Whether a finger is down while the device is grabbed.
  var isTouchedWhileGrabbed: Bool { isGrabbed && touchscreen.isTouchedWhileGrabbed }

  /// Sets whether clients hear that the touchscreen is filtered.
  ///
  /// - Returns: whether this has changed.
  func set(isFiltered: Bool) -> Bool {
    defer { touchscreen.isFiltered = isFiltered }
    return touchscreen.isFiltered != isFiltered
  }

  /// Adds the touchscreen's part to the report about its filter.
  func complete(_ report: inout FilterReport) {
    (report.held, report.hold) = touchscreen.holds
    report.reports = touchscreen.filteredReports
    if isGrabbed { report.panel = node.path }
  }

  /// Ends the touches on the clone.
  func endFilter(_ publisher: Publisher) { touchscreen.endFilter(publisher) }

  /// Gives the device back to all readers, after `endFilter`.
  ///
  /// - Returns: why the device may still be grabbed; nil where it is not.
  func ungrab() -> SystemError? {
    guard isGrabbed else { return nil }
    do throws(SystemError) {
      try device.ungrab()
    } catch {
      // The kernel has ended the grab of a device that is gone.
      guard [.noSuchAddressOrDevice, .operationNotSupportedByDevice].contains(error.errno) else {
        return error
      }
    }
    isGrabbed = false
    return nil
  }

  // MARK: Between readings

  /// Whether the last reading led to more than touches: more is left to read, the device is lost, or contacts were
  /// dropped.
  var hasNews: Bool {
    !touchscreen.stream.isFollowing || hasMore || touchscreen.frozenContactCount != reportedFrozenContacts
      || touchscreen.growthCount != reportedGrowths
  }

  /// When to call `advance`.
  var nextDeadline: Instant? { touchscreen.stream.wakeTime(for: touchscreen.nextDeadline) }

  /// Calls a function between the device's events. The time lies `PanelStream.grace` before now, so that events that
  /// the kernel has stamped but not delivered yet come first.
  func work(at now: Instant, _ body: (inout Touchscreen, Instant) -> Void) {
    body(&touchscreen, max(touchscreen.lastStamp, now - PanelStream.grace))
  }

  /// Cancels all touches.
  func cancelAll(_ publisher: Publisher) {
    touchscreen.cancelAll(at: publisher.turn.now, publisher)
  }

  /// Why touches were cancelled since the last call; nil where none were.
  func consumeInterruption() -> Interruption? { touchscreen.consumeInterruption() }

  /// How many contacts were dropped since the last call because they had been silent for too long (D8).
  func consumeFrozenContacts() -> Int {
    let count = touchscreen.frozenContactCount
    defer { reportedFrozenContacts = count }
    return count - reportedFrozenContacts
  }

  /// The reach of its positions, where it has grown beyond the declared range since the last call; nil where it has not.
  func consumeReach() -> PanelReach? {
    guard touchscreen.growthCount != reportedGrowths else { return nil }
    reportedGrowths = touchscreen.growthCount
    return touchscreen.reach
  }
}
