public import GestureCore

/// A key of a remote control that is down or was just released: UIPress.
public struct Press: Hashable, Sendable {
  /// The press's number, the same from beginning to end, and unique among the presses of a device.
  public var id: UInt64
  /// The key.
  public var type: PressType
  /// The phase.
  public var phase: PressPhase
  /// The force: 1 while a switch is down, 0 once it is up (PRS-4).
  public var force: Double
  /// The time when the phase began.
  public var time: Instant
}

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
