/// The phase of a touch, with UIKit's names and numbers.
public enum TouchPhase: UInt8, Hashable, Sendable {
  /// The touch landed in this event.
  case began = 0
  /// The touch moved in this event.
  case moved = 1
  /// The touch is down and did not change in this event (TCH-6).
  case stationary = 2
  /// The touch lifted in this event.
  case ended = 3
  /// The system took the touch away in this event.
  case cancelled = 4
}
