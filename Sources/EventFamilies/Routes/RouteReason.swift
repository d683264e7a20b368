/// Why the route is told, with the numbers of AVAudioSession's route change reasons. There is no 5.
public enum RouteReason: Int, Hashable, Sendable, CaseIterable {
  /// Nobody knows.
  case unknown = 0
  /// Something was plugged in.
  case newDevice = 1
  /// Something was pulled out.
  case oldDevice = 2
  /// A client wants sound for something else now.
  case category = 3
  /// A client wants the loudspeaker, or does not any more.
  case override = 4
  /// The machine has woken up, and something is otherwise than before.
  case wake = 6
  /// A client wants to record, and there is no microphone.
  case noSuitableRoute = 7
  /// The ports are the same, but something about one of them has changed.
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
