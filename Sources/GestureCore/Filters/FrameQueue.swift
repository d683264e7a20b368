/// Frames on their way from one stage to the next, in reused storage.
struct FrameQueue: Sendable {
  private var frames: [TouchFrame]
  /// The number of frames.
  private(set) var count = 0

  /// Room for the output of two holding stages for one frame.
  private static let capacity = 8

  /// An empty queue for a device with that many slots.
  init(maximumTouches: Int) {
    frames = (0..<Self.capacity).map { _ in
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
