public import GestureCore

/// A key of a remote control that is down, or just went up: UIPress.
public struct Press: Hashable, Sendable {
  /// One number from began to its end, unique among the presses of a device.
  public var id: UInt64
  /// What is pressed.
  public var type: PressType
  /// What becomes of it.
  public var phase: PressPhase
  /// How hard: 1 while a switch is down, 0 once it is up (PRS-4).
  public var force: Double
  /// When its phase came to be so.
  public var time: Instant
}
