import GestureCore

/// One event of a clone, as it goes through the keeper's pipe: `filter_event` of the keeper's protocol. All events of a write
/// have one time.
public struct CloneEvent: Hashable, Sendable, BitwiseCopyable {
  /// EV_SYN, EV_KEY or EV_ABS.
  public var type: UInt16
  /// SYN_REPORT, BTN_TOUCH, ABS_MT_SLOT …
  public var code: UInt16
  /// The event's value.
  public var value: Int32

  /// An event of a clone.
  @inlinable
  public init(type: UInt16, code: UInt16, value: Int32) {
    self.type = type
    self.code = code
    self.value = value
  }

  /// The event as a device reports it.
  public func event(at time: Instant) -> InputEvent {
    InputEvent(time: time, type: type, code: code, value: value)
  }
}

/// Reads a clone's events as a program reads them from the device: the kernel leaves out the selection of a slot that is
/// selected already.
public struct CloneEventReader: Sendable {
  private var slot: Int32 = 0

  /// A reader of a new clone.
  public init() {}

  /// The events that arrive of a write.
  public mutating func read(_ events: ArraySlice<CloneEvent>, at time: Instant) -> [InputEvent] {
    var arrived: [InputEvent] = []
    for event in events {
      if event.type == EventCode.absolute, event.code == EventCode.slot {
        if event.value == slot { continue }
        slot = event.value
      }
      arrived.append(event.event(at: time))
    }
    return arrived
  }
}
