public import GestureCore

/// A change of the audio route. Every client gets it, not only the responder chain (AUD-21).
public struct RouteChange: Hashable, Sendable {
  /// The reason for the change.
  public var reason: RouteReason
  /// The present route.
  public var route: AudioRoute
  /// The route before (AUD-7).
  public var previous: AudioRoute
  /// The ports that were plugged in or pulled out; empty for none.
  public var ports: [AudioPort] = []
  /// The purpose of the sound; nil where no client has set one.
  public var category: AudioCategory?
  /// The time of the change.
  public var time: Instant

  /// A change, or the present state where both routes are the same.
  public init(
    reason: RouteReason, route: AudioRoute, previous: AudioRoute, ports: [AudioPort] = [],
    category: AudioCategory? = nil, time: Instant
  ) {
    self.reason = reason
    self.route = route
    self.previous = previous
    self.ports = ports
    self.category = category
    self.time = time
  }
}

/// The purpose of a client's sound.
public enum AudioCategory: String, Hashable, Sendable, CaseIterable {
  /// Sound that mixes with the sound of others.
  case ambient
  /// The same, but the sound of others stops. The daemon treats it as `ambient`.
  case soloAmbient = "solo_ambient"
  /// Sound that is the client's main purpose.
  case playback
  /// Recording.
  case record
  /// Playback and recording at once, as in a call.
  case playAndRecord = "play_and_record"
  /// Playback through two plugged outputs at once.
  case multiRoute = "multi_route"

  /// Whether the purpose requires an input (AUD-17).
  public var needsInput: Bool { self == .record || self == .playAndRecord }
}

/// The ports where sound goes out and comes in.
public struct AudioRoute: Hashable, Sendable {
  /// The output; nil for none.
  public var output: AudioPort?
  /// The other output for `AudioCategory.multiRoute`; nil for none (RES-7).
  public var secondOutput: AudioPort?
  /// The input; nil for none.
  public var input: AudioPort?

  public init(output: AudioPort?, secondOutput: AudioPort? = nil, input: AudioPort?) {
    self.output = output
    self.secondOutput = secondOutput
    self.input = input
  }

  /// The ports, in the order of the wire.
  public var ports: [AudioPort] { [output, secondOutput, input].compactMap(\.self) }
}
