/// Frames on their way from one stage to the next, in reused storage.
struct FrameQueue: Sendable {
  private var frames: [TouchFrame]
  /// The number of frames.
  private(set) var count = 0

  /// Room for the output of two holding stages for one frame.
  static let capacity = 8

  /// An empty queue for a device with that many slots.
  ///
  /// - Parameter capacity: the most frames that it holds without an allocation.
  init(maximumTouches: Int, capacity: Int = FrameQueue.capacity) {
    frames = (0..<capacity).map { _ in
      var frame = TouchFrame(time: Instant(microseconds: 0), changes: [])
      frame.changes.reserveCapacity(maximumTouches)
      return frame
    }
  }

  /// A frame, 0 ..< `count`. Callers must release it before the next refill, or the refill copies it.
  subscript(position: Int) -> TouchFrame { frames[position] }

  /// Forgets all frames, and keeps their storage.
  mutating func removeAll() {
    count = 0
  }

  /// Adds a frame without changes.
  mutating func append(time: Instant, cause: TouchFrame.Cause) {
    if count == frames.count { frames.append(TouchFrame(time: time, changes: [])) }
    frames[count].time = time
    frames[count].cause = cause
    frames[count].changes.removeAll(keepingCapacity: true)
    count += 1
  }

  /// Adds a change to the last frame.
  mutating func append(_ change: ContactChange) {
    frames[count - 1].changes.append(change)
  }

  /// The time of the first frame; nil without a frame.
  var firstTime: Instant? { count > 0 ? frames[0].time : nil }

  /// Whether the last frame has nothing but moves.
  var lastHasOnlyMoves: Bool { count > 0 && frames[count - 1].changes.allSatisfy { $0.kind == .moved } }

  /// The time of a frame, 0 ..< `count`.
  func time(of position: Int) -> Instant { frames[position].time }

  /// Calls a function with each change of a frame, 0 ..< `count`.
  func forEachChange(in position: Int, _ body: (ContactChange) -> Void) {
    for index in frames[position].changes.indices { body(frames[position].changes[index]) }
  }

  /// Gives the last frame a later time.
  mutating func setLastTime(_ time: Instant) {
    frames[count - 1].time = time
  }

  /// Adds a change to the last frame.
  ///
  /// - Parameter merging: whether the change replaces one of the same slot.
  mutating func append(_ change: ContactChange, merging: Bool) {
    if merging { removeChange(of: change.slot, in: count - 1) }
    append(change)
  }

  /// Removes the change of a slot from a frame.
  ///
  /// - Returns: the kind of the change; nil where the frame has none.
  @discardableResult
  mutating func removeChange(of slot: Int, in position: Int) -> ContactChange.Kind? {
    for index in frames[position].changes.indices where frames[position].changes[index].slot == slot {
      return frames[position].changes.remove(at: index).kind
    }
    return nil
  }

  /// Removes the first frames, and keeps their storage.
  mutating func removeFirst(_ number: Int) {
    for position in number..<count { frames.swapAt(position - number, position) }
    count -= number
  }

  /// Sorts the changes of the last frame by slot. It drops the frame if it has no changes, unless the frame reports
  /// lost contacts (TCH-7).
  mutating func closeFrame() {
    guard count > 0 else { return }
    if frames[count - 1].cause == .report, frames[count - 1].changes.isEmpty {
      count -= 1
    } else {
      frames[count - 1].changes.sort { $0.slot < $1.slot }
    }
  }
}
