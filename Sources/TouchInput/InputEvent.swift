import GestureCore

/// One event of an input device, as a value of the contents of `struct input_event`.
///
/// Type, code and value are the kernel's numbers and come from the device: hostile until checked.
public struct InputEvent: Hashable, Sendable {
  /// The stamp, clamped to 0 ... `Instant.latestStamp`.
  public var time: Instant
  /// EV_SYN, EV_KEY, EV_ABS …
  public var type: UInt16
  /// SYN_REPORT, BTN_TOUCH, ABS_MT_SLOT …
  public var code: UInt16
  /// Any value at all.
  public var value: Int32

  public init(time: Instant, type: UInt16, code: UInt16, value: Int32) {
    self.time = time
    self.type = type
    self.code = code
    self.value = value
  }

  /// Whether the event reports that the kernel has dropped events: SYN_DROPPED.
  public var isDrop: Bool { type == EventCode.synchronization && code == EventCode.dropped }
}
