import LinuxEventLoop

/// When the daemon gives back what it needed once: after the start, after a reload, and after the first subscriber came,
/// for whom types are looked up that are then known. Always at the end of a turn, when nothing waits for a line.
struct SpareMemory {
  /// Whether something was done that is not done again soon.
  var isDue = false
  private var hasServed = false

  /// To be told of each subscriber; only the first makes a difference.
  mutating func noteSubscriber() {
    if !hasServed { isDue = true }
    hasServed = true
  }

  /// Gives it back now.
  mutating func release() {
    isDue = false
    StartMemory.release()
  }
}
