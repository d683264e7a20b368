import CLinux
import GestureCore
import Glibc
import SystemPackage

/// Says when the machine has slept.
///
/// A timer of the wall clock that never fires becomes readable when that clock jumps, and the kernel has it jump at
/// each resume (since 5.14; before, when the real-time clock has set it). Whether it was sleep is told by the clocks:
/// CLOCK_BOOTTIME goes on in sleep, CLOCK_MONOTONIC stands still. So nothing is asked while nothing happens.
public struct ResumeWatch: ~Copyable {
  /// Less than this is no sleep (T3).
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

  /// What to register with the poller; it becomes readable.
  public var descriptor: FileDescriptor { timer.value }

  /// Takes note of what the timer says, so that it is no longer readable.
  ///
  /// - Returns: how long the machine slept since this was last called, or since the beginning; nil where it did not,
  ///   and only the wall clock was set.
  /// - Throws: `SystemError` of `timerfd_settime`.
  public mutating func takeSleep() throws(SystemError) -> TimeSpan? {
    var expirations: UInt64 = 0
    let size = MemoryLayout<UInt64>.size
    // It fails with ECANCELED, which is the news.
    _ = retryingOnInterrupt { unsafe Glibc.read(timer.rawValue, &expirations, size) }
    try arm(timer)
    return Self.sleep(from: &sleptBefore, to: Self.slept())
  }

  /// Whether the time that was slept has grown by a sleep.
  static func sleep(from before: inout TimeSpan, to after: TimeSpan) -> TimeSpan? {
    let sleep = TimeSpan(microseconds: after.microseconds - before.microseconds)
    guard sleep > shortest else { return nil }
    before = after
    return sleep
  }

  /// How long the machine has slept since it was started.
  private static func slept() -> TimeSpan {
    BootClock.now() - MonotonicClock.now()
  }
}

/// Sets a timer to a time that never comes, and to being cancelled when its clock jumps.
private func arm(_ timer: borrowing OwnedDescriptor) throws(SystemError) {
  var never = itimerspec()
  never.it_value.tv_sec = time_t(Int32.max)
  let flags = CInt(TFD_TIMER_ABSTIME) | CInt(TFD_TIMER_CANCEL_ON_SET)
  guard unsafe timerfd_settime(timer.rawValue, flags, &never, nil) == 0 else {
    throw .last("timerfd_settime")
  }
}
