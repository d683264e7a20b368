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

  @Test("H5 what was charged too much is given back, and never more than a bucket holds")
  func givenBack() {
    var accounts = WorkAccounts(ownUserID: 500)
    accounts.charge(8000, to: 1000, now: .start)
    accounts.chargeElsewhere(-3000, to: 1000, now: .start)
    #expect(accounts.level(of: 1000, at: .start) == 15_000)
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
    accounts.note(1002)
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
    accounts.note(1002)
    accounts.endTurn(spent: 900, now: .start)
    #expect(
      [1000, 1001, 1002, 1003].map { accounts.level(of: $0, at: .start) } == [15_000, 19_600, 19_500, 16_000])
    accounts.beginTurn()
    accounts.endTurn(spent: 900, now: .start)
    accounts.charge(500, to: 1001, now: .start)
    accounts.endTurn(spent: 400, now: .start)
    #expect(accounts.level(of: 1001, at: .start) == 19_100)
    // The daemon only looked at this user's clients, three times as often.
    accounts.beginTurn()
    for user: UInt32 in [1003, 1002, 1003, 1003] { accounts.note(user) }
    accounts.endTurn(spent: 400, now: .start)
    #expect([1002, 1003].map { accounts.level(of: $0, at: .start) } == [19_400, 15_700])
  }

  @Test("Root and the daemon's own user have a larger share", arguments: [UInt32(0), 500])
  func owner(user: UInt32) {
    var accounts = WorkAccounts(ownUserID: 500)
    accounts.charge(900_000, to: user, now: .start)
    #expect(accounts.waitEnd(of: user, at: .start) == nil)
    accounts.charge(200_000, to: user, now: .start)
    #expect(accounts.waitEnd(of: user, at: .start) == .start + TimeSpan(microseconds: 202_000))
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
