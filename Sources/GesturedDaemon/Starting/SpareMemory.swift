import LinuxEventLoop

/// Returns memory that the daemon needed only once: at the start, for a reload, and for the first subscriber, for which
/// the runtime looks up types. The daemon returns it at the end of a turn, once no finger is down.
struct SpareMemory {
  /// Whether the daemon has just done work that needed memory once.
  var isDue = false
  private var hasServed = false

  /// Counts a new subscriber. Only the first one matters.
  mutating func countSubscriber() {
    if !hasServed { isDue = true }
    hasServed = true
  }

  /// Returns the memory to the system now.
  mutating func release() {
    isDue = false
    StartMemory.release()
  }
}
