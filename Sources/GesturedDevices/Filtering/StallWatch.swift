import GestureCore

/// Notices a keeper that takes nothing from a pipe that is not empty (FF-4).
///
/// ```
///   write ─▶ check ── 100 ms ── a later write looks ──▶ taken from: the next check
///                 └── 200 ms ────────────────────────▶ empty: no check; taken from: the next check; else stalled
/// ```
///
/// A write looks before a check is due, so that no time of its own wakes the daemon while frames flow. The keeper may take a
/// frame before the check sees it; such a check has seen an empty pipe, and only the next one can tell a stall.
struct StallWatch {
  /// How far the keeper is: whether the pipe is empty and nothing waits for room in it, and the bytes taken since the beginning.
  typealias Progress = (isIdle: Bool, takenBytes: Int)

  /// How long the keeper may take nothing. A keeper that hangs would otherwise keep the touchscreen from all programs until
  /// the pipe is full.
  static let span = TimeSpan.milliseconds(200)
  /// How long before a check is due a write looks already.
  private static let lookSpan = TimeSpan.milliseconds(100)

  private var check: (due: Instant, progress: Progress)?

  /// When to call `advance`; nil while nothing is due.
  var due: Instant? { check?.due }

  /// Records a write.
  ///
  /// - Parameters:
  ///   - isFull: whether a rest waits for room in the pipe now.
  ///   - wasFull: whether one had before.
  ///   - progress: reads how far the keeper is after the write, which takes a system call.
  /// - Returns: whether `due` has changed.
  mutating func recordWrite(isFull: Bool, wasFull: Bool, at now: Instant, _ progress: () -> Progress) -> Bool
  {
    if let check, isFull == wasFull {
      // The time of a full pipe counts from its beginning.
      guard !isFull, check.due <= now + Self.lookSpan else { return false }
      let progress = progress()
      guard check.progress.isIdle || progress.takenBytes != check.progress.takenBytes else { return false }
      self.check = (now + Self.span, progress)
    } else {
      check = (now + Self.span, progress())
    }
    return true
  }

  /// Looks whether the keeper takes what it gets.
  ///
  /// - Returns: whether it has stalled.
  mutating func advance(to now: Instant, _ progress: () -> Progress) -> Bool {
    guard let check, check.due <= now else { return false }
    let progress = progress()
    self.check = progress.isIdle ? nil : (now + Self.span, progress)
    return !progress.isIdle && !check.progress.isIdle && progress.takenBytes == check.progress.takenBytes
  }
}
