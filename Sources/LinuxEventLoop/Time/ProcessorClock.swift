import Glibc

/// The kernel's CLOCK_THREAD_CPUTIME_ID: the processor time that the calling thread has used. It stands still while the
/// thread waits or others have the processor, so that what it measures does not depend on how busy the machine is.
public enum ProcessorClock {
  /// Microseconds of processor time so far, rounded down. The corresponding C function is `clock_gettime`.
  public static func microseconds() -> Int64 {
    var time = timespec()
    // Cannot fail: the clock exists on every Linux, and the pointer is good.
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
