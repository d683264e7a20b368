import LinuxEventLoop

extension EvdevDevice: EventBatch {}

extension PanelStream {
  /// What is to be done next, while a device is read: its last batch is taken where it lies.
  public mutating func next(from device: inout EvdevDevice) -> Action {
    next(inBatch: &device, now: MonotonicClock.now)
  }
}
