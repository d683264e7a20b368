import GestureCore

/// Devices that could not be opened and are to be tried again: udev may still be at work on them (D26).
///
/// A device is tried five times more, after 100 ms, 200 ms and so on, which is 3.1 s in all. After that only what
/// udev tells of it counts.
struct RetrySchedule<Node> {
  private static var firstDelay: TimeSpan { .milliseconds(100) }
  private static var maximumTries: Int { 5 }

  private struct Entry {
    var node: Node
    var tries = 0
    var delay = RetrySchedule<Node>.firstDelay
    /// When it is tried next; nil while it is being tried.
    var due: Instant?
  }

  /// By the device's place in sysfs.
  private var entries: [String: Entry] = [:]

  /// When the first one is to be tried; nil for none.
  var nextDeadline: Instant? {
    guard !entries.isEmpty else { return nil }
    var earliest: Instant?
    for entry in entries.values { earliest = .earlier(earliest, entry.due) }
    return earliest
  }

  /// Notes that a device could not be opened.
  ///
  /// - Returns: whether it is the first time, or the last, so that it is worth a line in the log.
  mutating func note(_ node: Node, _ systemPath: String, at now: Instant) -> Bool {
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

  /// Forgets a device: it is open, it is gone, it is one that is never read, or udev tells of it anew.
  mutating func forget(_ systemPath: String) {
    entries[systemPath] = nil
  }

  /// The devices whose time has come, in the order of their places. Each is to be noted again, or forgotten.
  mutating func takeDue(at now: Instant) -> [Node] {
    // Asked at every deadline of a gesture: nothing is made where nothing is due.
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
