/// What becomes of a press, with UIKit's numbers. There is no line for one that is held (PRS-3).
public enum PressPhase: Int, Hashable, Sendable {
  /// The key goes down.
  case began = 0
  /// How hard it is pressed has changed: no key that is a switch does that.
  case changed = 1
  /// It is held.
  case stationary = 2
  /// The key goes up.
  case ended = 3
  /// It was taken away.
  case cancelled = 4

  /// The word on the wire.
  public var word: String {
    switch self {
    case .began: "began"
    case .changed: "changed"
    case .stationary: "stationary"
    case .ended: "ended"
    case .cancelled: "cancelled"
    }
  }
}
