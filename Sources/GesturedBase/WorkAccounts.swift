import GestureCore
import LinuxEventLoop

/// The processor time that each user's clients may still use (H1, H4, H5).
///
/// The cost of a request is measured, not estimated: reading, parsing, running and replying, granted or refused. Each
/// user has a bucket of processor time that fills with 4 % of a core. Two kinds of work draw on it. A request is taken
/// while its user's bucket is more than half full. The other half is for the gestures of the user's own scene, so that no
/// request takes them away. A frame of these gestures cannot be divided. Where it may cost more than is left, it waits as
/// requests do. A request or frame that costs more than is left delays the next ones.
///
/// Connections of one user share its requests' time in equal parts (`turn(of:since:)`).
///
/// A turn also does work for clients in general, above all waking up. The users of the clients that the turn considered
/// pay for it, in proportion to the number of those clients (`beginTurn`, `endTurn`). The users of many listeners pay for
/// the lines that their clients hear (`chargeListeners`).
package struct WorkAccounts {
  /// How fast a bucket fills, and how much it holds.
  struct Share: Hashable, Sendable {
    /// Processor time a second, in microseconds.
    var perSecond: Int64
    /// The most that is saved, in microseconds.
    var burst: Int64

    /// The level down to which requests are taken, in microseconds.
    var floor: Int64 { burst / 2 }

    /// The share of most users: 5 % of a core (H5), less the cost that no clock of this process sees, above all waking
    /// it up.
    static let usual = Share(perSecond: 40_000, burst: 40_000)
    /// The share of root and of the daemon's own user, who could do worse: half a core.
    static let ofOwner = Share(perSecond: 500_000, burst: 2_000_000)
  }

  /// The kinds of work that wait for processor time.
  package enum Work {
    /// The requests of a user's clients. They wait before gestures do.
    case requests
    /// A frame of a user's own scene, which may cost so many microseconds, as far as its declarations tell.
    case frame(cost: Int64)
  }

  private struct Account {
    /// The remaining processor time, in microseconds; negative for a debt.
    var level: Int64
    /// The time at which `level` was right.
    var time: Instant
    /// The use at which the latest request began (`turn(of:since:)`).
    var use: Int64 = 0
    /// The cost of the costliest recent frame of the user's own scene, in microseconds. Each frame lowers it a little.
    var costliestFrame: Int64 = 0
    /// The number of the user's connections. An account with connections is never forgotten.
    var connections = 0
  }

  /// The users that pay for shared work, each with its part. Nothing here allocates for the first `keptAccounts` users.
  private struct Parts {
    private struct Part {
      let user: UInt32
      var weight: Int64
    }

    private var parts: [Part] = []
    private var total: Int64 = 0

    init() { parts.reserveCapacity(WorkAccounts.keptAccounts) }

    mutating func add(_ weight: Int64, of user: UInt32) {
      total += weight
      // Clients of one user mostly follow one another.
      if let last = parts.indices.last, parts[last].user == user {
        parts[last].weight += weight
        return
      }
      for place in parts.indices where parts[place].user == user {
        parts[place].weight += weight
        return
      }
      parts.append(Part(user: user, weight: weight))
    }

    mutating func removeAll() {
      parts.removeAll(keepingCapacity: true)
      total = 0
    }

    /// Calls a function with each user and the user's part of some work.
    func forEach(of work: Int64, _ body: (UInt32, Int64) -> Void) {
      guard total > 0 else { return }
      for part in parts { body(part.user, work * part.weight / total) }
    }
  }

  /// How much an emptied bucket must hold before requests are taken again, in microseconds. Waking for each single
  /// request would cost more than most requests.
  private static let leastRest: Int64 = 1000
  /// The most work charged at once, in microseconds: an hour. It bounds the effect of a wrong clock.
  package static let longestWork: Int64 = 3_600_000_000
  /// With more accounts of users without connections than this, the full ones of them are forgotten.
  private static let keptAccounts = 64
  /// How much a frame lowers the cost of the costliest: to half in six seconds of a touch at 120 Hz.
  private static let decayOfFrames: Int64 = 1024

  private let ownUserID: UInt32
  private var accounts: [UInt32: Account] = [:]
  /// The number of accounts whose users have connections.
  private var connectedCount = 0
  /// The users in the present turn, and how many of their clients the turn considered.
  private var active = Parts()
  /// The users that hear the present turn's lines.
  private var listeners = Parts()
  /// How much users were charged in the present turn for work of the loop, in microseconds.
  package private(set) var chargedInTurn: Int64 = 0

  /// - Parameter ownUserID: the user that the daemon runs as.
  init(ownUserID: UInt32 = ProcessIdentity.effectiveUserID) {
    self.ownUserID = ownUserID
  }

  /// How many users are remembered.
  var accountCount: Int { accounts.count }

  /// The share of a user.
  func share(of user: UInt32) -> Share { user == 0 || user == ownUserID ? .ofOwner : .usual }

  /// When work of a user may go on; nil where it may go on now.
  package func waitEnd(of user: UInt32, for work: Work = .requests, at now: Instant) -> Instant? {
    rest(of: user, for: work).flatMap { $0 > now ? $0 : nil }
  }

  /// The moment from which work of a user may go on, perhaps long past; nil where it need not wait.
  package func rest(of user: UInt32, for work: Work = .requests) -> Instant? {
    let share = share(of: user)
    guard let account = accounts[user] else { return nil }
    let floor =
      switch work {
      case .requests: share.floor
      case .frame(let cost): min(max(cost, account.costliestFrame), share.floor)
      }
    guard account.level <= floor else { return nil }
    // Rounded up, so that the bucket holds enough by then.
    let missing = floor + Self.leastRest - account.level
    let wait = (missing * 1_000_000 + share.perSecond - 1) / share.perSecond
    return account.time + TimeSpan(microseconds: wait)
  }

  /// When the next request of a connection is its turn, in microseconds of use: the connection of a user with the least
  /// goes first. A connection that has rested has saved nothing: it begins where its user's latest request began.
  ///
  /// - Parameter used: the processor time of the connection's requests, in microseconds, from the last result on.
  package func turn(of user: UInt32, since used: Int64) -> Int64 { max(used, accounts[user]?.use ?? 0) }

  /// Lets a user's connections begin where one that goes has ended. A client that makes a new connection for each request
  /// would otherwise always be first.
  package mutating func leave(_ used: Int64, of user: UInt32) {
    begin(turn(of: user, since: used), of: user)
    guard let count = accounts[user]?.connections, count > 0 else { return }
    accounts[user]?.connections = count - 1
    if count == 1 { connectedCount -= 1 }
  }

  /// Sets the use at which a user's present request begins.
  package mutating func begin(_ turn: Int64, of user: UInt32) {
    guard var account = accounts[user] else { return }
    account.use = turn
    accounts[user] = account
  }

  /// How much of the bucket a user has used, in microseconds; nil where the user's requests have to wait.
  package func used(by user: UInt32, at now: Instant) -> Int64? {
    waitEnd(of: user, at: now) == nil ? share(of: user).burst - level(of: user, at: now) : nil
  }

  /// Counts a new connection of a user, and allocates the user's account, so that charges while fingers move allocate nothing.
  package mutating func open(_ user: UInt32, now: Instant) {
    forgetIdle(now: now)
    var account = accounts[user] ?? Account(level: share(of: user).burst, time: now)
    if account.connections == 0 { connectedCount += 1 }
    account.connections += 1
    accounts[user] = account
  }

  /// Begins a turn of the loop.
  package mutating func beginTurn() {
    active.removeAll()
    chargedInTurn = 0
  }

  /// Counts a client of a user that the present turn considers, even if it does nothing for the client.
  package mutating func count(_ user: UInt32) { active.add(1, of: user) }

  /// Charges the rest of the turn's work for clients to the turn's users, in proportion to their clients.
  ///
  /// - Parameter spent: all work of the turn for clients, in microseconds of processor time.
  package mutating func endTurn(spent: Int64, now: Instant) {
    let rest = min(spent, Self.longestWork) - chargedInTurn
    guard rest > 0 else { return }
    active.forEach(of: rest) { deduct($1, on: $0, now: now) }
  }

  /// Counts a user's part of the lines that `chargeListeners` charges next.
  package mutating func count(_ part: Int64, ofListener user: UInt32) { listeners.add(part, of: user) }

  /// Charges the counted listeners for lines, in proportion to their parts.
  ///
  /// - Parameter work: the processor time of the lines, in microseconds.
  package mutating func chargeListeners(_ work: Int64, now: Instant) {
    listeners.forEach(of: work) { deduct($1, on: $0, now: now) }
    listeners.removeAll()
  }

  /// Charges a user for processor time of the loop, in microseconds.
  ///
  /// - Parameter isFrame: whether a frame of the user's own scene took the time.
  package mutating func charge(_ work: Int64, to user: UInt32, isFrame: Bool = false, now: Instant) {
    count(user)
    let work = min(work, Self.longestWork)
    chargedInTurn += work
    deduct(work, on: user, isFrame: isFrame, now: now)
  }

  /// Charges users for processor time of the loop, in microseconds, in equal parts. Without users, the turn's clients do
  /// not pay for it either: the configuration or a device caused it.
  package mutating func charge(_ work: Int64, toEach users: [UInt32], now: Instant) {
    for user in users { charge(work / Int64(users.count), to: user, now: now) }
    if users.isEmpty { chargedInTurn += min(work, Self.longestWork) }
  }

  /// Charges a user for processor time of another thread, in microseconds. A negative amount returns an overcharge.
  package mutating func chargeElsewhere(_ work: Int64, to user: UInt32, now: Instant) {
    deduct(work, on: user, now: now)
  }

  private mutating func deduct(_ work: Int64, on user: UInt32, isFrame: Bool = false, now: Instant) {
    guard work != 0 else { return }
    forgetIdle(now: now)
    let level = level(of: user, at: now) - min(work, Self.longestWork)
    // A change in place would allocate a frame for each access.
    var account = accounts[user] ?? Account(level: 0, time: now)
    account.level = min(level, share(of: user).burst)
    account.time = now
    if isFrame {
      let lowered = account.costliestFrame - account.costliestFrame / Self.decayOfFrames - 1
      account.costliestFrame = max(work, lowered)
    }
    accounts[user] = account
  }

  /// The processor time left to a user, in microseconds; negative for a debt.
  func level(of user: UInt32, at now: Instant) -> Int64 {
    let share = share(of: user)
    guard let account = accounts[user] else { return share.burst }
    // An hour's rest fills every bucket. The bound avoids an overflow of the product.
    let rest = min(max(0, (now - account.time).microseconds), 86_400_000_000)
    return min(share.burst, account.level + rest * share.perSecond / 1_000_000)
  }

  private mutating func forgetIdle(now: Instant) {
    guard accounts.count - connectedCount > Self.keptAccounts else { return }
    accounts = accounts.filter {
      $0.value.connections > 0 || level(of: $0.key, at: now) < share(of: $0.key).burst
    }
  }
}
