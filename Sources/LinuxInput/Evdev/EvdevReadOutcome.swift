/// The outcome of reading a device.
public enum EvdevReadOutcome: Hashable, Sendable {
  /// Events were read, at least one. The indices `0..<count` are valid until the next call.
  case events(count: Int)
  /// The queue is empty.
  case wouldBlock
  /// The device will not be read again, for that reason. The caller lifts its contacts and releases it.
  case gone(DeviceDeparture)
}
