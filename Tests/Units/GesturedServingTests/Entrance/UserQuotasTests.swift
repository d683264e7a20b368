import DaemonTestSupport
import GestureCore
import Testing

@testable import GesturedServing

@Suite struct UserQuotasTests {
  @Test(
    "S12 one user gets 64 connections and not the 65th; another gets in, and the first again when one goes")
  func perUser() {
    var quotas = UserQuotas()
    var now = Instant.start
    for _ in 0..<64 {
      #expect(admits(&quotas, 1000, now: now))
      now = now + .milliseconds(50)
    }
    #expect(!admits(&quotas, 1000, now: now))
    #expect(admits(&quotas, 1001, now: now))
    quotas.release(1000)
    now = now + .milliseconds(50)
    #expect(admits(&quotas, 1000, now: now) && quotas.count(of: 1000) == 64)
  }

  @Test(
    "S13 a user that connects and goes all the time gets 64 in at once and 32 a second, others are not hurt")
  func rate() {
    var quotas = UserQuotas()
    var admitted: [Int] = []
    for second in 0..<3 {
      var count = 0
      for attempt in 0..<1000 {
        let now = Instant.start + .milliseconds(Double(second * 1000 + attempt))
        guard admits(&quotas, 1000, now: now) else { continue }
        quotas.release(1000)
        count += 1
      }
      admitted.append(count)
    }
    #expect(admitted == [64 + 32, 32, 32] || admitted == [64 + 31, 32, 32])
    #expect(admits(&quotas, 1001, now: .start + .milliseconds(3000)))
  }

  @Test("S12 root is counted and not refused")
  func root() {
    var quotas = UserQuotas()
    for _ in 0..<1000 { #expect(admits(&quotas, 0, now: .start)) }
    #expect(quotas.count(of: 0) == 1000)
  }

  @Test("S13 users that came and went are forgotten")
  func forgotten() {
    var quotas = UserQuotas()
    for user in UInt32(1)...10_000 {
      #expect(admits(&quotas, user, now: .start + .milliseconds(Double(user * 100))))
      quotas.release(user)
    }
    #expect(quotas.accountCount < 200)
    quotas.release(77)
    #expect(quotas.count(of: 77) == 0)
  }

  private func admits(_ quotas: inout UserQuotas, _ user: UInt32, now: Instant) -> Bool {
    quotas.admit(user, now: now)
  }
}
