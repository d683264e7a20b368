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

  private static var eventBytes: Int { MemoryLayout<PipedEvent>.stride }
  /// The events of the longest write that a pipe takes whole or not at all.
  private static var wholeEvents: Int { 4080 / eventBytes }
  /// The most events that wait: as many as the pipe has room for.
  private static var waitingEvents: Int { 65_536 / eventBytes }

  private let pipe: PipeWriter
  /// The events that are not written yet.
  private var rest: [PipedEvent]
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
    rest = []
    rest.reserveCapacity(Self.waitingEvents)
  }

  /// The descriptor to register with the `Poller`.
  public var descriptor: FileDescriptor { pipe.descriptor }

  /// Whether a rest waits for room.
  public var isWaiting: Bool { !rest.isEmpty }

  /// Whether the reader has taken everything, and how many bytes it has taken in all.
  public var progress: (isIdle: Bool, takenBytes: Int) {
    let unread = pipe.unreadBytes ?? 0
    return (unread == 0 && rest.isEmpty, writtenBytes &- unread)
  }

  /// Writes whole frames.
  public mutating func write(_ events: borrowing [InputEvent]) -> Outcome {
    guard !isBroken else { return .broken }
    let isWaiting = isWaiting
    var isOpen = false
    for index in events.indices {
      let event = events[index]
      if event.type == EventCode.absolute {
        if event.code == EventCode.slot {
          slot = event.value
          isOpen = true
        } else if !isOpen, EventCode.contactAxes.contains(event.code) {
          // Each frame names the slot of its first contact.
          append(EventCode.absolute, EventCode.slot, slot)
          isOpen = true
        }
      } else if event.type == EventCode.synchronization {
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
    while next < rest.count {
      let end = min(next + Self.wholeEvents, rest.count)
      let bytes = next * Self.eventBytes..<end * Self.eventBytes
      switch unsafe rest.withUnsafeBytes({ unsafe pipe.write(UnsafeRawBufferPointer(rebasing: $0[bytes])) }) {
      case .wrote(let count):
        // The pipe has taken all of it.
        next = end
        writtenBytes &+= count
      case .wouldBlock:
        fullCount &+= 1
        rest.removeSubrange(0..<next)
        return .waiting
      case .closed:
        isBroken = true
        return .broken
      }
    }
    rest.removeAll(keepingCapacity: true)
    return .written
  }

  private mutating func append(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    guard rest.count < Self.waitingEvents else {
      isBroken = true
      return
    }
    rest.append(PipedEvent(type: type, code: code, value: value))
  }
}

/// One event of a frame, as it goes through the pipe: `filter_event` of the keeper's protocol.
private struct PipedEvent: BitwiseCopyable {
  var type: UInt16
  var code: UInt16
  var value: Int32
}
