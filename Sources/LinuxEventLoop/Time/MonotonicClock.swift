import GestureCore
import Glibc

/// The kernel's CLOCK_MONOTONIC: the clock that input events are stamped with and deadlines are set on.
public enum MonotonicClock {
  /// The time now, rounded down to the microsecond. The corresponding C function is `clock_gettime`.
  public static func now() -> Instant {
    Instant(microseconds: microseconds(of: CLOCK_MONOTONIC))
  }
}

/// The kernel's CLOCK_BOOTTIME: as `MonotonicClock`, but for going on while the machine sleeps.
enum BootClock {
  /// The time now, rounded down to the microsecond. The corresponding C function is `clock_gettime`.
  static func now() -> Instant {
    Instant(microseconds: microseconds(of: CLOCK_BOOTTIME))
  }
}

/// The wall clock, which can be set and therefore only labels things: hello's `unix_time`, a recording's header.
public enum WallClock {
  /// Microseconds since 1970-01-01 00:00 UTC, rounded down. The corresponding C function is `clock_gettime`.
  public static func microsecondsSince1970() -> Int64 {
    microseconds(of: CLOCK_REALTIME)
  }
}

private func microseconds(of clock: clockid_t) -> Int64 {
  var time = timespec()
  // Cannot fail: both clocks exist on every Linux, and the pointer is good.
  _ = unsafe clock_gettime(clock, &time)
  return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}
