/// A remote control or a headset asks for something; only for who receives that (`remote`).
public struct RemoteNotice: Hashable, Sendable, Decodable {
  /// When, in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// UIKit's number for it, 100 to 109; nil where UIKit has none.
  public var subtype: Int?
  /// What is asked for: `play`, `pause`, `stop`, `toggle`, `next`, `previous`, `seek_forward_begin` …
  public var command: String
}
