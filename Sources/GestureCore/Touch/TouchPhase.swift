/// The phase of a touch, with UIKit's names and numbers.
public enum TouchPhase: UInt8, Hashable, Sendable {
  /// It landed in this event.
  case began = 0
  /// It moved in this event.
  case moved = 1
  /// It is down and did not change in this event (TCH-6).
  case stationary = 2
  /// It lifted in this event.
  case ended = 3
  /// The system took it away in this event.
  case cancelled = 4
}
