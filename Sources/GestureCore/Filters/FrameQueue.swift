/// Frames on their way from one stage to the next, in storage that is made once and used again.
struct FrameQueue: Sendable {
  private var frames: [TouchFrame]
  /// How many frames there are.
  private(set) var count = 0

  /// Room for what two stages that hold contacts back make of one frame.
  private static let capacity = 8

  /// An empty queue for a device with that many slots.
  init(maximumTouches: Int) {
    frames = (0..<Self.capacity).map { _ in
      var frame = TouchFrame(time: Instant(microseconds: 0), changes: [])
      frame.changes.reserveCapacity(maximumTouches)
      return frame
    }
  }

  /// A frame, 0 ..< `count`. To be let go of before the queue is filled again.
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

  /// Puts the changes of the last frame into the order of their slots, and takes the frame away again if it says
  /// nothing: one without changes is nothing to anyone, unless contacts were lost (TCH-7).
  mutating func closeFrame() {
    guard count > 0 else { return }
    if frames[count - 1].cause == .report, frames[count - 1].changes.isEmpty {
      count -= 1
    } else {
      frames[count - 1].changes.sort { $0.slot < $1.slot }
    }
  }
}
