import LinuxEventLoop

extension EvdevDevice: EventBatch {}

extension PanelStream {
  /// The next action while a device is read. The device's last batch is handled in place.
  public mutating func next(from device: inout EvdevDevice) -> Action {
    next(inBatch: &device, now: MonotonicClock.now)
  }
}
