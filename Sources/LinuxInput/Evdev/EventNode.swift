import CLinux
import GestureCore
import Glibc
import LinuxEventLoop
import SystemPackage
public import TouchInput

/// An open node other than a touchscreen: an accelerometer, media keys, a jack. Its events are masked to the wanted
/// ones before the first is read, so that no other key ever reaches the process.
///
/// The node is opened for reading only and never grabbed. The node is closed when its owner releases it. The owner
/// first removes `descriptor` from its `Poller`.
public struct EventNode: ~Copyable {
  /// The opened node.
  public let node: InputDeviceNode
  /// The device's own description, axes included.
  public let description: DeviceDescription
  /// The requests that the kernel refused for the node.
  public let warnings: [EvdevWarning]
  private var reader: EvdevReader

  /// Opens a node.
  ///
  /// - Parameters:
  ///   - node: a node of `DeviceMonitor` that was judged fit to be opened: no keyboard.
  ///   - codes: the wanted events, by type; all others are masked. Where the kernel cannot mask, the node is not read:
  ///     unwanted keys must not reach the process.
  ///   - mayOpen: judges the open node once more, by its own description: another device may have taken the path.
  /// - Throws: `DeviceOpenError`.
  public init(
    opening node: InputDeviceNode, wanting codes: [UInt16: CodeSet],
    where mayOpen: (DeviceDescription) -> Bool
  ) throws(DeviceOpenError) {
    func asking<Answer>(_ question: () throws(SystemError) -> Answer) throws(DeviceOpenError) -> Answer {
      try wrapping(as: { DeviceOpenError($0, path: node.path) }, question)
    }

    let file = try openNode(node)
    let control = EvdevControl(descriptor: file.value, path: node.path)
    // The number of slots is checked first, since libevdev relies on it (D13).
    let slots = (try? control.axis(EventCode.slot).maximum) ?? 0
    do throws(DeviceRefusal) {
      try DeviceJudgement.judgeSlots(maximum: slots)
    } catch {
      throw .refused(path: node.path, error)
    }
    let entries = EventMask.entries(for: codes)
    let warnings = try asking { () throws(SystemError) in try control.prepare(for: entries) }
    for case .eventMaskUnsupported(let errno) in warnings {
      throw .system(SystemError(operation: "EVIOCSMASK", errno: errno, path: node.path))
    }
    let description = try asking { () throws(SystemError) in
      try EvdevDescriber.describe(control.descriptor, path: node.path)
    }
    guard mayOpen(description) else { throw .replaced(path: node.path) }
    self.node = node
    self.description = description
    self.warnings = warnings
    var source = EvdevReader.StampSource.kernel
    for case .monotonicClockUnsupported in warnings { source = .reading }
    reader = EvdevReader(owning: file, stampSource: source)
  }

  /// The descriptor to register with the `Poller`.
  public var descriptor: FileDescriptor { reader.descriptor }

  /// Reads the queued events, at most one batch, without waiting. See `EvdevDevice.read`.
  ///
  /// The corresponding C function is `read`.
  public mutating func read(after readiness: Readiness = .readable) -> EvdevReadOutcome {
    reader.read(after: readiness)
  }

  /// An event of the last batch; `index` is below its count.
  public func event(at index: Int) -> InputEvent { reader.event(at: index) }

  /// The present values of axes, in the order of the codes; 0 for an axis that the device lacks.
  ///
  /// - Throws: `SystemError`: the device is gone.
  public func axisValues(_ codes: [UInt16]) throws(SystemError) -> [Int32] {
    let control = EvdevControl(descriptor: descriptor, path: node.path)
    var values: [Int32] = []
    for code in codes { values.append(try control.axis(code).value) }
    return values
  }

  /// The switches that are closed now.
  ///
  /// - Throws: `SystemError`: the device is gone.
  public func switches() throws(SystemError) -> CodeSet {
    let words = try EvdevControl(descriptor: descriptor, path: node.path).switchesClosed()
    return CodeSet((0...UInt16(SW_MAX)).filter { EventMask.contains($0, in: words) })
  }
}

/// Opens the node's device, and no other: neither a link, nor a file, nor a device of another number.
func openNode(_ node: InputDeviceNode) throws(DeviceOpenError) -> OwnedDescriptor {
  let file: OwnedDescriptor
  do throws(SystemError) {
    let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW
    let result = retryingOnInterrupt { unsafe open(node.path, flags) }
    file = try OwnedDescriptor(owning: result, from: "open", path: node.path)
  } catch {
    throw DeviceOpenError(error, path: node.path)
  }
  var status = stat()
  guard unsafe fstat(file.rawValue, &status) == 0 else {
    throw .system(.last("fstat", path: node.path))
  }
  guard status.st_mode & S_IFMT == S_IFCHR else { throw .notACharacterDevice(path: node.path) }
  guard UInt64(status.st_rdev) == node.deviceNumber else { throw .replaced(path: node.path) }
  return file
}

/// A request that the kernel refused for an open device, which works all the same (D30). Its description is a sentence.
public enum EvdevWarning: Hashable, Sendable, CustomStringConvertible {
  /// EVIOCSMASK failed: unwanted events are read and ignored.
  case eventMaskUnsupported(Errno)
  /// EVIOCSCLOCKID failed: events carry the time of their reading.
  case monotonicClockUnsupported(Errno)

  /// One sentence for people, without a full stop.
  public var description: String {
    switch self {
    case .eventMaskUnsupported(let errno):
      "the kernel sends all of its events, not just those asked for (EVIOCSMASK: \(errno))"
    case .monotonicClockUnsupported(let errno):
      "the kernel does not stamp with the monotonic clock, so the time of reading counts "
        + "(EVIOCSCLOCKID: \(errno))"
    }
  }
}

extension EvdevWarning: AdvisedMessage {
  package var advice: String {
    switch self {
    case .eventMaskUnsupported: "Nothing: gestured ignores the other events itself."
    case .monotonicClockUnsupported: "Nothing, unless speeds jump: then use a newer kernel."
    }
  }

  package static let samples: [EvdevWarning] = [
    .eventMaskUnsupported(.ioError), .monotonicClockUnsupported(.ioError),
  ]
}
