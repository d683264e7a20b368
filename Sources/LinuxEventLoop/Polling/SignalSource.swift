import CLinux
import Glibc
import SystemPackage

/// Signals as a descriptor that becomes readable, so that the loop handles them in its order and no code runs in a
/// signal handler.
public struct SignalSource: ~Copyable {
  private let source: OwnedDescriptor

  /// Blocks these signals: from now on they wait to be read instead of ending the process.
  ///
  /// The main thread calls this before any other thread starts, because threads inherit the blocked signals. The
  /// signals stay blocked when the source goes: a second SIGTERM must not cut the daemon's own shutdown short.
  ///
  /// - Throws: `SystemError` of `pthread_sigmask` (EINVAL: no such signal) or `signalfd`.
  public init(_ signals: [Signal]) throws(SystemError) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals {
      guard unsafe sigaddset(&set, signal.number) == 0 else { throw .last("sigaddset") }
    }
    let refusal = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    guard refusal == 0 else {
      throw SystemError(operation: "pthread_sigmask", errno: Errno(rawValue: refusal))
    }
    let flags = CInt(SFD_NONBLOCK) | CInt(SFD_CLOEXEC)
    source = try unsafe OwnedDescriptor(owning: signalfd(-1, &set, flags), from: "signalfd")
  }

  /// The descriptor to register with the `Poller`; it becomes readable.
  public var descriptor: FileDescriptor { source.value }

  /// The next signal, or nil when no signal waits. A signal sent twice before it was read comes once.
  public func next() -> Signal? {
    var record = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    let count = retryingOnInterrupt { unsafe Glibc.read(source.rawValue, &record, size) }
    guard count == size else { return nil }
    return Signal(number: CInt(bitPattern: record.ssi_signo))
  }

  /// Makes a write to a pipe whose reader is gone fail with EPIPE instead of ending the process.
  ///
  /// Sockets do not need this setting, since they are written to with MSG_NOSIGNAL; standard output may be a pipe.
  /// Called once, at the start. The corresponding C function is `signal` with SIGPIPE.
  public static func ignoreBrokenPipe() {
    _ = Glibc.signal(SIGPIPE, SIG_IGN)
  }
}
