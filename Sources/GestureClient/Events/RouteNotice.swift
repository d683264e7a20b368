/// Sound goes to another port, or may do so.
public struct RouteNotice: Hashable, Sendable, Decodable {
  /// The time in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// AVAudioSession's number for the reason.
  public var reason: Int
  /// The reason as a word: `new_device`, `old_device`, `category`, `override`, `wake`, `no_suitable_route` …
  public var cause: String
  /// The present ports for output and input: `headphones`, `speaker`, `hdmi`, `built_in_mic` …
  public var route: [String]
  /// The ports before the change.
  public var previousRoute: [String]
  /// The ports that were plugged in or pulled out; nil for none.
  public var ports: [String]?
  /// The purpose of the sound; nil where no client has set one.
  public var category: String?

  private enum CodingKeys: String, CodingKey {
    case time, reason, cause, route
    case previousRoute = "previous_route"
    case ports, category
  }
}
