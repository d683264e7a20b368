import GestureCore
import GesturedConfiguration
import LinuxEventLoop

/// How many connections each user has and how often a new one came: so that one user's programs, gone wild, keep no
/// other user out (S12, S13).
///
/// Root is counted and never refused: it could do worse.
struct UserQuotas {
  /// The bounds.
  struct Limits: Hashable, Sendable {
    /// The most subscribers of one user.
    var subscribers = 64
    /// How often one user may connect.
    var rate = RateBudget.Rate(perSecond: 32, burst: 64)
  }

  private struct Account {
    var subscribers = 0
    var budget = RateBudget()
  }

  /// Accounts are forgotten beyond so many as soon as nothing is in them.
  private static let keptAccounts = 64

  /// The bounds, which may become others: who is there stays.
  var limits: Limits
  private var accounts: [UInt32: Account] = [:]

  init(_ limits: Limits = Limits()) {
    self.limits = limits
  }

  /// How many users are remembered.
  var accountCount: Int { accounts.count }

  /// How many connections a user has.
  func count(of user: UInt32) -> Int { accounts[user]?.subscribers ?? 0 }

  /// Counts a new connection in.
  ///
  /// - Returns: whether it may stay. One that may not is not counted, but was an attempt.
  mutating func admit(_ user: UInt32, now: Instant) -> Bool {
    forgetIdle(now: now)
    var account = accounts[user] ?? Account()
    let isFree = user == 0
    let isTooOften = account.budget.waitEnd(at: now, limits.rate) != nil
    let isTooMany = account.subscribers >= limits.subscribers
    // An attempt that is refused for coming too often is not charged again: 32 a second get in all the same.
    if !isTooOften { account.budget.use(at: now, limits.rate) }
    let isAdmitted = isFree || (!isTooOften && !isTooMany)
    if isAdmitted { account.subscribers += 1 }
    accounts[user] = account
    return isAdmitted
  }

  /// Counts a connection out.
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
  init(_ settings: SocketSettings) {
    subscribers = settings.subscribersPerUser
    rate = RateBudget.Rate(
      perSecond: settings.connectionsPerSecond, burst: settings.connectionsPerSecond * 2)
  }
}
