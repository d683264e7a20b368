import GestureCore
import LinuxEventLoop
import SystemPackage
import TouchInput

/// An open touch device: what it is, its events, and its state where events were lost.
///
/// It is opened for reading only and never grabbed, so that nobody else notices. Closed when its owner lets
/// go of it, which first removes `descriptor` from its poller.
public struct EvdevDevice: ~Copyable {
  /// The node that was opened.
  public let node: InputDeviceNode
  /// All that the device says of itself, axes included: what `DeviceJudgement.judgeAxes` takes.
  public let description: DeviceDescription
  /// How the device tells of its contacts: what `DeviceJudgement.judgeAxes` takes.
  public let touchProtocol: TouchProtocol
  /// What the kernel could not do for it; the daemon logs each once.
  public let warnings: [EvdevWarning]
  private var reader: EvdevReader
  private var state: EvdevState

  /// How many events are read at once at most.
  public static let batchSize = EvdevReader.batchSize

  /// Opens a node, if its capabilities allow it, and has it described.
  ///
  /// A node that is refused by what sysfs says of it is not opened at all: being open is enough to see which
  /// keys are down. The open node is judged again, since the description that counts is its own.
  ///
  /// - Parameters:
  ///   - node: a node of `DeviceMonitor`.
  ///   - scope: whether it may be something else than a touchscreen.
  ///   - trustsPressure: whether its pressure counts although the axis claims no resolution (TCH-22).
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
    // What libevdev relies on is looked at before libevdev is asked.
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
    // Its mask was made for the one, so a node that is the other now is no longer the device that was listed.
    guard try judge(description) == expectedProtocol else { throw .replaced(path: node.path) }
    self.node = node
    touchProtocol = expectedProtocol
    self.description = description
    self.warnings = warnings
    // The stream of its panel stamps by reading where that has to be.
    reader = EvdevReader(owning: file, stampSource: .kernel)
    state = EvdevState(
      of: expectedProtocol,
      hasTouchKey: description.declares(type: EventCode.key, code: EventCode.touch))
  }

  /// What to register with the poller.
  public var descriptor: FileDescriptor { reader.descriptor }

  /// Reads what is queued, as much as a batch holds, without waiting.
  ///
  /// Called again until it says `wouldBlock` or `gone`, or left to the next wake-up. After `gone` the node is
  /// not touched again, and every call says the same. Allocates nothing.
  ///
  /// - Parameter readiness: what the poller said. With a hang-up or an error in it, having nothing to read
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
  /// The stamp is on CLOCK_MONOTONIC, unless a driver stamps otherwise, and clamped (T2); everything else is as the device sent it.
  ///
  /// Mutating, as what is changed in place is not copied to be looked at.
  public mutating func event(at index: Int) -> InputEvent {
    reader.event(at: index)
  }

  /// What an event of the last batch says, without its stamp; `index` is below its count.
  @inline(__always)
  mutating func content(at index: Int) -> (type: UInt16, code: UInt16, value: Int32) {
    reader.content(at: index)
  }

  /// The stamps of the last batch, as the kernel has them, whether they count or not. It has at least one event.
  public private(set) var stamps = StampSpan(Instant(microseconds: 0))

  /// The number of events of the last batch.
  public var eventCount: Int { reader.count }

  /// Whether its stamps are of another clock than this process': a kernel that cannot stamp with the monotonic clock stamps
  /// with one that can be set (D30).
  public var countsReading: Bool {
    for case .monotonicClockUnsupported in warnings { return true }
    return false
  }

  /// Whether more is queued than the last batch, or comes within so many milliseconds, which are waited for.
  ///
  /// The corresponding C function is `poll`.
  public func hasMore(withinMilliseconds patience: Int32) -> Bool {
    reader.hasMore(withinMilliseconds: patience)
  }

  /// Asks for the contacts that are down now: at the start (TCH-34), and after SYN_DROPPED, when `read` has
  /// said `wouldBlock`.
  ///
  /// A device without slots only knows whether anything touches, and that only where it has BTN_TOUCH.
  ///
  /// - Parameters:
  ///   - slots: `TouchPanel.slotCount`, at least 1.
  ///   - answer: what comes of it. Where it has storage for as many slots nothing is allocated.
  /// - Throws: `SystemError`: the device is gone or was revoked (D7); the caller lets go of it.
  public mutating func readState(slots: Int, into answer: inout PanelState) throws(SystemError) {
    precondition(DeviceJudgement.slotCounts.contains(Int64(slots)), "the number of slots was judged")
    try state.read(
      from: EvdevControl(descriptor: descriptor, path: node.path), slots: slots, into: &answer)
  }

  /// Asks for the current slot and which contact is in each slot, of a device that has slots: less than `readState`, in
  /// two calls.
  public mutating func readContacts(slots: Int, into answer: inout PanelState) throws(SystemError) {
    precondition(touchProtocol == .multitouch, "it has slots")
    try state.readContacts(
      from: EvdevControl(descriptor: descriptor, path: node.path), slots: slots, into: &answer)
  }
}
