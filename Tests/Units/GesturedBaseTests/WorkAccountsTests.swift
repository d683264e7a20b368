import DaemonTestSupport
import GestureCore
import Testing

@testable import GesturedBase

@Suite struct WorkAccountsTests {
  @Test("H5 a user who always asks gets the burst once and 4 % of a core from then on")
  func share() {
    var accounts = WorkAccounts(ownUserID: 500)
    var now = Instant.start
    let end = now + .milliseconds(10_000)
    var used: Int64 = 0
    while now < end {
      if let rest = accounts.waitEnd(of: 1000, at: now) {
        #expect(rest > now)
        now = rest
      } else {
        accounts.charge(700, to: 1000, now: now)
        used += 700
      }
    }
    #expect((419_000...422_000).contains(used))
  }

  @Test("H1 a request that costs more than is left is waited off in full")
  func debt() {
    var accounts = WorkAccounts(ownUserID: 500)
    accounts.charge(300_000, to: 1000, now: .start)
    // The debt is 280 ms, and the wait ends at 1 ms of credit: 7.025 s at 4 %.
    let rest = accounts.waitEnd(of: 1000, at: .start)
    let end = Instant.start + TimeSpan(microseconds: 7_025_000)
    #expect(rest == end)
    #expect(accounts.waitEnd(of: 1000, at: end - TimeSpan(microseconds: 1)) != nil)
    #expect(accounts.waitEnd(of: 1000, at: end) == nil)
    #expect(accounts.waitEnd(of: 1001, at: .start) == nil)
  }

  @Test("H5 requests wait while half of the bucket is left, which the user's gestures may use to the end")
  func gesturesLast() {
    var accounts = WorkAccounts(ownUserID: 500)
    let share = WorkAccounts.Share.usual
    accounts.charge(share.burst / 2 - 1, to: 1000, now: .start)
    #expect(accounts.waitEnd(of: 1000, at: .start) == nil)
    accounts.charge(1, to: 1000, now: .start)
    let rest = Instant.start + TimeSpan(microseconds: 25_000)
    #expect(accounts.waitEnd(of: 1000, at: .start) == rest)
    #expect(accounts.used(by: 1000, at: .start) == nil)
    #expect(accounts.waitEnd(of: 1000, for: .frame(cost: 0), at: .start) == nil)
    accounts.charge(share.burst / 2 - 1, to: 1000, now: .start)
    #expect(accounts.waitEnd(of: 1000, for: .frame(cost: 0), at: .start) == nil)
    accounts.charge(1, to: 1000, now: .start)
    #expect(accounts.waitEnd(of: 1000, for: .frame(cost: 0), at: .start) == rest)
    #expect(accounts.waitEnd(of: 1000, at: .start) == rest + TimeSpan(microseconds: 500_000))
  }

  @Test("H1 a frame of a user's own scene begins only while what it may cost is left, or with the requests")
  func framesFit() {
    var accounts = WorkAccounts(ownUserID: 500)
    let floor = WorkAccounts.Share.usual.floor
    accounts.charge(WorkAccounts.Share.usual.burst - 3000, to: 1000, now: .start)
    #expect(accounts.waitEnd(of: 1000, for: .frame(cost: 2999), at: .start) == nil)
    let end = Instant.start + .milliseconds(25)
    #expect(accounts.waitEnd(of: 1000, for: .frame(cost: 3000), at: .start) == end)
    // However much it may cost, it waits no longer than a request.
    let rest = accounts.waitEnd(of: 1000, at: .start)
    #expect(rest != nil && accounts.waitEnd(of: 1000, for: .frame(cost: 10 * floor), at: .start) == rest)
    #expect(accounts.waitEnd(of: 1001, for: .frame(cost: 10 * floor), at: .start) == nil)
  }

  @Test("H1 a frame may cost as much as the costliest recent one, of which each frame forgets a little")
  func costliestFrame() {
    var accounts = WorkAccounts(ownUserID: 500)
    let floor = WorkAccounts.Share.usual.floor
    accounts.charge(7000, to: 1000, isFrame: true, now: .start)
    let now = Instant.start + .milliseconds(10_000)
    accounts.charge(WorkAccounts.Share.usual.burst - 6800, to: 1000, now: now)
    #expect(accounts.waitEnd(of: 1000, for: .frame(cost: 0), at: now) != nil)
    for _ in 0..<70 { accounts.charge(1, to: 1000, isFrame: true, now: now) }
    #expect(accounts.waitEnd(of: 1000, for: .frame(cost: 0), at: now) == nil)
    #expect(accounts.waitEnd(of: 1000, for: .frame(cost: 6900), at: now) != nil)
    #expect(accounts.level(of: 1000, at: now) < floor)
  }

  @Test("H5 gestures that cost less than the share go on, however much the user's requests ask for")
  func floods() {
    var accounts = WorkAccounts(ownUserID: 500)
    var requests: Int64 = 0
    // Gestures take 30 ms of a second, and a request 1.7 ms.
    for millisecond in 0..<20_000 {
      let now = Instant.start + .milliseconds(Double(millisecond))
      if millisecond % 8 == 0 {
        #expect(accounts.waitEnd(of: 1000, for: .frame(cost: 0), at: now) == nil)
        accounts.charge(240, to: 1000, now: now)
      }
      while accounts.waitEnd(of: 1000, at: now) == nil {
        accounts.charge(1700, to: 1000, now: now)
        requests += 1700
      }
    }
    // Requests get what gestures leave.
    #expect((200_000...230_000).contains(requests))
  }

  @Test("H1 a connection that has rested begins where its user's latest request began, and has saved nothing")
  func turns() {
    var accounts = WorkAccounts(ownUserID: 500)
    accounts.open(1000, now: .start)
    #expect(accounts.turn(of: 1000, since: 700) == 700)
    accounts.begin(700, of: 1000)
    accounts.charge(900, to: 1000, now: .start)
    #expect(accounts.turn(of: 1000, since: 0) == 700)
    #expect(accounts.turn(of: 1000, since: 1600) == 1600)
    #expect(accounts.turn(of: 1001, since: 0) == 0)
  }

  @Test("H1 new connections take turns with one that stays, however many a client makes one after the other")
  func departures() {
    var accounts = WorkAccounts(ownUserID: 500)
    accounts.open(1000, now: .start)
    // The connection that stays has had a request of 26 ms. Each other one has a request of 130 µs, and goes.
    var (stays, requests) = (Int64(26_000), 0)
    while accounts.turn(of: 1000, since: 0) < accounts.turn(of: 1000, since: stays), requests < 1000 {
      let turn = accounts.turn(of: 1000, since: 0)
      accounts.begin(turn, of: 1000)
      accounts.leave(turn + 130, of: 1000)
      requests += 1
    }
    #expect(requests == 200)
    // One that has used little leaves nothing.
    accounts.leave(5, of: 1000)
    #expect(accounts.turn(of: 1000, since: 0) == stays)
    stays += 40
    #expect(accounts.turn(of: 1000, since: stays) == stays)
    accounts.leave(9000, of: 1001)
    #expect(accounts.turn(of: 1001, since: 0) == 0)
  }

  @Test("H5 what was charged too much is given back, and never more than a bucket holds")
  func givenBack() {
    var accounts = WorkAccounts(ownUserID: 500)
    accounts.charge(8000, to: 1000, now: .start)
    accounts.chargeElsewhere(-3000, to: 1000, now: .start)
    #expect(accounts.level(of: 1000, at: .start) == 35_000)
    accounts.chargeElsewhere(-30_000, to: 1000, now: .start)
    #expect(accounts.level(of: 1000, at: .start) == WorkAccounts.Share.usual.burst)
  }

  @Test(
    "H5 users share the cost of work in equal parts, and clients of the turn do not pay for work without users"
  )
  func parts() {
    var accounts = WorkAccounts(ownUserID: 500)
    for user in [1000, 1001, 1002] as [UInt32] { accounts.open(user, now: .start) }
    accounts.beginTurn()
    accounts.count(1002)
    accounts.charge(3000, toEach: [1000, 1001], now: .start)
    accounts.charge(5000, toEach: [], now: .start)
    accounts.endTurn(spent: 8600, now: .start)
    let spent = [1000, 1001, 1002].map { WorkAccounts.Share.usual.burst - accounts.level(of: $0, at: .start) }
    #expect(spent == [1700, 1700, 200])
  }

  @Test("H5 what a turn does for clients and nobody was charged for is paid by those whom it had to do with")
  func shared() {
    var accounts = WorkAccounts(ownUserID: 500)
    accounts.charge(5000, to: 1000, now: .start)
    accounts.beginTurn()
    accounts.charge(100, to: 1001, now: .start)
    accounts.charge(300, to: 1002, now: .start)
    accounts.charge(100, to: 1001, now: .start)
    // The turn does not include another thread's work.
    accounts.chargeElsewhere(4000, to: 1003, now: .start)
    accounts.count(1002)
    accounts.endTurn(spent: 900, now: .start)
    #expect(
      [1000, 1001, 1002, 1003].map { accounts.level(of: $0, at: .start) } == [35_000, 39_600, 39_500, 36_000])
    accounts.beginTurn()
    accounts.endTurn(spent: 900, now: .start)
    accounts.charge(500, to: 1001, now: .start)
    accounts.endTurn(spent: 400, now: .start)
    #expect(accounts.level(of: 1001, at: .start) == 39_100)
    // The daemon only looked at this user's clients, three times as often.
    accounts.beginTurn()
    for user: UInt32 in [1003, 1002, 1003, 1003] { accounts.count(user) }
    accounts.endTurn(spent: 400, now: .start)
    #expect([1002, 1003].map { accounts.level(of: $0, at: .start) } == [39_400, 35_700])
  }

  @Test("Root and the daemon's own user have a larger share", arguments: [UInt32(0), 500])
  func owner(user: UInt32) {
    var accounts = WorkAccounts(ownUserID: 500)
    accounts.charge(900_000, to: user, now: .start)
    #expect(accounts.waitEnd(of: user, at: .start) == nil)
    accounts.charge(200_000, to: user, now: .start)
    #expect(accounts.waitEnd(of: user, at: .start) == .start + TimeSpan(microseconds: 202_000))
  }

  @Test("H1 the turn and the costliest frame of a connected user stay, however many users there are")
  func connectedUsers() {
    var accounts = WorkAccounts(ownUserID: 500)
    for user in UInt32(1000)..<1100 { accounts.open(user, now: .start) }
    accounts.open(1000, now: .start)
    accounts.begin(5000, of: 1000)
    accounts.charge(7000, to: 1000, isFrame: true, now: .start)
    let later = Instant.start + .milliseconds(86_400_000)
    for user in UInt32(2000)..<2100 { accounts.charge(1, to: user, now: .start) }
    accounts.leave(0, of: 1000)
    accounts.open(3000, now: later)
    #expect(accounts.accountCount == 101)
    #expect(accounts.turn(of: 1000, since: 0) == 5000)
    accounts.charge(WorkAccounts.Share.usual.burst - 6800, to: 1000, now: later)
    #expect(accounts.waitEnd(of: 1000, for: .frame(cost: 0), at: later) != nil)
    // Without connections, full accounts are forgotten again.
    for user in UInt32(1000)..<1100 { accounts.leave(0, of: user) }
    accounts.open(3000, now: later + .milliseconds(86_400_000))
    #expect(accounts.accountCount == 1)
  }

  @Test("A rest fills a bucket and no more, and the users of full ones are forgotten")
  func rest() {
    var accounts = WorkAccounts(ownUserID: 500)
    for user in UInt32(1000)..<1200 { accounts.charge(10, to: user, now: .start) }
    #expect(accounts.accountCount == 200)
    let later = Instant.start + .milliseconds(86_400_000 * 365)
    #expect(accounts.level(of: 1000, at: later) == WorkAccounts.Share.usual.burst)
    accounts.charge(1, to: 1, now: later)
    #expect(accounts.accountCount == 1)
    accounts.charge(.max, to: 1, now: later)
    #expect(accounts.waitEnd(of: 1, at: later) != nil)
    accounts.chargeElsewhere(-5, to: 2, now: later)
    #expect(accounts.waitEnd(of: 2, at: later) == nil)
  }
}
