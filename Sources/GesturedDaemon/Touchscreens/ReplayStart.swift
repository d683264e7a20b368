import GestureCore

/// When a replay starts that is served: once a client has said what it wants to hear of, so that no client misses the
/// beginning while it declares its recognizers.
///
/// ```
///   client   connects  ping  regions  recognizers  subscribe
///   replay   waits ───────────────────────────────▶ starts
///
///   client   connects, and says nothing
///   replay   waits ─────────── 5 s ──────────────▶ starts
/// ```
struct ReplayStart {
  /// For how long a client says nothing that has nothing to say: `socat`, for one (ADD-2).
  static let silence = TimeSpan.milliseconds(5000)

  /// What is waited for; nil where the replay is not served, or not only.
  let awaited: ReplayOptions.Start?

  /// The moment of the start as things are; nil while nobody is there to start for.
  func moment(_ publisher: Publisher, now: Instant) -> Instant? {
    switch awaited {
    case nil: now
    case .connection: publisher.subscriberCount > 0 ? now : nil
    case .subscription:
      publisher.hasSubscription ? now : publisher.silentSince.map { $0 + Self.silence }
    }
  }

  /// What is waited for, for the log; nil for nothing.
  var description: String? {
    switch awaited {
    case nil: nil
    case .connection: "replay: waits for the first client"
    case .subscription:
      "replay: waits for the first subscribe, or for a client that says nothing for \(Self.silence.seconds) s"
    }
  }
}
