/// Joins a lift and a landing soon after it into one contact, for hands that shake and panels that lose a light touch.
///
/// ```
///   contact   ▁▁▁██████▁▁██████████▁▁▁▁▁▁▁▁▁
///                      └──┘ shorter than the window, and near
///   told      ▁▁▁██████████████████▁▁▁▁▁
///                                 └───┘ a real lift is reported when the window is over, with its own time
/// ```
///
/// Nothing is reported that came after a lift which is still open. So the lift keeps its own time, and so does every
/// report after it. Other fingers wait meanwhile, for the length of the window at most.
///
/// A contact that is replaced in place has lifted and landed within no time. Its loss is open for the rest of its report.
///
/// A finger may come back in another slot. The filter therefore renames slots: a contact keeps the name of the slot
/// that it landed in.
struct ContactDebouncer: ContactFilter {
  /// The end of a contact, which a landing may still undo.
  private struct OpenEnd {
    var slot: Int
    var position: Point
    var due: Instant
    /// The frame of the queue that has the end.
    var frame: Int
  }

  /// The most frames that wait: a second of a panel of 125 Hz. Beyond it, frames of moves share a place.
  private static let capacity = 128

  private let window: TimeSpan
  private let distance: Double
  /// The outgoing name of each device slot; -1 for a free slot.
  private var names: [Int]
  private var isNameTaken: [Bool]
  private var open: [OpenEnd] = []
  /// The frames from the one with the first open end on. Each end in it is open, or follows an open one.
  private var queue: FrameQueue
  private var queuedEnds = 0

  /// A filter; nil where the settings turn it off.
  init?(_ settings: TouchSettings, maximumTouches: Int) {
    guard settings.debounce > .zero else { return nil }
    window = settings.debounce
    distance = settings.debounceDistance + Tolerance.distance
    names = Array(repeating: -1, count: maximumTouches)
    isNameTaken = Array(repeating: false, count: maximumTouches)
    open.reserveCapacity(maximumTouches)
    queue = FrameQueue(maximumTouches: maximumTouches, capacity: Self.capacity + 2)
  }

  /// The earliest time at which an open end becomes final.
  var nextDeadline: Instant? {
    open.lazy.map(\.due).min() ?? queue.firstTime
  }

  var horizon: Instant? { queue.firstTime }

  var withheldContacts: Int { -queuedEnds }

  var mostFrames: Int { Self.capacity + 2 }

  mutating func release(by time: Instant, into output: inout FrameQueue) {
    close { $0.due <= time }
    flush(into: &output)
  }

  /// A landing away from every open end makes the ends final: two quick taps at two places are no two-finger tap. A
  /// dropped stretch does the same, since nothing may be joined across it, and so does the removal of the device. Ends of
  /// the report with that landing get a frame of their own before it.
  mutating func filter(_ frame: borrowing TouchFrame, into output: inout FrameQueue) {
    guard frame.cause == .report else {
      close { _ in true }
      flush(into: &output)
      output.append(time: frame.time, cause: frame.cause)
      for change in frame.changes { if let change = pass(change) { output.append(change) } }
      output.closeFrame()
      return
    }
    if queue.count >= Self.capacity, !makeRoom(for: frame) {
      close { _ in true }
      flush(into: &output)
    }
    let isMerged = queue.count >= Self.capacity
    if isMerged {
      queue.setLastTime(frame.time)
    } else {
      queue.append(time: frame.time, cause: .report)
    }
    // Ends come first: a finger may lift and land again in one report, in two slots.
    for change in frame.changes where isEnd(change.kind) { end(change, at: frame.time) }
    let ends = queue.count - 1
    for change in frame.changes where change.kind == .began { join(change, in: ends) }
    if frame.changes.contains(where: { $0.kind == .began && name(of: $0.slot) == nil }) {
      close { _ in true }
      queue.append(time: frame.time, cause: .report)
    }
    for change in frame.changes {
      switch change.kind {
      case .moved, .began: if let change = pass(change) { queue.append(change, merging: isMerged) }
      case .ended, .cancelled: break
      }
    }
    flush(into: &output)
  }

  mutating func forgetContacts() {
    open.removeAll(keepingCapacity: true)
    queue.removeAll()
    queuedEnds = 0
    for slot in names.indices {
      names[slot] = -1
      isNameTaken[slot] = false
    }
  }

  mutating func forgetContact(of slot: Int) {
    guard names.indices.contains(slot) else { return }
    open.removeAll { $0.slot == slot }
    for frame in 0..<queue.count {
      if let kind = queue.removeChange(of: slot, in: frame), isEnd(kind) { queuedEnds -= 1 }
    }
    for position in names.indices where names[position] == slot { names[position] = -1 }
    isNameTaken[slot] = false
  }

  private func isEnd(_ kind: ContactChange.Kind) -> Bool { kind == .ended || kind == .cancelled }

  /// Adds an end to the last frame, and leaves it open.
  private mutating func end(_ change: ContactChange, at time: Instant) {
    guard let name = name(of: change.slot) else { return }
    names[change.slot] = -1
    queue.append(renamed(change, to: name, kind: change.kind))
    queuedEnds += 1
    open.append(
      OpenEnd(
        slot: name, position: change.position, due: change.kind == .ended ? time + window : time,
        frame: queue.count - 1))
  }

  /// Continues the touch of an open end with a landing near it.
  ///
  /// - Parameter frame: the frame of the landing.
  private mutating func join(_ change: ContactChange, in frame: Int) {
    guard let position = nearestOpen(to: change.position), names.indices.contains(change.slot) else { return }
    let end = open.remove(at: position)
    queue.removeChange(of: end.slot, in: end.frame)
    queuedEnds -= 1
    names[change.slot] = end.slot
    if change.position != end.position { queue.append(renamed(change, to: end.slot, kind: .moved)) }
  }

  /// The change under its contact's name; nil for a change of an unknown contact, and for the landing of a joined one.
  private mutating func pass(_ change: ContactChange) -> ContactChange? {
    switch change.kind {
    case .began:
      guard name(of: change.slot) == nil, let name = freeName(preferring: change.slot) else { return nil }
      names[change.slot] = name
      isNameTaken[name] = true
      return renamed(change, to: name, kind: .began)
    case .moved:
      guard let name = name(of: change.slot) else { return nil }
      return renamed(change, to: name, kind: .moved)
    case .ended, .cancelled:
      guard let name = name(of: change.slot) else { return nil }
      names[change.slot] = -1
      isNameTaken[name] = false
      return renamed(change, to: name, kind: change.kind)
    }
  }

  /// Makes open ends final.
  private mutating func close(where isFinal: (OpenEnd) -> Bool) {
    for end in open where isFinal(end) { isNameTaken[end.slot] = false }
    open.removeAll(where: isFinal)
  }

  /// Moves the frames before the first open end to the output.
  private mutating func flush(into output: inout FrameQueue) {
    let count = open.lazy.map(\.frame).min() ?? queue.count
    guard count > 0 else { return }
    for frame in 0..<count {
      output.append(time: queue.time(of: frame), cause: .report)
      queue.forEachChange(in: frame) { change in
        if change.kind == .ended || change.kind == .cancelled { queuedEnds -= 1 }
        output.append(change)
      }
      output.closeFrame()
    }
    queue.removeFirst(count)
    for position in open.indices { open[position].frame -= count }
  }

  /// Whether a frame of moves fits into the last frame, which has only moves too.
  private func makeRoom(for frame: borrowing TouchFrame) -> Bool {
    frame.changes.allSatisfy { $0.kind == .moved } && queue.lastHasOnlyMoves
  }

  private func renamed(_ change: ContactChange, to name: Int, kind: ContactChange.Kind) -> ContactChange {
    ContactChange(slot: name, kind: kind, position: change.position, attributes: change.attributes)
  }

  private func name(of slot: Int) -> Int? {
    names.indices.contains(slot) && names[slot] >= 0 ? names[slot] : nil
  }

  /// A name is always free for a slot of the device. Contacts that are down and open ends take names, and no end is open
  /// when a new touch begins.
  private func freeName(preferring slot: Int) -> Int? {
    guard names.indices.contains(slot) else { return nil }
    return isNameTaken[slot] ? isNameTaken.firstIndex(of: false) : slot
  }

  private func nearestOpen(to point: Point) -> Int? {
    var nearest: Int?
    var least = distance
    for (position, end) in open.enumerated() {
      let length = (point - end.position).length
      if length <= least {
        least = length
        nearest = position
      }
    }
    return nearest
  }
}
