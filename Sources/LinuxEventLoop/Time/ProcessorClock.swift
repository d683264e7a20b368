import Glibc

/// The kernel's CLOCK_THREAD_CPUTIME_ID: the processor time that the calling thread has used. The clock stands still
/// while the thread waits or other threads run, so that measurements do not depend on how busy the machine is.
public enum ProcessorClock {
  /// Microseconds of processor time so far, rounded down. The corresponding C function is `clock_gettime`.
  public static func microseconds() -> Int64 {
    var time = timespec()
    // The call cannot fail: every Linux has the clock, and the pointer is valid.
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
