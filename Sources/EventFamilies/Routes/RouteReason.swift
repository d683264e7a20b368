/// The reason for a change of the route, with the numbers of AVAudioSession's route change reasons. Number 5 does not
/// exist.
public enum RouteReason: Int, Hashable, Sendable, CaseIterable {
  /// The reason is unknown.
  case unknown = 0
  /// A plug was plugged in.
  case newDevice = 1
  /// A plug was pulled out.
  case oldDevice = 2
  /// A client's sound has another purpose.
  case category = 3
  /// A client wants the loudspeaker, or no longer does.
  case override = 4
  /// The plugs differ after the machine has slept.
  case wake = 6
  /// A client wants to record, and no microphone exists.
  case noSuitableRoute = 7
  /// A property of a port has changed, but not the ports.
  case configuration = 8

  /// The word on the wire.
  public var word: String {
    switch self {
    case .unknown: "unknown"
    case .newDevice: "new_device"
    case .oldDevice: "old_device"
    case .category: "category"
    case .override: "override"
    case .wake: "wake"
    case .noSuitableRoute: "no_suitable_route"
    case .configuration: "configuration"
    }
  }
}
