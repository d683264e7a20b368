import GestureCore

/// Limits a subscriber's `changed` lines to the rate that the client asked for.
///
/// ```
///   updates      u u u u u u u u        u = changed, i = the interval
///   told         u     u     u     u    the newest, when its time has come
///                ├──i──┼──i──┼──i──┤
/// ```
///
/// The stamps of the events count, so that a replay at full speed gives the same lines as real devices. Where no
/// further event comes, the machine's time releases the last update.
struct UpdateLimiter {
  private struct Entry {
    var gesture: UInt64
    /// When the next update may be sent, on the clock of the events.
    var next: Instant
    /// When the held update is sent, on the machine's clock; nil where none is held.
    var due: Instant?
  }

  /// The least time between two updates of a gesture; nil where all updates are sent.
  let interval: TimeSpan?
  private var entries: [Entry] = []

  init(interval: TimeSpan? = nil) {
    self.interval = interval
    if interval != nil { entries.reserveCapacity(32) }
  }

  var isLimiting: Bool { interval != nil }

  /// When the first held update is to be sent, on the machine's clock.
  var nextDeadline: Instant? {
    var earliest: Instant?
    for position in entries.indices { earliest = .earlier(earliest, entries[position].due) }
    return earliest
  }

  /// Asks to send an update of a gesture, or its first line.
  ///
  /// - Parameters:
  ///   - time: the event's stamp.
  ///   - now: the machine's time.
  /// - Returns: whether to send the line now; otherwise the update is held.
  mutating func admits(_ gesture: UInt64, at time: Instant, now: Instant) -> Bool {
    guard let interval else { return true }
    for position in entries.indices where entries[position].gesture == gesture {
      guard time < entries[position].next else {
        entries[position].next = time + interval
        entries[position].due = nil
        return true
      }
      if entries[position].due == nil {
        entries[position].due = now + (entries[position].next - time)
      }
      return false
    }
    entries.append(Entry(gesture: gesture, next: time + interval, due: nil))
    return true
  }

  /// Ends a gesture.
  ///
  /// - Returns: whether an update was held, which is to be sent before the end.
  mutating func end(_ gesture: UInt64) -> Bool {
    guard let position = entries.firstIndex(where: { $0.gesture == gesture }) else { return false }
    let isHeld = entries[position].due != nil
    entries.swapAt(position, entries.count - 1)
    entries.removeLast()
    return isHeld
  }

  /// Removes and returns a held update that is due, as the number of its gesture; nil where none is due.
  mutating func removeDue(at now: Instant) -> UInt64? {
    guard let interval else { return nil }
    for position in entries.indices {
      guard let due = entries[position].due, due <= now else { continue }
      entries[position].due = nil
      entries[position].next = entries[position].next + interval
      return entries[position].gesture
    }
    return nil
  }

  /// Forgets all held updates, because the subscriber learns them in another way.
  package mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
  }
}
