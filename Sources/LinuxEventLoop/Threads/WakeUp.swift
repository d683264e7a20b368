import CLinux
public import GestureCore
import Glibc
import SystemPackage

/// Lets other threads end a thread's wait: a descriptor that becomes readable when it is told to.
public struct WakeUp: ~Copyable, Sendable {
  private let event: OwnedDescriptor

  /// One that has not been told anything.
  ///
  /// - Throws: `SystemError` of `eventfd`.
  public init() throws(SystemError) {
    event = try OwnedDescriptor(owning: eventfd(0, CInt(EFD_NONBLOCK) | CInt(EFD_CLOEXEC)), from: "eventfd")
  }

  /// What to register with the poller.
  public var descriptor: FileDescriptor { event.value }

  /// Makes the descriptor readable, from any thread. Telling it twice is as telling it once.
  public func signal() {
    var one: UInt64 = 1
    // It fails only where it is readable already.
    _ = unsafe Glibc.write(event.rawValue, &one, MemoryLayout<UInt64>.size)
  }

  /// Waits until it is told something, for a time at most: for a thread that has nothing else to wait for. It stays
  /// readable.
  ///
  /// - Returns: whether it was told something.
  ///
  /// The corresponding C function is `poll`.
  public func wait(atMost span: TimeSpan) -> Bool {
    var waiting = pollfd(fd: event.rawValue, events: Int16(POLLIN), revents: 0)
    // Rounded up, so that it never ends early.
    let milliseconds = CInt(clamping: max(0, span.microseconds + 999) / 1000)
    return retryingOnInterrupt { unsafe poll(&waiting, 1, milliseconds) } > 0
  }

  /// Waits until it is told something, however long that takes: for a thread that has nothing else to wait for. It stays
  /// readable.
  ///
  /// The corresponding C function is `poll`.
  public func wait() {
    var waiting = pollfd(fd: event.rawValue, events: Int16(POLLIN), revents: 0)
    _ = retryingOnInterrupt { unsafe poll(&waiting, 1, -1) }
  }

  /// Takes note, so that it is no longer readable.
  public func drain() {
    var count: UInt64 = 0
    _ = unsafe Glibc.read(event.rawValue, &count, MemoryLayout<UInt64>.size)
  }
}
