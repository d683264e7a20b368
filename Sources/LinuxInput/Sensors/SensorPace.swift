import GestureCore

/// When a sensor is read next: steadily, and one that has trouble later and later. A function of its input.
///
/// ```
///   interval  │    │    │    │         │    │     read
///                            ████████       ✗ · · pause · · ✗ · · · · twice as long · · · ·
///                            a slow reading is not made up for
/// ```
struct SensorPace: Hashable, Sendable {
  /// How long it is left alone after its first trouble.
  static let firstPause = TimeSpan.milliseconds(1000)
  /// How long it is left alone at most.
  static let longestPause = TimeSpan.milliseconds(60_000)

  /// How long from one reading to the next.
  var interval: TimeSpan
  /// When it is read next.
  private(set) var due: Instant
  private var pause = TimeSpan.zero

  /// A pace that begins now.
  init(interval: TimeSpan, now: Instant) {
    self.interval = interval
    due = now
  }

  /// Notes that it was read: the next one keeps to the beat, with some rest in between.
  mutating func noteReading(now: Instant) {
    pause = .zero
    due = max(due + interval, now + TimeSpan(microseconds: interval.microseconds / 4))
  }

  /// Notes that it could not be read.
  mutating func noteTrouble(now: Instant) {
    pause = min(
      max(TimeSpan(microseconds: pause.microseconds * 2), Self.firstPause), Self.longestPause)
    due = now + pause
  }
}
