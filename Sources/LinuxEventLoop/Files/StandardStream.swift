import GestureCore
import Glibc
import SystemPackage

/// How writing everything to a stream went.
public enum WriteAllOutcome: Hashable, Sendable {
  /// All of it is written.
  case written
  /// Nobody reads any more: `gestured --dump | head` ends so, and it is no failure.
  case readerGone
  /// Something more urgent came while the reader was waited for; part of it may have been written.
  case interrupted
  /// The reader was waited for as long as it may be; part of it may have been written.
  case stalled
  /// It could not be written, and why; part of it may have been.
  case failed(Errno)
}

/// Standard output or standard error, as the process got it.
///
/// Its mode is shared with other processes on the same terminal or pipe, so it is never made non-blocking here, and
/// may be found so: both work.
public struct StandardStream: Sendable {
  /// Descriptor 1.
  public static let output = StandardStream(descriptor: .standardOutput)
  /// Descriptor 2.
  public static let error = StandardStream(descriptor: .standardError)

  /// The stream's descriptor; the process keeps it open.
  public let descriptor: FileDescriptor

  /// A stream on an open descriptor.
  public init(descriptor: FileDescriptor) {
    self.descriptor = descriptor
  }

  /// Writes `range` of `bytes`, all of it, waiting for the reader where it must.
  ///
  /// For messages, never for what the service does: a reader that stops stops the caller.
  /// `SignalSource.ignoreBrokenPipe` has been called, or a reader that is gone ends the process.
  public func write(_ bytes: [UInt8], in range: Range<Int>) -> WriteAllOutcome {
    writeFully(bytes, in: range, to: descriptor)
  }

  /// Writes `range` of `bytes`, all of it, waiting for the reader where it must, but no longer than it may.
  ///
  /// - Parameters:
  ///   - urgent: what ends the waiting when it is readable: a `SignalSource`, so that a reader that has stopped
  ///     does not keep the process from being stopped; nil for nothing.
  ///   - patience: how long may be waited, which the waiting is taken from; nil for as long as it takes.
  public func write(
    _ bytes: [UInt8], in range: Range<Int>, interruptedBy urgent: FileDescriptor?,
    patience: inout TimeSpan?
  ) -> WriteAllOutcome {
    var start = range.lowerBound
    while start < range.upperBound {
      if let outcome = waitForRoom(interruptedBy: urgent, patience: &patience) { return outcome }
      // What is ready takes that much at once, so that a descriptor that waits does not wait (pipe(7)).
      let end = min(range.upperBound, start + Int(PIPE_BUF))
      let outcome = writeFully(bytes, in: start..<end, to: descriptor)
      guard outcome == .written else { return outcome }
      start = end
    }
    return .written
  }

  /// - Returns: why nothing can be written; nil where there is room.
  private func waitForRoom(
    interruptedBy urgent: FileDescriptor?, patience: inout TimeSpan?
  ) -> WriteAllOutcome? {
    // Kept in place: this is asked for each line.
    var requests: InlineArray<2, pollfd> = [
      pollfd(fd: descriptor.rawValue, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: urgent?.rawValue ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    func poll(milliseconds: CInt) -> CInt {
      var span = requests.mutableSpan
      return unsafe span.withUnsafeMutableBufferPointer { requests in
        retryingOnInterrupt { unsafe Glibc.poll(requests.baseAddress, nfds_t(requests.count), milliseconds) }
      }
    }
    var count = poll(milliseconds: 0)
    if count == 0 {
      let begin = MonotonicClock.now()
      // Rounded up, so that the wait does not end before its time.
      count = poll(milliseconds: patience.map { CInt(clamping: ($0.microseconds + 999) / 1000) } ?? -1)
      if let whole = patience {
        let rest = whole.microseconds - (MonotonicClock.now() - begin).microseconds
        patience = TimeSpan(microseconds: max(0, rest))
      }
    }
    if count < 0 { return .failed(lastErrno) }
    if requests[0].revents != 0 { return nil }
    return requests[1].revents != 0 ? .interrupted : .stalled
  }

  /// Whether it is a terminal, so that text is for a person.
  public var isTerminal: Bool { isatty(descriptor.rawValue) == 1 }

  /// Whether it is the stream that a variable such as JOURNAL_STREAM names, as `device:inode`. The variable alone says
  /// nothing: what a service starts inherits it, terminals among others (systemd.exec(5)).
  public func isNamed(by variable: String?) -> Bool {
    var status = stat()
    guard let variable, unsafe fstat(descriptor.rawValue, &status) == 0 else { return false }
    return variable == "\(status.st_dev):\(status.st_ino)"
  }
}

/// Writes all of a range, however many calls it takes, waiting where the descriptor is non-blocking and full.
func writeFully(_ bytes: [UInt8], in range: Range<Int>, to descriptor: FileDescriptor) -> WriteAllOutcome {
  var position = range.lowerBound
  while position < range.upperBound {
    let count = unsafe bytes.withUnsafeBytes { bytes in
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[position..<range.upperBound])
      return retryingOnInterrupt { unsafe Glibc.write(descriptor.rawValue, rest.baseAddress, rest.count) }
    }
    if count >= 0 {
      position += count
      continue
    }
    switch lastErrno {
    case .wouldBlock:
      var request = pollfd(fd: descriptor.rawValue, events: Int16(POLLOUT), revents: 0)
      let ready = retryingOnInterrupt { unsafe poll(&request, 1, -1) }
      guard ready >= 0 else { return .failed(lastErrno) }
    case .brokenPipe:
      return .readerGone
    case let errno:
      return .failed(errno)
    }
  }
  return .written
}
