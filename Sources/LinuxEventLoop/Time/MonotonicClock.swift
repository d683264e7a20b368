import GestureCore
import Glibc

/// The kernel's CLOCK_MONOTONIC: the clock of events' stamps and of deadlines.
public enum MonotonicClock {
  /// The time now, rounded down to the microsecond. The corresponding C function is `clock_gettime`.
  public static func now() -> Instant {
    Instant(microseconds: microseconds(of: CLOCK_MONOTONIC))
  }
}

/// The kernel's CLOCK_BOOTTIME: like `MonotonicClock`, but it also runs while the machine sleeps.
enum BootClock {
  /// The time now, rounded down to the microsecond. The corresponding C function is `clock_gettime`.
  static func now() -> Instant {
    Instant(microseconds: microseconds(of: CLOCK_BOOTTIME))
  }
}

/// The wall clock. It can be set, and therefore only labels things: the `unix_time` of `hello`, a recording's header.
public enum WallClock {
  /// Microseconds since 1970-01-01 00:00 UTC, rounded down. The corresponding C function is `clock_gettime`.
  public static func microsecondsSince1970() -> Int64 {
    microseconds(of: CLOCK_REALTIME)
  }
}

private func microseconds(of clock: clockid_t) -> Int64 {
  var time = timespec()
  // The call cannot fail: every Linux has these clocks, and the pointer is valid.
  _ = unsafe clock_gettime(clock, &time)
  return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}
