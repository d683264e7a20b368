import GestureCore
import GesturedConfiguration

/// How much a client may say at once and how often (S5, S6, S10).
struct InboxLimits: Hashable, Sendable {
  /// The longest request, in bytes without its newline.
  var longestLine = 65_536
  /// How long the rest of a line that has begun is waited for.
  var patience = TimeSpan.milliseconds(30_000)
  /// How many requests are taken from one connection.
  var rate = RateBudget.Rate(perSecond: 50, burst: 100)
}

extension InboxLimits {
  /// The limits of a configuration.
  init(_ settings: SocketSettings) {
    longestLine = settings.requestBytes
    patience = settings.requestTimeout
    rate = RateBudget.Rate(perSecond: settings.requestsPerSecond, burst: settings.requestBurst)
  }
}
