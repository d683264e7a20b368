/// The daemon's first message.
public struct Greeting: Hashable, Sendable {
  /// The daemon's version.
  public let version: String
  /// The daemon's additions to version 1 of the protocol, one word each.
  public let features: [String]
  /// The time of the connection in seconds of CLOCK_MONOTONIC, the clock of all times.
  public let time: Double
  /// The same moment in seconds since 1970 UTC; nil in a replay, whose times belong to no wall clock.
  public let unixTime: Double?
  /// The greeting as it was sent.
  public let line: GestureLine

  /// The time of an event in seconds since 1970 UTC; nil in a replay.
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
