import GestureCore

/// Detects a keeper that reads nothing from a pipe that is not empty (FF-4).
///
/// ```
///   write ─▶ check ── 100 ms ── a later write checks ─▶ the keeper has read: the next check
///                 └── 200 ms ─▶ the pipe is empty: no check; the keeper has read: the next check; else: stalled
/// ```
///
/// Writes check before the time, so that no timer wakes the daemon while frames flow. The keeper may read a frame
/// before the check is made. Such a check has seen an empty pipe, and only the next one can find a stall.
struct StallWatch {
  /// How far the keeper is: whether the pipe is empty and nothing waits for room in it, and the bytes read so far.
  typealias Progress = (isIdle: Bool, takenBytes: Int)

  /// How long the keeper may read nothing. A keeper that hangs would otherwise keep the touchscreen from all programs
  /// until the pipe is full.
  static let span = TimeSpan.milliseconds(200)
  /// How long before a check is due a write checks already.
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

  /// Checks whether the keeper reads the pipe.
  ///
  /// - Returns: whether it has stalled.
  mutating func advance(to now: Instant, _ progress: () -> Progress) -> Bool {
    guard let check, check.due <= now else { return false }
    let progress = progress()
    self.check = progress.isIdle ? nil : (now + Self.span, progress)
    return !progress.isIdle && !check.progress.isIdle && progress.takenBytes == check.progress.takenBytes
  }
}
