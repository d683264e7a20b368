/// How reading a device went.
public enum EvdevReadOutcome: Hashable, Sendable {
  /// That many events were read, at least one: the indices `0..<count` may be read until the next call.
  case events(count: Int)
  /// Nothing to read now.
  case wouldBlock
  /// The device will not be read again, and why. The caller lifts its contacts and lets go of it.
  case gone(DeviceDeparture)
}
