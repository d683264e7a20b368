/// No finger is down, and nothing more can come of the touches so far.
public struct Settlement: Hashable, Sendable, Decodable {
  /// Counts what the daemon publishes.
  public var seq: UInt64
  /// When, in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// The number of the touchscreen.
  public var device: Int
  /// The first multi-touch sequence of the story that is over.
  public var firstSequence: UInt64
  /// The last one.
  public var sequence: UInt64

  private enum CodingKeys: String, CodingKey {
    case seq, time, device, sequence
    case firstSequence = "first_sequence"
  }
}
