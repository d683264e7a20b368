import GestureCore

/// The times at which a sensor is read: steadily, and after trouble with longer and longer pauses. A pure function of
/// its input.
///
/// ```
///   interval  │    │    │    │         │    │     read
///                            ████████       ✗ · · pause · · ✗ · · · · twice as long · · · ·
///                            a slow reading is not made up for
/// ```
struct SensorPace: Hashable, Sendable {
  /// The pause after the sensor's first trouble.
  static let firstPause = TimeSpan.milliseconds(1000)
  /// The longest pause.
  static let longestPause = TimeSpan.milliseconds(60_000)

  /// The time from one reading to the next.
  var interval: TimeSpan
  /// The time of the next reading.
  private(set) var due: Instant
  private var pause = TimeSpan.zero

  /// A pace that begins now.
  init(interval: TimeSpan, now: Instant) {
    self.interval = interval
    due = now
  }

  /// Records a reading. The next one keeps to the beat, after a pause of at least a quarter of the interval.
  mutating func recordReading(now: Instant) {
    pause = .zero
    due = max(due + interval, now + TimeSpan(microseconds: interval.microseconds / 4))
  }

  /// Records a failed reading. Each further failure doubles the pause.
  mutating func recordFailure(now: Instant) {
    pause = min(
      max(TimeSpan(microseconds: pause.microseconds * 2), Self.firstPause), Self.longestPause)
    due = now + pause
  }
}
