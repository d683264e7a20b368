import GestureCore

/// Holds a subscriber's `changed` lines back to the rate that it asked for.
///
/// ```
///   updates      u u u u u u u u        u = changed, i = the interval
///   told         u     u     u     u    the newest, when its time has come
///                ├──i──┼──i──┼──i──┤
/// ```
///
/// What counts are the stamps of the events, so that a replay at full speed is told as it was live; where no further
/// event comes, the machine's time has the last one told.
struct UpdateLimiter {
  private struct Entry {
    var gesture: UInt64
    /// When the next may be told, on the clock of the events.
    var next: Instant
    /// When what is held is told, on the machine's clock; nil where nothing is held.
    var due: Instant?
  }

  /// The least time between two updates of a gesture.
  let interval: TimeSpan
  private var entries: [Entry] = []

  init(interval: TimeSpan) {
    self.interval = interval
    entries.reserveCapacity(32)
  }

  /// When the first update that is held is to be told, on the machine's clock.
  var nextDeadline: Instant? {
    var earliest: Instant?
    for position in entries.indices { earliest = .earlier(earliest, entries[position].due) }
    return earliest
  }

  /// Asks for an update of a gesture, or for its first line.
  ///
  /// - Parameters:
  ///   - time: the event's stamp.
  ///   - now: the machine's time.
  /// - Returns: whether it is told now; it is held where not.
  mutating func admits(_ gesture: UInt64, at time: Instant, now: Instant) -> Bool {
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
  /// - Returns: whether an update of it was held, which is told before the end.
  mutating func end(_ gesture: UInt64) -> Bool {
    guard let position = entries.firstIndex(where: { $0.gesture == gesture }) else { return false }
    let isHeld = entries[position].due != nil
    entries.swapAt(position, entries.count - 1)
    entries.removeLast()
    return isHeld
  }

  /// Takes a gesture whose held update is to be told by now; nil where there is none.
  mutating func takeDue(at now: Instant) -> UInt64? {
    for position in entries.indices {
      guard let due = entries[position].due, due <= now else { continue }
      entries[position].due = nil
      entries[position].next = entries[position].next + interval
      return entries[position].gesture
    }
    return nil
  }

  /// Forgets what is held: it is told in another way.
  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
  }
}
