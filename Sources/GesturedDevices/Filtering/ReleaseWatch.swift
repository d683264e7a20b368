import GestureCore
import GesturedConfiguration

/// Detects fingers that rest on a filtered panel for long enough to switch its filter off (FLT-12).
///
/// ```
///   fingers    1   3   5 ───────────────── rest ──▶ due
///                      5 ──── one moves 5 mm ─ rest ───────────▶ due
/// ```
struct ReleaseWatch {
  /// The farthest that a resting finger moves, in mm.
  private static let reach = 5.0

  private struct Finger {
    var isDown = false
    /// The first place that is reported in the rest; nil before.
    var anchor: Point?
  }

  private let needed: Int
  private let span: TimeSpan
  private var fingers: [Finger]
  private var count = 0
  /// When the rest has been long enough; nil while fewer fingers are down.
  private(set) var due: Instant?

  /// - Parameter slots: the most contacts of the panel. A panel with fewer contacts than needed takes all of them, but
  ///   never one alone.
  init(_ filter: TouchFilter, slots: Int) {
    let needed = max(2, min(filter.releaseTouches, slots))
    self.needed = filter.releaseTouches > 0 && slots >= needed ? needed : .max
    span = filter.release
    fingers = Array(repeating: Finger(), count: max(0, slots))
  }

  /// Follows the fingers of a frame.
  ///
  /// - Returns: whether `due` has changed.
  mutating func follow(_ frame: borrowing TouchFrame) -> Bool {
    var begins = false
    // Reads changes by index: a change is a large value, and a loop variable would copy it.
    for index in frame.changes.indices where fingers.indices.contains(frame.changes[index].slot) {
      let (slot, position) = (frame.changes[index].slot, frame.changes[index].position)
      switch frame.changes[index].kind {
      case .began:
        if !fingers[slot].isDown { count += 1 }
        fingers[slot].isDown = true
        begins = true
      case .moved:
        // Fewer fingers do not rest.
        guard count >= needed else { continue }
        guard let anchor = fingers[slot].anchor else {
          fingers[slot].anchor = position
          continue
        }
        let (x, y) = (position.x - anchor.x, position.y - anchor.y)
        if x * x + y * y > Self.reach * Self.reach { begins = true }
      case .ended, .cancelled:
        if fingers[slot].isDown { count -= 1 }
        fingers[slot].isDown = false
        begins = true
      }
    }
    guard begins else { return false }
    for slot in fingers.indices { fingers[slot].anchor = nil }
    for index in frame.changes.indices where fingers.indices.contains(frame.changes[index].slot) {
      fingers[frame.changes[index].slot].anchor = frame.changes[index].position
    }
    let old = due
    due = count >= needed ? frame.time + span : nil
    return due != old
  }
}
