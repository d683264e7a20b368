import CLinux
import GestureCore
import Glibc
import SystemPackage

/// Makes a descriptor readable at one instant of the monotonic clock, with the kernel's precision.
///
/// One is enough for the whole daemon: it is armed for the earliest deadline there is, once a turn of the loop.
public struct DeadlineTimer: ~Copyable {
  private let timer: OwnedDescriptor

  /// The instant the timer is set to; nil when it is not set, or has fired and was drained.
  public private(set) var armedAt: Instant?

  /// A timer that is not set.
  ///
  /// - Throws: `SystemError` of `timerfd_create`.
  public init() throws(SystemError) {
    let flags = CInt(TFD_NONBLOCK) | CInt(TFD_CLOEXEC)
    timer = try OwnedDescriptor(owning: timerfd_create(CLOCK_MONOTONIC, flags), from: "timerfd_create")
  }

  /// What to register with the poller; it becomes readable.
  public var descriptor: FileDescriptor { timer.value }

  /// Sets the timer; nil, or `distantFuture`, stops it. An instant that has passed fires at once.
  ///
  /// Costs nothing when the instant is the one already set, so that the loop can call it every turn.
  ///
  /// - Throws: `SystemError` of `timerfd_settime`, which only a programming error can cause.
  public mutating func arm(at instant: Instant?) throws(SystemError) {
    let instant = instant == .distantFuture ? nil : instant
    guard instant != armedAt else { return }
    var setting = itimerspec()
    if let instant {
      // All zero would stop the timer: an instant at or before the clock's zero is as good as one nanosecond after it.
      let microseconds = max(0, instant.microseconds)
      setting.it_value.tv_sec = Int(microseconds / 1_000_000)
      setting.it_value.tv_nsec = max(microseconds == 0 ? 1 : 0, Int(microseconds % 1_000_000) * 1000)
    }
    guard unsafe timerfd_settime(timer.rawValue, CInt(TFD_TIMER_ABSTIME), &setting, nil) == 0 else {
      throw .last("timerfd_settime")
    }
    armedAt = instant
  }

  /// Takes note that the timer has fired, so that it is no longer readable and can be set again.
  ///
  /// - Returns: whether it had fired. False is normal: it may have been set anew since the wait.
  public mutating func drain() -> Bool {
    var expirations: UInt64 = 0
    let size = MemoryLayout<UInt64>.size
    let count = retryingOnInterrupt { unsafe Glibc.read(timer.rawValue, &expirations, size) }
    guard count == size else { return false }
    armedAt = nil
    return true
  }
}
