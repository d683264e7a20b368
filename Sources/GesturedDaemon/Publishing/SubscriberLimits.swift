import GestureCore
import GesturedConfiguration

/// How much is kept for one subscriber and how long it is waited for.
struct SubscriberLimits: Hashable, Sendable {
  /// The limits of `[socket]`.
  var socket: SocketSettings
  /// How much it may say.
  var requests: InboxLimits
  /// How much may wait for the clients of one user that is never left out, before none of them is told more of it.
  var userBacklogBytes = 4 << 20

  /// How many bytes the kernel is handed at a time: it tells of reading by whole pieces (H15). Lines of events are shorter.
  static let pieceBytes = 1024

  /// The limits of a configuration.
  init(_ settings: SocketSettings) {
    socket = settings
    requests = InboxLimits(settings)
  }

  /// Whether those who come to the socket of events are told no places.
  var hidesPlaces: Bool { socket.positions == .none }
  /// Whether they are told of nothing that one finger does.
  var hidesSingleFinger: Bool { !socket.includesSingleFinger }
}
