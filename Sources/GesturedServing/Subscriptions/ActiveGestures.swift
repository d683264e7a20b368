import GestureCore

/// The gestures that are under way, each with its recipients. The recipients are fixed at the gesture's first action
/// (MULTI-8, S18).
///
/// Every gesture is kept, even without recipients, for the snapshots of later clients. The storage is made once and
/// used again; it grows only where more gestures are under way than ever before. No call copies it: a copy would retain
/// all its storage with each line.
struct ActiveGestures: ~Copyable {
  /// The small part of a gesture that is read for each recipient.
  struct Entry {
    /// The number of the touchscreen.
    var device: Int
    /// The numbers of the gesture's last line.
    var shown: ShownGesture
    /// The state and the stamp of the gesture's last event.
    var state: GestureState
    var time: Instant
    /// The gesture's recognizer, and the recognizer's owner.
    var recognizer: Int
    var owner: Int
  }

  private static let usualCount = 32
  private static let usualFingers = 16

  private(set) var entries: [Entry] = []
  /// The gestures' last events, with the daemon's own numbers.
  private(set) var events: [GestureEvent] = []
  /// The data that clients of custom recognizers gave with the gestures (CUS-9). The events' own ranges belong to a
  /// buffer that is overwritten next.
  private(set) var payloads: [[UInt8]] = []
  /// The touches of the gestures' last events, where a subscriber wants them. The lists of gestures that have ended stay as
  /// storage behind the others.
  private(set) var fingers: [[GestureFinger]] = []
  /// Whether a subscriber wants the touches.
  private var listsFingers = false
  /// A bit for each subscriber's place, `words` numbers an entry, in the order of the entries.
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

  /// The same gestures with the same recipients, for another stage.
  init(copying other: borrowing ActiveGestures) {
    entries = other.entries
    events = other.events
    payloads = other.payloads
    fingers = other.fingers
    listsFingers = other.listsFingers
    recipients = other.recipients
    words = other.words
  }

  /// Makes room for more subscribers while gestures may be under way. The room never shrinks.
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

  /// Begins or ceases to keep the touches of gestures. The storage is made here, so that events allocate nothing.
  mutating func listFingers(_ isWanted: Bool) {
    guard isWanted != listsFingers else { return }
    listsFingers = isWanted
    fingers.removeAll()
    guard isWanted else { return }
    for place in 0..<max(entries.count, Self.usualCount) {
      fingers.append([])
      fingers[place].reserveCapacity(Self.usualFingers)
    }
  }

  /// How many gestures are under way.
  var count: Int { entries.count }

  /// A gesture's number for subscribers that may see everything.
  func number(at position: Int) -> UInt64 { entries[position].shown.all.gesture }

  /// The index of the gesture with a number, as subscribers that may see everything know it; nil where it is not under
  /// way.
  func position(of gesture: UInt64) -> Int? {
    for position in entries.indices where entries[position].shown.all.gesture == gesture {
      return position
    }
    return nil
  }

  /// Adds a gesture that begins, without recipients.
  ///
  /// - Parameters:
  ///   - index: the event's index among the buffer's gestures.
  ///   - owner: the recognizer's owner.
  /// - Returns: the gesture's index here, valid until a gesture ends.
  mutating func begin(
    _ shown: ShownGesture, gestureAt index: Int, of buffer: inout EventBuffer, device: Int, owner: Int
  ) -> Int {
    entries.append(
      Entry(
        device: device, shown: shown, state: buffer.gestures[index].state, time: buffer.gestures[index].time,
        recognizer: buffer.gestures[index].recognizer, owner: owner))
    events.append(buffer.gestures[index])
    payloads.append([])
    keepPayload(of: &buffer, at: entries.count - 1)
    if listsFingers { keepFingers(ofGestureAt: index, of: &buffer, at: entries.count - 1) }
    for _ in 0..<words { recipients.append(0) }
    return entries.count - 1
  }

  /// Stores a gesture's latest event.
  @inline(__always)
  mutating func update(
    _ position: Int, _ shown: ShownGesture, gestureAt index: Int, of buffer: inout EventBuffer
  ) {
    entries[position].shown = shown
    entries[position].state = buffer.gestures[index].state
    entries[position].time = buffer.gestures[index].time
    // The span moves the event directly, without a copy in between.
    var events = self.events.mutableSpan
    events[position] = buffer.gestures.span[index]
    if !events[position].payload.isEmpty || !payloads[position].isEmpty {
      keepPayload(of: &buffer, at: position)
    }
    if listsFingers { keepFingers(ofGestureAt: index, of: &buffer, at: position) }
  }

  private mutating func keepFingers(
    ofGestureAt index: Int, of buffer: inout EventBuffer, at position: Int
  ) {
    if fingers.count <= position { fingers.append([]) }
    let present = buffer.fingers(ofGestureAt: index)
    guard present.count == fingers[position].count else {
      fingers[position].removeAll(keepingCapacity: true)
      for finger in present { fingers[position].append(buffer.gestureFingers[finger]) }
      return
    }
    // Nearly all events have the fingers of the event before. The spans copy them in place.
    let source = buffer.gestureFingers.span
    var kept = fingers[position].mutableSpan
    for finger in kept.indices { kept[finger] = source[present.lowerBound &+ finger] }
  }

  private mutating func keepPayload(of buffer: inout EventBuffer, at position: Int) {
    payloads[position] = Array(buffer.payload[events[position].payload])
    events[position].payload = 0..<0
  }

  /// A gesture's last event, with the numbers of a subscriber.
  func event(at position: Int, for subscriber: Subscriber) -> GestureEvent {
    var told = events[position]
    told.replaceNumbers(with: entries[position].shown.numbers(for: subscriber))
    return told
  }

  /// The touches of a gesture's last event, where a subscriber wants them.
  func fingers(at position: Int) -> [GestureFinger] {
    fingers.indices.contains(position) ? fingers[position] : []
  }

  /// Marks a gesture as cancelled because its recognizer is gone.
  mutating func cancel(_ position: Int, seq: LineSeq) {
    entries[position].state = .cancelled
    entries[position].shown.seq = seq
    events[position].state = .cancelled
  }

  /// Removes a gesture that has ended. The last gesture takes its index.
  mutating func end(_ position: Int) {
    let last = entries.count - 1
    entries.swapAt(position, last)
    entries.removeLast()
    events.swapAt(position, last)
    events.removeLast()
    payloads.swapAt(position, last)
    payloads.removeLast()
    if listsFingers { fingers.swapAt(position, last) }
    for word in 0..<words { recipients[position * words + word] = recipients[last * words + word] }
    recipients.removeLast(words)
  }

  /// Removes the gestures of a touchscreen that is gone.
  mutating func endAll(on device: Int) {
    for position in entries.indices.reversed() where entries[position].device == device { end(position) }
  }

  /// Whether a subscriber is a recipient of a gesture.
  func isTold(_ place: Int, of position: Int) -> Bool {
    recipients[position * words + place / 64] & (1 << UInt64(place % 64)) != 0
  }

  /// Makes a subscriber a recipient of a gesture.
  mutating func add(_ place: Int, to position: Int) {
    recipients[position * words + place / 64] |= 1 << UInt64(place % 64)
  }

  /// Removes a subscriber from all recipients, because it is gone or has a new subscription.
  mutating func remove(_ place: Int) {
    for position in entries.indices {
      recipients[position * words + place / 64] &= ~(1 << UInt64(place % 64))
    }
  }

  /// The recipients of a gesture, a bit each: those from place `64 * word` on.
  func recipients(of position: Int, word: Int) -> UInt64 { recipients[position * words + word] }
}
