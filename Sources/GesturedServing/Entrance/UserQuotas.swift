import GestureCore
import GesturedConfiguration
import LinuxEventLoop

/// Limits the connections of each user and their rate, so that one user's runaway programs lock out no other user (S12,
/// S13).
///
/// Root is counted but never refused: it could do worse.
package struct UserQuotas {
  /// The limits.
  package struct Limits: Hashable, Sendable {
    /// The most subscribers of one user.
    var subscribers = 64
    /// How often one user may connect.
    var rate = RateBudget.Rate(perSecond: 32, burst: 64)
  }

  private struct Account {
    var subscribers = 0
    var budget = RateBudget()
  }

  /// With more accounts than this, empty accounts are forgotten.
  private static let keptAccounts = 64

  /// The limits. Changing them affects only later connections.
  var limits: Limits
  private var accounts: [UInt32: Account] = [:]

  init(_ limits: Limits = Limits()) {
    self.limits = limits
  }

  /// How many users are remembered.
  var accountCount: Int { accounts.count }

  /// How many connections a user has.
  func count(of user: UInt32) -> Int { accounts[user]?.subscribers ?? 0 }

  /// Counts a new connection.
  ///
  /// - Returns: whether it may stay. A refused connection does not count as one, but as an attempt.
  mutating func admit(_ user: UInt32, now: Instant) -> Bool {
    forgetIdle(now: now)
    var account = accounts[user] ?? Account()
    let isFree = user == 0
    let isTooOften = account.budget.waitEnd(at: now, limits.rate) != nil
    let isTooMany = account.subscribers >= limits.subscribers
    // An attempt refused for its rate is not charged. A user that keeps trying still connects at the full rate.
    if !isTooOften { account.budget.use(at: now, limits.rate) }
    let isAdmitted = isFree || (!isTooOften && !isTooMany)
    if isAdmitted { account.subscribers += 1 }
    accounts[user] = account
    return isAdmitted
  }

  /// Subtracts a closed connection.
  mutating func release(_ user: UInt32) {
    guard let account = accounts[user], account.subscribers > 0 else { return }
    accounts[user]?.subscribers -= 1
  }

  private mutating func forgetIdle(now: Instant) {
    guard accounts.count > Self.keptAccounts else { return }
    accounts = accounts.filter { $0.value.subscribers > 0 || !$0.value.budget.isFull(at: now) }
  }
}

extension UserQuotas.Limits {
  /// The limits of a configuration.
  package init(_ settings: SocketSettings) {
    subscribers = settings.subscribersPerUser
    rate = RateBudget.Rate(
      perSecond: settings.connectionsPerSecond, burst: settings.connectionsPerSecond * 2)
  }
}
