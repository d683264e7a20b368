import LinuxEventLoop
import SystemPackage
import TouchInput

/// Writes the frames of a clone into the keeper's pipe. No write waits, and nothing is allocated while the pipe has
/// room.
///
/// ```
///   frames ─▶ write ─▶ the pipe
///               └ a rest stays here while the pipe is full (FF-4)
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

  private static var eventBytes: Int { MemoryLayout<CloneEvent>.stride }
  /// The events of the longest write that a pipe takes whole or not at all.
  private static var wholeEvents: Int { 4080 / eventBytes }
  /// The most events that wait: as many as the pipe has room for.
  private static var waitingEvents: Int { 65_536 / eventBytes }

  /// The request to end all contacts.
  private static let ending: ArraySlice = [
    CloneEvent(type: EventCode.synchronization, code: EventCode.dropped, value: 0),
    CloneEvent(type: EventCode.synchronization, code: EventCode.report, value: 0),
  ]

  private let pipe: PipeWriter
  /// The events that are not written yet.
  private var rest: [CloneEvent]
  private var isBroken = false
  /// The frames that were written, and how many writes found the pipe full.
  public private(set) var frameCount = 0
  public private(set) var fullCount = 0
  private var writtenBytes = 0

  /// Takes ownership of the writing end of a pipe.
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
  public mutating func write(_ events: ArraySlice<CloneEvent>, frames: Int) -> Outcome {
    guard !isBroken else { return .broken }
    frameCount &+= frames
    guard rest.isEmpty else {
      keep(events)
      return isBroken ? .broken : .waiting
    }
    var next = events.startIndex
    let outcome = send(events, &next)
    if outcome == .waiting { keep(events[next...]) }
    return isBroken ? .broken : outcome
  }

  /// Asks the keeper to end all contacts.
  public mutating func endContacts() -> Outcome {
    write(Self.ending, frames: 0)
  }

  /// Writes what waits, as much as the pipe takes.
  public mutating func flush() -> Outcome {
    guard !isBroken else { return .broken }
    var next = 0
    let outcome = send(rest[...], &next)
    rest.removeSubrange(..<next)
    return outcome
  }

  /// Writes events, in parts that the pipe takes whole or not at all.
  ///
  /// - Parameter next: the first event; afterwards the first one that the pipe has not taken.
  private mutating func send(_ events: ArraySlice<CloneEvent>, _ next: inout Int) -> Outcome {
    while next < events.endIndex {
      let end = min(next + Self.wholeEvents, events.endIndex)
      switch unsafe events[next..<end].withUnsafeBytes({ unsafe pipe.write($0) }) {
      case .wrote(let count):
        next = end
        writtenBytes &+= count
      case .wouldBlock:
        fullCount &+= 1
        return .waiting
      case .closed:
        isBroken = true
        return .broken
      }
    }
    return .written
  }

  private mutating func keep(_ events: ArraySlice<CloneEvent>) {
    guard rest.count + events.count <= Self.waitingEvents else {
      isBroken = true
      return
    }
    rest += events
  }
}
