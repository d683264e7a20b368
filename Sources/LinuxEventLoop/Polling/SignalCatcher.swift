import CLinux
import Glibc
import SystemPackage

/// Signals as a descriptor that becomes readable, for a program with foreign threads. A `SignalSource` needs every
/// thread to block the signals, and a library's thread may not block them.
public struct SignalCatcher: ~Copyable, Sendable {
  private let reading: OwnedDescriptor
  private let writing: OwnedDescriptor

  /// Catches these signals: from now on they wait to be read instead of ending the process. A process has one catcher,
  /// which lives as long as the process: the signals are never given back.
  ///
  /// - Throws: `SystemError` of `pipe` or `sigaction`.
  public init(_ signals: [Signal]) throws(SystemError) {
    var ends: [CInt] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .last("pipe") }
    let reading = OwnedDescriptor(owning: FileDescriptor(rawValue: ends[0]))
    let writing = OwnedDescriptor(owning: FileDescriptor(rawValue: ends[1]))
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    // The parent process may have left the signals blocked.
    var caught = sigset_t()
    unsafe sigemptyset(&caught)
    for signal in signals { _ = unsafe sigaddset(&caught, signal.number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &caught, nil)
    for signal in signals {
      guard clinux_catch_signal(signal.number, writing.rawValue) == 0 else { throw .last("sigaction") }
    }
    self.reading = reading
    self.writing = writing
  }

  /// The descriptor to register with the `Poller`; it becomes readable.
  public var descriptor: FileDescriptor { reading.value }

  /// The next signal, or nil when no signal waits.
  public func next() -> Signal? {
    var number: UInt8 = 0
    let count = retryingOnInterrupt { unsafe Glibc.read(reading.rawValue, &number, 1) }
    return count == 1 ? Signal(number: CInt(number)) : nil
  }
}
