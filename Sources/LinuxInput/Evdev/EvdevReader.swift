import CLinux
import GestureCore
import Glibc
import LinuxEventLoop
import SystemPackage
import TouchInput

/// Reads a node's events in batches, into storage made once. The reader does not interpret the events.
///
/// The reader owns the descriptor, and never reads it again after a failure (D2).
struct EvdevReader: ~Copyable {
  /// The source of the events' stamps.
  enum StampSource {
    /// The kernel's stamp of the event: CLOCK_MONOTONIC.
    case kernel
    /// The time of reading, the same for a whole batch: the kernel's stamps follow another clock (D30).
    case reading
  }

  /// The most events of one reading. A frame of ten fingers has about 41 events. The batch is half of the kernel's
  /// queue of 512, so that few calls clear a backlog.
  static let batchSize = 256

  private let node: OwnedDescriptor
  private let stampSource: StampSource
  private var batch: [input_event]
  private var readTime = Instant(microseconds: 0)
  private var departure: DeviceDeparture?

  /// The number of events of the last `read`.
  private(set) var count = 0

  /// A reader of an open, non-blocking node.
  init(owning node: consuming OwnedDescriptor, stampSource: StampSource) {
    self.node = node
    self.stampSource = stampSource
    batch = Array(repeating: input_event(), count: Self.batchSize)
  }

  /// The descriptor to register with the `Poller`.
  var descriptor: FileDescriptor { node.value }

  /// Reads the queued events, at most one batch. See `EvdevDevice.read`.
  mutating func read(after readiness: Readiness) -> EvdevReadOutcome {
    count = 0
    if let departure { return .gone(departure) }
    let descriptor = node.rawValue
    let byteCount = unsafe batch.withUnsafeMutableBytes { bytes in
      retryingOnInterrupt { unsafe Glibc.read(descriptor, bytes.baseAddress, bytes.count) }
    }
    guard byteCount > 0 else {
      let departure = byteCount == 0 ? .endOfFile : Self.departure(lastErrno, after: readiness)
      return departure.map { leave($0) } ?? .wouldBlock
    }
    let (events, rest) = byteCount.quotientAndRemainder(dividingBy: MemoryLayout<input_event>.size)
    guard rest == 0 else { return leave(.tornRead(byteCount: byteCount)) }
    if stampSource == .reading { readTime = MonotonicClock.now() }
    count = events
    return .events(count: events)
  }

  /// The kernel's stamps of the last batch, which has at least one event.
  var stamps: StampSpan {
    precondition(count > 0, "there is a batch")
    var last = batch[0].time
    var span = StampSpan(kernelStamp(at: 0))
    // The kernel's stamps never go back. Nearly all batches are one frame, whose events carry the same stamp.
    let end = batch[count - 1].time
    if end.tv_usec == last.tv_usec, end.tv_sec == last.tv_sec { return span }
    for index in 1..<count {
      // All events of a frame carry the same stamp.
      let stamp = batch[index].time
      if stamp.tv_usec == last.tv_usec, stamp.tv_sec == last.tv_sec { continue }
      last = stamp
      span.add(kernelStamp(at: index))
    }
    return span
  }

  /// Whether more events are queued than the last batch, or arrive within some milliseconds.
  func hasMore(withinMilliseconds patience: Int32) -> Bool {
    var entry = pollfd(fd: node.rawValue, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, patience) > 0
  }

  /// An event of the last batch. `index` is below `count`.
  func event(at index: Int) -> InputEvent {
    precondition(index < count, "only events of the last batch can be read")
    let event = batch[index]
    let time = stampSource == .kernel ? kernelStamp(at: index) : readTime
    return InputEvent(time: time, type: event.type, code: event.code, value: event.value)
  }

  /// An event of the last batch without its stamp. `index` is below `count`.
  @inline(__always)
  func content(at index: Int) -> (type: UInt16, code: UInt16, value: Int32) {
    precondition(index < count, "only events of the last batch can be read")
    return (batch[index].type, batch[index].code, batch[index].value)
  }

  private func kernelStamp(at index: Int) -> Instant {
    Instant(stampSeconds: batch[index].time.tv_sec, microseconds: batch[index].time.tv_usec)
  }

  /// The departure that a failed read means; nil where the queue is just empty.
  static func departure(_ errno: Errno, after readiness: Readiness) -> DeviceDeparture? {
    switch errno {
    case .wouldBlock:
      // After a hang-up no event follows, and a level-triggered `Poller` would report the hang-up for ever.
      readiness.isDisjoint(with: [.hangUp, .error]) ? nil : .hungUp
    case .operationNotSupportedByDevice: .unplugged
    default: .failed(errno)
    }
  }

  private mutating func leave(_ departure: DeviceDeparture) -> EvdevReadOutcome {
    self.departure = departure
    return .gone(departure)
  }
}

/// The outcome of reading a device.
public enum EvdevReadOutcome: Hashable, Sendable {
  /// Events were read, at least one. The indices `0..<count` are valid until the next call.
  case events(count: Int)
  /// The queue is empty.
  case wouldBlock
  /// The device will not be read again, for that reason. The caller lifts its contacts and releases it.
  case gone(DeviceDeparture)
}

/// Why a device cannot be read any more. Its description is a sentence for the log.
public enum DeviceDeparture: Hashable, Sendable, CustomStringConvertible {
  /// The device was unplugged, or access to it was revoked: ENODEV. Queued events are lost (D2).
  case unplugged
  /// The device hung up, and reading it gave no other reason (D3).
  case hungUp
  /// Reading reported the end of the file, which devices do not have (D3).
  case endOfFile
  /// Reading gave a number of bytes that is no multiple of an event's size (D3).
  case tornRead(byteCount: Int)
  /// Reading failed with another error, such as EIO (D3).
  case failed(Errno)

  /// One sentence for people, without a full stop.
  public var description: String {
    switch self {
    case .unplugged: "it was unplugged"
    case .hungUp: "it hung up"
    case .endOfFile: "it ended"
    case .tornRead(let byteCount): "it gave \(byteCount) bytes, which is no number of events"
    case .failed(let errno): "it cannot be read (\(errno))"
    }
  }
}

extension Instant {
  /// An event's stamp, made of any numbers at all (T2). Negative parts count as 0. Microseconds of a second or more
  /// count as 999,999. No stamp is later than `latestStamp`.
  init(stampSeconds seconds: Int, microseconds: Int) {
    let limit = Int(Instant.latestStamp.microseconds / 1_000_000)
    let whole = min(max(seconds, 0), limit) * 1_000_000
    let fraction = min(max(microseconds, 0), 999_999)
    self = min(Instant(microseconds: Int64(whole + fraction)), .latestStamp)
  }
}
