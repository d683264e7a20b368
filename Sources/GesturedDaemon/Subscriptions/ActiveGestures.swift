import GestureCore

/// The gestures that are under way, with those who are told of each: fixed at its first action (MULTI-8, S18).
///
/// All of them are kept, whether anybody hears them or not, for the snapshots of those who come later. The storage is
/// made once and used again; it grows only where more gestures are under way than ever before.
struct ActiveGestures {
  /// What is looked at of a gesture that is under way, whoever is told of it.
  struct Entry {
    /// The touchscreen.
    var device: Int
    /// The numbers of its last line.
    var shown: ShownGesture
    /// What that line said of its state, and when.
    var state: GestureState
    var time: Instant
    /// Which recognizer it is of, and whose that is.
    var recognizer: Int
    var owner: Int
  }

  private static let usualCount = 32

  private(set) var entries: [Entry] = []
  /// What their last lines said, but for their numbers.
  private(set) var events: [GestureEvent] = []
  /// What the clients of custom recognizers gave with them (CUS-9): the events' own ranges speak of a buffer that others
  /// write into next.
  private(set) var payloads: [[UInt8]] = []
  /// A bit a subscriber's place, `words` numbers an entry, in the order of the entries.
  private var recipients: [UInt64] = []
  private var words: Int

  /// - Parameter places: the most subscribers.
  init(places: Int) {
    words = (places + 63) / 64
    entries.reserveCapacity(Self.usualCount)
    events.reserveCapacity(Self.usualCount)
    payloads.reserveCapacity(Self.usualCount)
    recipients.reserveCapacity(Self.usualCount * words)
  }

  /// Makes room for more subscribers, whatever is under way; there never is less.
  mutating func makeRoom(places: Int) {
    let needed = (places + 63) / 64
    guard needed > words else { return }
    var next: [UInt64] = []
    next.reserveCapacity(max(entries.count, Self.usualCount) * needed)
    for position in entries.indices {
      next += recipients[position * words..<(position + 1) * words]
      next += repeatElement(0, count: needed - words)
    }
    recipients = next
    words = needed
  }

  /// How many are under way.
  var count: Int { entries.count }

  /// What a gesture is called for those who are told everything.
  func number(at position: Int) -> UInt64 { entries[position].shown.all.gesture }

  /// Where a gesture is kept that is called so for those who are told everything; nil where it is not under way.
  func position(of gesture: UInt64) -> Int? {
    for position in entries.indices where entries[position].shown.all.gesture == gesture {
      return position
    }
    return nil
  }

  /// Takes in the beginning of a gesture, which nobody is told of yet.
  ///
  /// - Parameters:
  ///   - index: where it is among the buffer's gestures.
  ///   - owner: whose recognizer it is of.
  /// - Returns: where it is kept, until it or another one ends.
  mutating func begin(
    _ shown: ShownGesture, gestureAt index: Int, of buffer: borrowing EventBuffer, device: Int, owner: Int
  ) -> Int {
    entries.append(
      Entry(
        device: device, shown: shown, state: buffer.gestures[index].state, time: buffer.gestures[index].time,
        recognizer: buffer.gestures[index].recognizer, owner: owner))
    events.append(buffer.gestures[index])
    payloads.append([])
    keepPayload(of: buffer, at: entries.count - 1)
    for _ in 0..<words { recipients.append(0) }
    return entries.count - 1
  }

  /// Takes in what a gesture says now.
  @inline(__always)
  mutating func update(
    _ position: Int, _ shown: ShownGesture, gestureAt index: Int, of buffer: borrowing EventBuffer
  ) {
    entries[position].shown = shown
    entries[position].state = buffer.gestures[index].state
    entries[position].time = buffer.gestures[index].time
    // From one place to the other, not by way of a third.
    var events = self.events.mutableSpan
    events[position] = buffer.gestures.span[index]
    if !events[position].payload.isEmpty || !payloads[position].isEmpty {
      keepPayload(of: buffer, at: position)
    }
  }

  private mutating func keepPayload(of buffer: borrowing EventBuffer, at position: Int) {
    payloads[position] = Array(buffer.payload[events[position].payload])
    events[position].payload = 0..<0
  }

  /// What the last line of a gesture said to a subscriber.
  func event(at position: Int, for subscriber: Subscriber) -> GestureEvent {
    var told = events[position]
    told.take(entries[position].shown.numbers(for: subscriber))
    return told
  }

  /// Has a gesture be cancelled whose recognizer is gone without an end.
  mutating func cancel(_ position: Int, seq: LineSeq) {
    entries[position].state = .cancelled
    entries[position].shown.seq = seq
    events[position].state = .cancelled
  }

  /// Forgets a gesture that has come to its end. Another one is kept in its place.
  mutating func end(_ position: Int) {
    let last = entries.count - 1
    entries.swapAt(position, last)
    entries.removeLast()
    events.swapAt(position, last)
    events.removeLast()
    payloads.swapAt(position, last)
    payloads.removeLast()
    for word in 0..<words { recipients[position * words + word] = recipients[last * words + word] }
    recipients.removeLast(words)
  }

  /// Forgets the gestures of a touchscreen that is gone.
  mutating func endAll(on device: Int) {
    for position in entries.indices.reversed() where entries[position].device == device { end(position) }
  }

  /// Whether a subscriber is told of a gesture.
  func isTold(_ place: Int, of position: Int) -> Bool {
    recipients[position * words + place / 64] & (1 << UInt64(place % 64)) != 0
  }

  /// From now on a subscriber is told of a gesture.
  mutating func add(_ place: Int, to position: Int) {
    recipients[position * words + place / 64] |= 1 << UInt64(place % 64)
  }

  /// From now on a subscriber is told of none of those that are under way: it is gone, or wants something else.
  mutating func remove(_ place: Int) {
    for position in entries.indices {
      recipients[position * words + place / 64] &= ~(1 << UInt64(place % 64))
    }
  }

  /// The subscribers that are told of a gesture, a bit each: those from place `64 * word` on.
  func recipients(of position: Int, word: Int) -> UInt64 { recipients[position * words + word] }
}
