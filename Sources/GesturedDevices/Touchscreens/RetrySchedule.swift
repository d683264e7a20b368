import GestureCore

/// Schedules retries of devices that could not be opened, since udev may still be setting them up (D26).
///
/// A device has five retries, after 100 ms, 200 ms and so on, 3.1 s in all. Afterwards, only a change that udev reports
/// leads to another try.
struct RetrySchedule<Node> {
  private static var firstDelay: TimeSpan { .milliseconds(100) }
  private static var maximumTries: Int { 5 }

  private struct Entry {
    var node: Node
    var tries = 0
    var delay = RetrySchedule<Node>.firstDelay
    /// When the device is tried next; nil during a try.
    var due: Instant?
  }

  /// By the device's path in sysfs.
  private var entries: [String: Entry] = [:]

  /// When the first device is to be tried; nil for none.
  var nextDeadline: Instant? {
    guard !entries.isEmpty else { return nil }
    var earliest: Instant?
    for entry in entries.values { earliest = .earlier(earliest, entry.due) }
    return earliest
  }

  /// Schedules another try for a device that could not be opened.
  ///
  /// - Returns: whether this is the first or the last failure, so that it is worth a line in the log.
  mutating func add(_ node: Node, _ systemPath: String, at now: Instant) -> Bool {
    var entry = entries[systemPath] ?? Entry(node: node)
    guard entry.tries < Self.maximumTries else {
      entries[systemPath] = nil
      return true
    }
    entry.node = node
    entry.due = now + entry.delay
    entry.delay = TimeSpan(microseconds: entry.delay.microseconds * 2)
    entry.tries += 1
    entries[systemPath] = entry
    return entry.tries == 1
  }

  /// Forgets a device: it is open, is gone, is never to be read, or udev has reported a change of it.
  mutating func forget(_ systemPath: String) {
    entries[systemPath] = nil
  }

  /// The devices that are due, in the order of their paths. The caller adds or forgets each of them.
  mutating func removeDue(at now: Instant) -> [Node] {
    // Each deadline of a gesture calls this, so nothing is allocated where nothing is due.
    guard let first = nextDeadline, first <= now else { return [] }
    var nodes: [Node] = []
    for (systemPath, entry) in entries.sorted(by: { $0.key < $1.key }) {
      guard let due = entry.due, due <= now else { continue }
      entries[systemPath]?.due = nil
      nodes.append(entry.node)
    }
    return nodes
  }
}
