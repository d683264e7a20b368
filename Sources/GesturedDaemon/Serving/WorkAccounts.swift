import GestureCore
import LinuxEventLoop

/// The processor time that each user's clients may still use (H1, H4, H5).
///
/// What a request costs is measured, not estimated: reading, parsing, doing, replying, whether it is granted or refused.
/// Each user has a bucket of processor time that fills with 4.5 % of a core. A request is taken while its user's bucket is
/// not empty. A request that costs more than is left puts the user into debt, which the user waits off.
///
/// What a turn of the loop does for clients and for none of them in particular, waking up above all, is paid by the users whose
/// clients it looked at or did something for, by how many of them (`beginTurn`, `endTurn`).
struct WorkAccounts {
  /// How fast a bucket fills, and how much it holds.
  struct Share: Hashable, Sendable {
    /// Processor time a second, in microseconds.
    var perSecond: Int64
    /// The most that is kept, in microseconds.
    var burst: Int64

    /// One user's: 5 % of a core (H5), less what no clock of this process sees, waking it up above all.
    static let usual = Share(perSecond: 45_000, burst: 20_000)
    /// Root's, and that of the daemon's own user, who could do worse: half a core.
    static let ofOwner = Share(perSecond: 500_000, burst: 1_000_000)
  }

  private struct Account {
    /// What is left, in microseconds of processor time; below zero it is owed.
    var level: Int64
    /// When that was so.
    var time: Instant
  }

  /// How much there has to be again in a bucket that was empty before requests are taken, in microseconds: waking for each
  /// request alone would cost more than many of them do.
  private static let leastRest: Int64 = 1000
  /// No clock makes anybody wait longer than for so much work, in microseconds.
  static let longestWork: Int64 = 3_600_000_000
  /// Accounts are forgotten beyond so many as soon as their buckets are full.
  private static let keptAccounts = 64

  private let ownUserID: UInt32
  private var accounts: [UInt32: Account] = [:]
  /// The users with whom the present turn has to do, and how much each counts.
  private var active: [(user: UInt32, weight: Int64)] = []
  /// What users were charged in the present turn for what the loop did, in microseconds.
  private(set) var chargedInTurn: Int64 = 0

  /// - Parameter ownUserID: the user that the daemon runs as.
  init(ownUserID: UInt32 = ProcessIdentity.effectiveUserID) {
    self.ownUserID = ownUserID
    active.reserveCapacity(Self.keptAccounts)
  }

  /// How many users are remembered.
  var accountCount: Int { accounts.count }

  /// The share of a user.
  func share(of user: UInt32) -> Share { user == 0 || user == ownUserID ? .ofOwner : .usual }

  /// When requests of a user may be taken again; nil where they may now.
  func waitEnd(of user: UInt32, at now: Instant) -> Instant? {
    rest(of: user).flatMap { $0 > now ? $0 : nil }
  }

  /// From when on requests of a user may be taken, which may be long past; nil where nothing keeps them.
  func rest(of user: UInt32) -> Instant? {
    guard let account = accounts[user], account.level <= 0 else { return nil }
    let perSecond = share(of: user).perSecond
    // Rounded up, so that there is as much in the bucket then.
    let wait = ((Self.leastRest - account.level) * 1_000_000 + perSecond - 1) / perSecond
    return account.time + TimeSpan(microseconds: wait)
  }

  /// How much of its bucket a user has used, in microseconds; nil where its requests have to wait.
  func used(by user: UInt32, at now: Instant) -> Int64? {
    waitEnd(of: user, at: now) == nil ? share(of: user).burst - level(of: user, at: now) : nil
  }

  /// Makes room for a user whose client comes: what is charged while fingers move allocates nothing.
  mutating func open(_ user: UInt32, now: Instant) {
    forgetIdle(now: now)
    if accounts[user] == nil { accounts[user] = Account(level: share(of: user).burst, time: now) }
  }

  /// A turn of the loop begins.
  mutating func beginTurn() {
    active.removeAll(keepingCapacity: true)
    chargedInTurn = 0
  }

  /// The present turn has to do with a user: with a client that it looks at, though it may not do anything for it.
  mutating func note(_ user: UInt32) {
    // Those of one user mostly come one after another.
    if let last = active.indices.last, active[last].user == user {
      active[last].weight += 1
    } else if let place = active.firstIndex(where: { $0.user == user }) {
      active[place].weight += 1
    } else {
      active.append((user, 1))
    }
  }

  /// Charges the users with whom the turn had to do for the rest of what it did for clients, each by what it counts.
  ///
  /// - Parameter spent: what it did for clients in all, in microseconds of processor time.
  mutating func endTurn(spent: Int64, now: Instant) {
    let rest = min(spent, Self.longestWork) - chargedInTurn
    guard rest > 0 else { return }
    let all = active.reduce(0) { $0 + $1.weight }
    for (user, weight) in active { put(rest * weight / all, on: user, now: now) }
  }

  /// Charges a user for processor time of the loop, in microseconds.
  mutating func charge(_ work: Int64, to user: UInt32, now: Instant) {
    note(user)
    let work = min(work, Self.longestWork)
    chargedInTurn += work
    put(work, on: user, now: now)
  }

  /// Charges a user for processor time of another thread, in microseconds; less than 0 gives back what was charged too much.
  mutating func chargeElsewhere(_ work: Int64, to user: UInt32, now: Instant) {
    put(work, on: user, now: now)
  }

  private mutating func put(_ work: Int64, on user: UInt32, now: Instant) {
    guard work != 0 else { return }
    forgetIdle(now: now)
    let level = level(of: user, at: now) - min(work, Self.longestWork)
    accounts[user] = Account(level: min(level, share(of: user).burst), time: now)
  }

  /// What is left to a user, in microseconds; below zero it is owed.
  func level(of user: UInt32, at now: Instant) -> Int64 {
    let share = share(of: user)
    guard let account = accounts[user] else { return share.burst }
    // A rest of an hour fills every bucket; bounded before it is multiplied.
    let rest = min(max(0, (now - account.time).microseconds), 86_400_000_000)
    return min(share.burst, account.level + rest * share.perSecond / 1_000_000)
  }

  private mutating func forgetIdle(now: Instant) {
    guard accounts.count > Self.keptAccounts else { return }
    accounts = accounts.filter { level(of: $0.key, at: now) < share(of: $0.key).burst }
  }
}
