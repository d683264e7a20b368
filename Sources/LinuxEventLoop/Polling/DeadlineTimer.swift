import CLinux
import GestureCore
import Glibc
import SystemPackage

/// Makes a descriptor readable at one instant of the monotonic clock, with the kernel's precision.
///
/// One timer is enough for the whole daemon: the loop arms it for the earliest deadline.
public struct DeadlineTimer: ~Copyable {
  private let timer: OwnedDescriptor

  /// The instant of the timer; nil when the timer is not set, or has fired and was drained.
  public private(set) var armedAt: Instant?

  /// A timer that is not set.
  ///
  /// - Throws: `SystemError` of `timerfd_create`.
  public init() throws(SystemError) {
    let flags = CInt(TFD_NONBLOCK) | CInt(TFD_CLOEXEC)
    timer = try OwnedDescriptor(owning: timerfd_create(CLOCK_MONOTONIC, flags), from: "timerfd_create")
  }

  /// The descriptor to register with the `Poller`; it becomes readable.
  public var descriptor: FileDescriptor { timer.value }

  /// Sets the timer; nil, or `distantFuture`, stops it. A past instant fires at once.
  ///
  /// An unchanged instant costs no system call.
  ///
  /// - Throws: `SystemError` of `timerfd_settime`, which only a programming error can cause.
  public mutating func arm(at instant: Instant?) throws(SystemError) {
    let instant = instant == .distantFuture ? nil : instant
    guard instant != armedAt else { return }
    var setting = itimerspec()
    if let instant {
      // All zeros would stop the timer: one nanosecond after the clock's zero stands for every instant up to it.
      let microseconds = max(0, instant.microseconds)
      setting.it_value.tv_sec = Int(microseconds / 1_000_000)
      setting.it_value.tv_nsec = max(microseconds == 0 ? 1 : 0, Int(microseconds % 1_000_000) * 1000)
    }
    guard unsafe timerfd_settime(timer.rawValue, CInt(TFD_TIMER_ABSTIME), &setting, nil) == 0 else {
      throw .last("timerfd_settime")
    }
    armedAt = instant
  }

  /// Resets a timer that has fired: the descriptor is no longer readable, and the timer can be set again.
  ///
  /// - Returns: whether the timer had fired. False is normal: the timer may have been set again since the wait.
  public mutating func drain() -> Bool {
    var expirations: UInt64 = 0
    let size = MemoryLayout<UInt64>.size
    let count = retryingOnInterrupt { unsafe Glibc.read(timer.rawValue, &expirations, size) }
    guard count == size else { return false }
    armedAt = nil
    return true
  }
}
