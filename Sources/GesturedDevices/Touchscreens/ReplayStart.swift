import GestureCore
import GesturedServing

/// Decides when a replay with a socket starts: once a client has subscribed. Clients miss no event while they declare
/// recognizers.
///
/// ```
///   client   connects  ping  regions  recognizers  subscribe
///   replay   waits ───────────────────────────────▶ starts
///
///   client   connects, and says nothing
///   replay   waits ─────────── 5 s ──────────────▶ starts
/// ```
struct ReplayStart {
  /// How long a client is silent before it counts as one that never subscribes, such as `socat` (ADD-2).
  static let silence = TimeSpan.milliseconds(5000)

  /// The event that starts the replay; nil for a replay without a socket, or with a dump too.
  let awaited: ReplayOptions.Start?

  /// When the replay starts, as things are now; nil while no client has come to start it.
  func moment(_ publisher: Publisher, now: Instant) -> Instant? {
    switch awaited {
    case nil: now
    // A client may come and go within one turn.
    case .connection: publisher.connections.hasConnected ? now : nil
    case .subscription:
      publisher.connections.hasSubscription
        ? now : publisher.connections.silentSince.map { $0 + Self.silence }
    }
  }

  /// The awaited event, for the log; nil where the replay does not wait.
  var description: String? {
    switch awaited {
    case nil: nil
    case .connection: "replay: waits for the first client"
    case .subscription:
      "replay: waits for the first subscribe, or for a client that says nothing for \(Self.silence.seconds) s"
    }
  }
}
