/// What the daemon says first.
public struct Greeting: Hashable, Sendable {
  /// The daemon's version.
  public let version: String
  /// Words for what the daemon can do beyond version 1 of the protocol.
  public let features: [String]
  /// When the connection was made, in seconds of CLOCK_MONOTONIC, which all times are on.
  public let time: Double
  /// The same moment in seconds since 1970 UTC; nil in a replay, whose times belong to no wall clock.
  public let unixTime: Double?
  /// The greeting as it was sent.
  public let line: GestureLine

  /// When something happened, in seconds since 1970 UTC; nil in a replay.
  ///
  /// - Parameter time: an event's time.
  public func unixTime(of time: Double) -> Double? {
    unixTime.map { $0 + (time - self.time) }
  }

  init(_ fields: Fields, line: GestureLine) {
    version = fields.version
    features = fields.features
    time = fields.time
    unixTime = fields.unixTime
    self.line = line
  }

  struct Fields: Decodable {
    var version: String
    var features: [String]
    var time: Double
    var unixTime: Double?

    private enum CodingKeys: String, CodingKey {
      case version, features, time
      case unixTime = "unix_time"
    }
  }
}
