import LinuxEventLoop
import SystemPackage
import TouchInput

/// Writes the frames of a clone into the keeper's pipe. No write waits, and nothing is allocated after `init`.
///
/// ```
///   frames ─▶ 8 bytes an event ─▶ write ─▶ the pipe
///                └ a rest stays here while the pipe is full (FF-4)
/// ```
public struct ClonePipe: ~Copyable {
  /// The outcome of a write.
  public enum Outcome: Hashable, Sendable {
    /// The pipe has everything.
    case written
    /// The pipe is full, and the rest waits.
    case waiting
    /// No room is left for the rest, or the reader is gone. No write follows.
    case broken
  }

  /// The longest write that a pipe takes whole or not at all.
  private static let wholeBytes = 4080
  /// The most bytes that wait: as many as the pipe has room for.
  private static let waitingBytes = 65_536
  private static let eventBytes = 8

  private let pipe: PipeWriter
  private var bytes: [UInt8]
  /// The slot that the clone's events are about.
  private var slot: Int32 = 0
  private var isBroken = false
  /// The frames that were written, and how many writes found the pipe full.
  public private(set) var frameCount = 0
  public private(set) var fullCount = 0
  private var writtenBytes = 0

  /// Takes over the writing end of a pipe.
  public init(owning pipe: consuming OwnedDescriptor) throws(SystemError) {
    self.pipe = try PipeWriter(owning: pipe)
    // A default value, set before the call that throws, stops the compiler of Swift 6.2.
    bytes = []
    bytes.reserveCapacity(Self.waitingBytes)
  }

  /// The descriptor to register with the `Poller`.
  public var descriptor: FileDescriptor { pipe.descriptor }

  /// Whether a rest waits for room.
  public var isWaiting: Bool { !bytes.isEmpty }

  /// Whether the reader has taken everything, and how many bytes it has taken in all.
  public var progress: (isIdle: Bool, takenBytes: Int) {
    let unread = pipe.unreadBytes ?? 0
    return (unread == 0 && bytes.isEmpty, writtenBytes &- unread)
  }

  /// Writes whole frames.
  public mutating func write(_ events: borrowing [InputEvent]) -> Outcome {
    guard !isBroken else { return .broken }
    let isWaiting = isWaiting
    var isOpen = false
    for index in events.indices {
      let event = events[index]
      if event.type == EventCode.absolute, event.code == EventCode.slot { slot = event.value }
      let isOfContact = event.type == EventCode.absolute && EventCode.contactAxes.contains(event.code)
      // Each frame names the slot of its first contact.
      if !isOpen, isOfContact { append(EventCode.absolute, EventCode.slot, slot) }
      if event.type == EventCode.absolute { isOpen = isOpen || isOfContact || event.code == EventCode.slot }
      if event.type == EventCode.synchronization {
        isOpen = false
        frameCount &+= 1
      }
      append(event.type, event.code, event.value)
    }
    guard !isBroken else { return .broken }
    return isWaiting ? .waiting : flush()
  }

  /// Asks the keeper to end all contacts.
  public mutating func endContacts() -> Outcome {
    guard !isBroken else { return .broken }
    let isWaiting = isWaiting
    slot = 0
    append(EventCode.synchronization, EventCode.dropped, 0)
    append(EventCode.synchronization, EventCode.report, 0)
    return isBroken ? .broken : isWaiting ? .waiting : flush()
  }

  /// Writes what waits, as much as the pipe takes.
  public mutating func flush() -> Outcome {
    guard !isBroken else { return .broken }
    var next = 0
    while next < bytes.count {
      switch pipe.write(bytes, in: next..<min(next + Self.wholeBytes, bytes.count)) {
      case .wrote(let count):
        next += count
        writtenBytes &+= count
      case .wouldBlock:
        fullCount &+= 1
        bytes.removeSubrange(0..<next)
        return .waiting
      case .closed:
        isBroken = true
        return .broken
      }
    }
    bytes.removeAll(keepingCapacity: true)
    return .written
  }

  private mutating func append(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    guard bytes.count <= Self.waitingBytes - Self.eventBytes else {
      isBroken = true
      return
    }
    let value = UInt32(bitPattern: value)
    #if _endian(little)
      append(type)
      append(code)
      append(UInt16(truncatingIfNeeded: value))
      append(UInt16(truncatingIfNeeded: value >> 16))
    #else
      append(type)
      append(code)
      append(UInt16(truncatingIfNeeded: value >> 16))
      append(UInt16(truncatingIfNeeded: value))
    #endif
  }

  private mutating func append(_ half: UInt16) {
    #if _endian(little)
      bytes.append(UInt8(truncatingIfNeeded: half))
      bytes.append(UInt8(truncatingIfNeeded: half >> 8))
    #else
      bytes.append(UInt8(truncatingIfNeeded: half >> 8))
      bytes.append(UInt8(truncatingIfNeeded: half))
    #endif
  }
}
