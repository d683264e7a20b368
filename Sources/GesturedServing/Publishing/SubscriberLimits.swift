import GestureCore
import GesturedConfiguration

/// A subscriber's limits: its queue, its timeout and its requests.
package struct SubscriberLimits: Hashable, Sendable {
  /// The limits of `[socket]`.
  var socket: SocketSettings
  /// The limits of a client's requests.
  var requests: InboxLimits
  /// The most bytes of lines that are never dropped, waiting for one user's clients. Beyond it, none of them receives
  /// more such lines.
  var userBacklogBytes = 4 << 20

  /// How many bytes the kernel receives at a time, since it reports reading in whole pieces (H15). Event lines are
  /// shorter.
  static let pieceBytes = 1024

  /// Copies the limits of a configuration.
  package init(_ settings: SocketSettings) {
    socket = settings
    requests = InboxLimits(settings)
  }

  /// Whether the events socket hides places.
  var hidesPlaces: Bool { socket.positions == .none }
  /// Whether the events socket hides single fingers.
  var hidesSingleFinger: Bool { !socket.includesSingleFinger }

  /// Whether a socket hides places.
  func hidesPlaces(at tier: SocketTier) -> Bool { tier == .events && hidesPlaces }
  /// Whether a socket hides single fingers.
  func hidesSingleFinger(at tier: SocketTier) -> Bool { tier == .events && hidesSingleFinger }
}
