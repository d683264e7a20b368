import LinuxEventLoop

extension EvdevDevice: EventBatch {}

extension PanelStream {
  /// The next action while a device is read. The last batch is taken where it lies.
  public mutating func next(from device: inout EvdevDevice) -> Action {
    next(inBatch: &device, now: MonotonicClock.now)
  }
}
