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
