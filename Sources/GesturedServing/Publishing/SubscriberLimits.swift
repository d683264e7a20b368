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

  /// Facts that a socket keeps from its subscribers.
  struct Withheld: OptionSet {
    let rawValue: UInt8

    static let places = Self(rawValue: 1)
    /// Everything that a single finger causes.
    static let singleFingers = Self(rawValue: 1 << 1)
  }

  /// The facts that a socket keeps from its subscribers. The raw socket tells everything.
  func withheld(at tier: SocketTier) -> Withheld {
    guard tier == .events else { return [] }
    var withheld: Withheld = []
    if socket.positions == .none { withheld.insert(.places) }
    if !socket.includesSingleFinger { withheld.insert(.singleFingers) }
    return withheld
  }
}
