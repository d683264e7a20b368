/// Sound goes elsewhere, or may.
public struct RouteNotice: Hashable, Sendable, Decodable {
  /// When, in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// AVAudioSession's number for why.
  public var reason: Int
  /// The same as a word: `new_device`, `old_device`, `category`, `override`, `wake`, `no_suitable_route` …
  public var cause: String
  /// Where it goes out and comes in now: `headphones`, `speaker`, `hdmi`, `built_in_mic` …
  public var route: [String]
  /// Where it did before.
  public var previousRoute: [String]
  /// What was plugged in or pulled out; nil where nothing was.
  public var ports: [String]?
  /// What the sound is for, where a client has said so.
  public var category: String?

  private enum CodingKeys: String, CodingKey {
    case time, reason, cause, route
    case previousRoute = "previous_route"
    case ports, category
  }
}
