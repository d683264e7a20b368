/// The phase of a press, with UIKit's numbers. A held press gets no line (PRS-3).
public enum PressPhase: Int, Hashable, Sendable {
  /// The key goes down.
  case began = 0
  /// The force has changed, which never happens with a key that is a switch.
  case changed = 1
  /// The key is held.
  case stationary = 2
  /// The key goes up.
  case ended = 3
  /// The press was cancelled.
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
