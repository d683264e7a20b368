import GestureCore
import LinuxEventLoop
import SystemPackage
import TouchInput

/// An open touch device: its description, its events, and its state after events were lost.
///
/// The device is opened for reading only, and not grabbed unless its owner asks for it: other programs notice nothing. The
/// device is closed when its owner releases it, and the kernel then ends a grab. The owner first removes `descriptor` from
/// its `Poller`.
public struct EvdevDevice: ~Copyable {
  /// The opened node.
  public let node: InputDeviceNode
  /// The device's own description, axes included: an input of `DeviceJudgement.judgeAxes`.
  public let description: DeviceDescription
  /// The device's way of reporting contacts: an input of `DeviceJudgement.judgeAxes`.
  public let touchProtocol: TouchProtocol
  /// The requests that the kernel refused for the device; the daemon logs each once.
  public let warnings: [EvdevWarning]
  private var reader: EvdevReader
  private var state: EvdevState

  /// The most events of one reading.
  public static let batchSize = EvdevReader.batchSize

  /// Opens a node, if its capabilities allow it, and describes it.
  ///
  /// A node that sysfs already rules out is not opened at all: an open node shows which keys are down. The open node is
  /// judged again, since only its own description counts.
  ///
  /// - Parameters:
  ///   - node: a node of `DeviceMonitor`.
  ///   - scope: whether the device may be something other than a touchscreen.
  ///   - trustsPressure: whether the device's pressure counts although the axis claims no resolution (TCH-22).
  /// - Throws: `DeviceOpenError`.
  public init(
    opening node: InputDeviceNode, scope: DeviceScope = .touchscreens, trustsPressure: Bool = false
  ) throws(DeviceOpenError) {
    func judge(_ device: DeviceDescription) throws(DeviceOpenError) -> TouchProtocol {
      do throws(DeviceRefusal) {
        return try DeviceJudgement.judgeCapabilities(
          of: device, deviceClass: node.deviceClass, scope: scope)
      } catch {
        throw .refused(path: node.path, error)
      }
    }
    func asking<Answer>(_ question: () throws(SystemError) -> Answer) throws(DeviceOpenError) -> Answer {
      try wrapping(as: { DeviceOpenError($0, path: node.path) }, question)
    }

    let expectedProtocol = try judge(node.description)
    let file = try openNode(node)
    let control = EvdevControl(descriptor: file.value, path: node.path)
    // The number of slots is checked first, since libevdev relies on it.
    let slots = try asking { () throws(SystemError) in try control.axis(EventCode.slot) }
    do throws(DeviceRefusal) {
      try DeviceJudgement.judgeSlots(maximum: slots.maximum)
    } catch {
      throw .refused(path: node.path, error)
    }
    let warnings = try asking { () throws(SystemError) in
      try control.prepare(for: expectedProtocol, trustsPressure: trustsPressure)
    }
    let description = try asking { () throws(SystemError) in
      try EvdevDescriber.describe(control.descriptor, path: node.path)
    }
    // The mask fits the expected protocol only: a node with another protocol is no longer the device that was listed.
    guard try judge(description) == expectedProtocol else { throw .replaced(path: node.path) }
    self.node = node
    touchProtocol = expectedProtocol
    self.description = description
    self.warnings = warnings
    // `PanelStream` itself stamps events by reading where that is needed.
    reader = EvdevReader(owning: file, stampSource: .kernel)
    state = EvdevState(
      of: expectedProtocol,
      hasTouchKey: description.declares(type: EventCode.key, code: EventCode.touch))
  }

  /// The descriptor to register with the `Poller`.
  public var descriptor: FileDescriptor { reader.descriptor }

  /// Reads the queued events, at most one batch, without waiting.
  ///
  /// The caller repeats the call until the outcome is `wouldBlock` or `gone`, or waits for the next wake-up. After
  /// `gone` the node is not touched again, and every call returns the same. Allocates nothing.
  ///
  /// - Parameter readiness: the readiness that the `Poller` reported. With a hang-up or an error in it, an empty queue
  ///   means that the device is gone.
  ///
  /// The corresponding C function is `read`.
  public mutating func read(after readiness: Readiness = .readable) -> EvdevReadOutcome {
    let outcome = reader.read(after: readiness)
    if case .events = outcome { stamps = reader.stamps }
    return outcome
  }

  /// An event of the last batch; `index` is below its count.
  ///
  /// The stamp is on CLOCK_MONOTONIC, unless a driver stamps otherwise, and clamped (T2). All else is as the device
  /// sent it.
  ///
  /// Mutating, because in-place access copies nothing.
  public mutating func event(at index: Int) -> InputEvent {
    reader.event(at: index)
  }

  /// An event of the last batch without its stamp; `index` is below its count.
  @inline(__always)
  mutating func content(at index: Int) -> (type: UInt16, code: UInt16, value: Int32) {
    reader.content(at: index)
  }

  /// The kernel's stamps of the last batch, whether they count or not. The batch has at least one event.
  public private(set) var stamps = StampSpan(Instant(microseconds: 0))

  /// The number of events of the last batch.
  public var eventCount: Int { reader.count }

  /// Whether the device's stamps follow another clock than this process. A kernel that cannot stamp with the monotonic
  /// clock stamps with a clock that users can set (D30).
  public var countsReading: Bool {
    for case .monotonicClockUnsupported in warnings { return true }
    return false
  }

  /// Whether more events are queued than the last batch, or arrive within some milliseconds. The call waits for them.
  ///
  /// The corresponding C function is `poll`.
  public func hasMore(withinMilliseconds patience: Int32) -> Bool {
    reader.hasMore(withinMilliseconds: patience)
  }

  /// Reads the contacts that are down now: at the start (TCH-34), and after SYN_DROPPED once `read` has returned
  /// `wouldBlock`.
  ///
  /// A device without slots only knows whether anything touches it, and only where it has BTN_TOUCH.
  ///
  /// - Parameters:
  ///   - slots: `TouchPanel.slotCount`, at least 1.
  ///   - answer: the state that was read. Nothing is allocated where it has storage for that many slots.
  /// - Throws: `SystemError`: the device is gone or was revoked (D7); the caller releases it.
  public mutating func readState(slots: Int, into answer: inout PanelState) throws(SystemError) {
    precondition(DeviceJudgement.slotCounts.contains(Int64(slots)), "the number of slots was judged")
    try state.read(
      from: EvdevControl(descriptor: descriptor, path: node.path), slots: slots, into: &answer)
  }

  /// Reads the current slot and the contact of each slot of a device with slots. This is less than `readState` reads,
  /// and takes two calls.
  public mutating func readContacts(slots: Int, into answer: inout PanelState) throws(SystemError) {
    precondition(touchProtocol == .multitouch, "it has slots")
    try state.readContacts(
      from: EvdevControl(descriptor: descriptor, path: node.path), slots: slots, into: &answer)
  }

  // MARK: The filter

  /// Asks for all axes of a contact, which the panel's clone passes on.
  ///
  /// - Throws: `SystemError`: the device is gone.
  public func wantContactAxes(_ codes: [UInt16]) throws(SystemError) {
    guard touchProtocol == .multitouch else { return }
    let control = EvdevControl(descriptor: descriptor, path: node.path)
    _ = try control.prepare(
      masking: EventMask.entries(for: touchProtocol, wantsPressure: true, contactAxes: codes))
  }

  /// Grabs the device: other readers receive none of its events.
  ///
  /// The corresponding C request is EVIOCGRAB.
  ///
  /// - Throws: `SystemError`: EBUSY where another program has grabbed it, ENODEV where it is gone.
  public func grab() throws(SystemError) {
    try EvdevControl(descriptor: descriptor, path: node.path).grab(true)
  }

  /// Gives the device back to all readers.
  public func ungrab() throws(SystemError) {
    try EvdevControl(descriptor: descriptor, path: node.path).grab(false)
  }

  /// Reads one axis of all contacts of a device with slots: the last values, also of slots without a contact.
  ///
  /// - Parameter answer: receives a value for each slot.
  public func readAxis(_ code: UInt16, slots: Int, into answer: inout [Int32]) throws(SystemError) {
    precondition(DeviceJudgement.slotCounts.contains(Int64(slots)), "the number of slots was judged")
    guard touchProtocol == .multitouch else {
      answer.removeAll()
      return
    }
    answer.removeAll(keepingCapacity: true)
    answer.append(contentsOf: repeatElement(0, count: slots + 1))
    try EvdevControl(descriptor: descriptor, path: node.path).readSlots(of: code, count: slots, into: &answer)
    answer.removeFirst()
  }
}

extension EvdevDevice: EventBatch {}

extension PanelStream {
  /// The next action while a device is read. The device's last batch is handled in place.
  public mutating func next(from device: inout EvdevDevice) -> Action {
    next(inBatch: &device, now: MonotonicClock.now)
  }
}
