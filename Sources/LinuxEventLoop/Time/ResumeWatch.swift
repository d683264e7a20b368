import CLinux
import GestureCore
import Glibc
import SystemPackage

/// Reports that the machine has slept.
///
/// A timer of the wall clock that never fires becomes readable when that clock jumps. The kernel makes the clock jump
/// at each resume (since 5.14; before, when the real-time clock has set it). Two other clocks show whether it was
/// sleep: CLOCK_BOOTTIME runs in sleep, CLOCK_MONOTONIC stands still. The watch therefore needs no polling.
public struct ResumeWatch: ~Copyable {
  /// A shorter sleep does not count (T3).
  private static let shortest = TimeSpan.milliseconds(1000)

  private let timer: OwnedDescriptor
  private var sleptBefore: TimeSpan

  /// Begins to watch.
  ///
  /// - Throws: `SystemError` of `timerfd_create` and `timerfd_settime`.
  public init() throws(SystemError) {
    let flags = CInt(TFD_NONBLOCK) | CInt(TFD_CLOEXEC)
    sleptBefore = Self.slept()
    let timer = try OwnedDescriptor(owning: timerfd_create(CLOCK_REALTIME, flags), from: "timerfd_create")
    try arm(timer)
    self.timer = timer
  }

  /// The descriptor to register with the `Poller`; it becomes readable.
  public var descriptor: FileDescriptor { timer.value }

  /// Reads how long the machine slept, after a jump of the clock. The descriptor is no longer readable afterwards.
  ///
  /// - Returns: the machine's sleep since the last call, or since the beginning; nil where only the wall clock was set.
  /// - Throws: `SystemError` of `timerfd_settime`.
  public mutating func measureSleep() throws(SystemError) -> TimeSpan? {
    var expirations: UInt64 = 0
    let size = MemoryLayout<UInt64>.size
    // The read fails with ECANCELED, which reports the jump.
    _ = retryingOnInterrupt { unsafe Glibc.read(timer.rawValue, &expirations, size) }
    try arm(timer)
    return Self.sleep(from: &sleptBefore, to: Self.slept())
  }

  /// The growth of the slept time; nil where it is too short for a sleep.
  static func sleep(from before: inout TimeSpan, to after: TimeSpan) -> TimeSpan? {
    let sleep = TimeSpan(microseconds: after.microseconds - before.microseconds)
    guard sleep > shortest else { return nil }
    before = after
    return sleep
  }

  /// The machine's total sleep since it started.
  private static func slept() -> TimeSpan {
    BootClock.now() - MonotonicClock.now()
  }
}

/// Sets a timer to a time that never comes; a jump of its clock cancels it.
private func arm(_ timer: borrowing OwnedDescriptor) throws(SystemError) {
  var never = itimerspec()
  never.it_value.tv_sec = time_t(Int32.max)
  let flags = CInt(TFD_TIMER_ABSTIME) | CInt(TFD_TIMER_CANCEL_ON_SET)
  guard unsafe timerfd_settime(timer.rawValue, flags, &never, nil) == 0 else {
    throw .last("timerfd_settime")
  }
}
