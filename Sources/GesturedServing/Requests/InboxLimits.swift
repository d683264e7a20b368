import GestureCore
import GesturedConfiguration

/// The limits on the size and rate of a client's requests (S5, S6, S10).
struct InboxLimits: Hashable, Sendable {
  /// The longest request, in bytes without its newline.
  var longestLine = 65_536
  /// How long the inbox waits for the rest of a line.
  var patience = TimeSpan.milliseconds(30_000)
  /// The rate of requests on one connection.
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
