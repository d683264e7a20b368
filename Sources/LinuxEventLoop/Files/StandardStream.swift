import GestureCore
import Glibc
import SystemPackage

/// The outcome of writing everything to a stream.
public enum WriteAllOutcome: Hashable, Sendable {
  /// All bytes are written.
  case written
  /// The reader is gone: `gestured --dump | head` ends so, and this is no failure.
  case readerGone
  /// An urgent descriptor became readable while the stream was full; a part may have been written.
  case interrupted
  /// The stream stayed full for the whole patience; a part may have been written.
  case stalled
  /// Writing failed with that error; a part may have been written.
  case failed(Errno)
}

/// Standard output or standard error, as the process inherited it.
///
/// Other processes on the same terminal or pipe share its mode. It is therefore never made non-blocking here, and may
/// be found so: both work.
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

  /// Writes all of `range` of `bytes`, and waits for the reader where it must.
  ///
  /// For messages, never for the service's data: a reader that stops reading stops the caller.
  /// `SignalSource.ignoreBrokenPipe` has been called, or a reader that is gone ends the process.
  public func write(_ bytes: [UInt8], in range: Range<Int>) -> WriteAllOutcome {
    writeFully(bytes, in: range, to: descriptor)
  }

  /// Writes all of `range` of `bytes`, and waits for the reader where it must, for a bounded time.
  ///
  /// - Parameters:
  ///   - urgent: a descriptor that ends the wait when it is readable, such as a `SignalSource`: a stuck reader must not
  ///     keep the process from being stopped. Nil waits without it.
  ///   - patience: the longest wait, which shrinks by the time waited; nil for no bound.
  public func write(
    _ bytes: [UInt8], in range: Range<Int>, interruptedBy urgent: FileDescriptor?,
    patience: inout TimeSpan?
  ) -> WriteAllOutcome {
    var start = range.lowerBound
    while start < range.upperBound {
      if let outcome = waitForRoom(interruptedBy: urgent, patience: &patience) { return outcome }
      // A ready pipe takes that many bytes at once, so that a blocking descriptor does not block (pipe(7)).
      let end = min(range.upperBound, start + Int(PIPE_BUF))
      let outcome = writeFully(bytes, in: start..<end, to: descriptor)
      guard outcome == .written else { return outcome }
      start = end
    }
    return .written
  }

  /// - Returns: the reason that nothing can be written; nil where there is room.
  private func waitForRoom(
    interruptedBy urgent: FileDescriptor?, patience: inout TimeSpan?
  ) -> WriteAllOutcome? {
    // An inline array allocates nothing: this runs for each line.
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

  /// Whether the stream is a terminal, so that a person reads it.
  public var isTerminal: Bool { isatty(descriptor.rawValue) == 1 }

  /// Whether the stream is the one that a variable such as JOURNAL_STREAM names, as `device:inode`. The variable alone
  /// proves nothing: programs that a service starts inherit it, terminals among them (systemd.exec(5)).
  public func isNamed(by variable: String?) -> Bool {
    var status = stat()
    guard let variable, unsafe fstat(descriptor.rawValue, &status) == 0 else { return false }
    return variable == "\(status.st_dev):\(status.st_ino)"
  }
}

/// Writes all of a range in as many calls as needed, and waits where the descriptor is non-blocking and full.
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
