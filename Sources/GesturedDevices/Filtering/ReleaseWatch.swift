import GestureCore
import GesturedConfiguration

/// Notices fingers that rest on a filtered panel for so long that its filter lets go (FLT-12).
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
    /// The place at the beginning of the rest, and now.
    var anchor = Point(0, 0)
    var position = Point(0, 0)
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

  /// Takes note of a frame.
  ///
  /// - Returns: whether `due` has changed.
  mutating func note(_ frame: borrowing TouchFrame) -> Bool {
    var begins = false
    for change in frame.changes where fingers.indices.contains(change.slot) {
      switch change.kind {
      case .began:
        if !fingers[change.slot].isDown { count += 1 }
        fingers[change.slot] = Finger(isDown: true, anchor: change.position, position: change.position)
        begins = true
      case .moved:
        fingers[change.slot].position = change.position
        let anchor = fingers[change.slot].anchor
        let (x, y) = (change.position.x - anchor.x, change.position.y - anchor.y)
        if x * x + y * y > Self.reach * Self.reach { begins = true }
      case .ended, .cancelled:
        if fingers[change.slot].isDown { count -= 1 }
        fingers[change.slot].isDown = false
        begins = true
      }
    }
    guard begins else { return false }
    for slot in fingers.indices { fingers[slot].anchor = fingers[slot].position }
    let old = due
    due = count >= needed ? frame.time + span : nil
    return due != old
  }
}
