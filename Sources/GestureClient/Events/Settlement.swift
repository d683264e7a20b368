/// All fingers are up, and no recognizer can act any more on the touches so far.
public struct Settlement: Hashable, Sendable, Decodable {
  /// The number of the line among all that the daemon publishes.
  public var seq: UInt64
  /// The time in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// The number of the touchscreen.
  public var device: Int
  /// The first multi-touch sequence that is settled.
  public var firstSequence: UInt64
  /// The last multi-touch sequence that is settled.
  public var sequence: UInt64

  private enum CodingKeys: String, CodingKey {
    case seq, time, device, sequence
    case firstSequence = "first_sequence"
  }
}
