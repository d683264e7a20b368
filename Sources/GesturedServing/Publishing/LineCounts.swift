/// How many lines of events a subscriber was sent.
package struct LineCounts {
  /// How many were dropped since the last `dropped` line, and how many in all.
  private(set) var dropped: UInt64 = 0
  package private(set) var allDropped: UInt64 = 0
  /// How many were sent, queued or dropped since the user was last charged for lines.
  var heard: Int64 = 0

  /// Counts lines that were dropped.
  mutating func drop(_ count: UInt64) {
    dropped += count
    allDropped += count
  }

  /// Resets the count of dropped lines, since the subscriber receives it.
  ///
  /// - Returns: how many lines were dropped.
  mutating func tellDropped() -> UInt64 {
    defer { dropped = 0 }
    return dropped
  }
}
