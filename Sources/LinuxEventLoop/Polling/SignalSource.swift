import CLinux
import Glibc
import SystemPackage

/// Signals as a descriptor that becomes readable, so that they are handled in the loop's order and no code runs in a
/// signal handler.
public struct SignalSource: ~Copyable {
  private let source: OwnedDescriptor

  /// Takes these signals over: from now on they wait to be read instead of ending the process.
  ///
  /// To be called on the main thread before any other thread is started, because threads inherit what is blocked.
  /// The signals stay blocked when the source goes: a second SIGTERM must not cut the daemon's own shutdown short.
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

  /// What to register with the poller; it becomes readable.
  public var descriptor: FileDescriptor { source.value }

  /// The next signal that waits, or nil when there is none. A signal sent twice before it was read comes once.
  public func next() -> Signal? {
    var record = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    let count = retryingOnInterrupt { unsafe Glibc.read(source.rawValue, &record, size) }
    guard count == size else { return nil }
    return Signal(number: CInt(bitPattern: record.ssi_signo))
  }

  /// Makes a write to a pipe whose reader is gone fail with EPIPE instead of ending the process.
  ///
  /// Sockets need no such setting here, they are written to with MSG_NOSIGNAL; standard output may be a pipe. Called
  /// once, at the start. The corresponding C function is `signal` with SIGPIPE.
  public static func ignoreBrokenPipe() {
    _ = Glibc.signal(SIGPIPE, SIG_IGN)
  }
}
