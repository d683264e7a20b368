/// Removes jitter from positions with the 1€ filter of Casiez, Roussel and Vogel (CHI 2012).
///
/// The filter is a low-pass filter whose cutoff frequency rises with the speed: it holds a slow finger still and does
/// not delay a quick one. The speed is that of the raw position, itself low-pass filtered. Both axes share one speed,
/// so that lines in every direction are treated alike.
struct SmoothingFilter: ContactFilter {
  /// The state of the contact in a slot.
  private struct History {
    var time = Instant(microseconds: 0)
    var raw = Point.zero
    var smooth = Point.zero
    /// In mm/s.
    var velocity = Vector.zero
  }

  private let cutoff: Double
  private let beta: Double
  private let speedCutoff: Double
  private var histories: [History]

  /// A filter; nil where the settings turn smoothing off.
  init?(_ settings: FilterSettings, maximumTouches: Int) {
    guard settings.smoothingCutoff > 0 else { return nil }
    cutoff = settings.smoothingCutoff
    beta = settings.smoothingBeta
    speedCutoff = settings.smoothingSpeedCutoff
    histories = Array(repeating: History(), count: maximumTouches)
  }

  mutating func filter(_ frame: borrowing TouchFrame, into output: inout FrameQueue) {
    output.append(time: frame.time, cause: frame.cause)
    for var change in frame.changes where histories.indices.contains(change.slot) {
      if change.kind == .began {
        histories[change.slot] = History(time: frame.time, raw: change.position, smooth: change.position)
      } else {
        change.position = smooth(change.position, in: change.slot, at: frame.time)
      }
      output.append(change)
    }
    output.closeFrame()
  }

  private mutating func smooth(_ position: Point, in slot: Int, at time: Instant) -> Point {
    let seconds = (time - histories[slot].time).seconds
    // A repeated position is no new sample, nor is a position with the same stamp.
    guard seconds > 0, position != histories[slot].raw else { return histories[slot].smooth }
    let speed = (position - histories[slot].raw) / seconds
    let old = histories[slot].velocity
    let velocity = old + (speed - old) * Self.weight(cutoff: speedCutoff, after: seconds)
    let weight = Self.weight(cutoff: cutoff + beta * velocity.length, after: seconds)
    let smooth = histories[slot].smooth + (position - histories[slot].smooth) * weight
    histories[slot] = History(time: time, raw: position, smooth: smooth, velocity: velocity)
    return smooth
  }

  /// The weight of a new sample, 0 … 1.
  private static func weight(cutoff: Double, after seconds: Double) -> Double {
    let ratio = 2 * Double.pi * cutoff * seconds
    return ratio / (ratio + 1)
  }
}
