import CLinux
public import GestureCore
import Glibc
import SystemPackage

/// Lets other threads end a thread's wait: a descriptor that `signal` makes readable.
public struct WakeUp: ~Copyable, Sendable {
  private let event: OwnedDescriptor

  /// Makes a silent wake-up.
  ///
  /// - Throws: `SystemError` of `eventfd`.
  public init() throws(SystemError) {
    event = try OwnedDescriptor(owning: eventfd(0, CInt(EFD_NONBLOCK) | CInt(EFD_CLOEXEC)), from: "eventfd")
  }

  /// The descriptor to register with the `Poller`.
  public var descriptor: FileDescriptor { event.value }

  /// Makes the descriptor readable, from any thread. A second call changes nothing.
  public func signal() {
    var one: UInt64 = 1
    // The write fails only where the descriptor is readable already.
    _ = unsafe Glibc.write(event.rawValue, &one, MemoryLayout<UInt64>.size)
  }

  /// Waits for `signal`, for a bounded time: for a thread that has nothing else to wait for. The descriptor stays
  /// readable.
  ///
  /// - Returns: whether `signal` was called.
  ///
  /// The corresponding C function is `poll`.
  public func wait(atMost span: TimeSpan) -> Bool {
    var waiting = pollfd(fd: event.rawValue, events: Int16(POLLIN), revents: 0)
    // The time is rounded up, so that the wait never ends early.
    let milliseconds = CInt(clamping: max(0, span.microseconds + 999) / 1000)
    return retryingOnInterrupt { unsafe poll(&waiting, 1, milliseconds) } > 0
  }

  /// Waits for `signal`, however long that takes: for a thread that has nothing else to wait for. The descriptor stays
  /// readable.
  ///
  /// The corresponding C function is `poll`.
  public func wait() {
    var waiting = pollfd(fd: event.rawValue, events: Int16(POLLIN), revents: 0)
    _ = retryingOnInterrupt { unsafe poll(&waiting, 1, -1) }
  }

  /// Makes the descriptor unreadable again.
  public func drain() {
    var count: UInt64 = 0
    _ = unsafe Glibc.read(event.rawValue, &count, MemoryLayout<UInt64>.size)
  }
}
