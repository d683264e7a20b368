/// A command of a media key, a headset or a remote control, for clients that receive commands only (`remote`).
public struct RemoteNotice: Hashable, Sendable, Decodable {
  /// The time in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// UIKit's number for the command, 100 to 109; nil where UIKit has none.
  public var subtype: Int?
  /// The command: `play`, `pause`, `stop`, `toggle`, `next`, `previous`, `seek_forward_begin` …
  public var command: String
  /// The responder that takes it; nil for the client that holds the audio session.
  public var receiver: String?
}
