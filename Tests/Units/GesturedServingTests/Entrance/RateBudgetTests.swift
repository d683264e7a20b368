import DaemonTestSupport
import GestureCore
import Testing

@testable import GesturedServing

@Suite struct RateBudgetTests {
  private let rate = RateBudget.Rate(perSecond: 50, burst: 100)

  @Test("S10 a burst at once, then so many a second, and after a rest one burst, however long it was")
  func burstAndRate() {
    var budget = RateBudget()
    #expect(uses(of: &budget, at: .start) == 100)
    let end = budget.waitEnd(at: .start, rate)
    #expect(end == .start + TimeSpan(microseconds: 1))
    // One goes as soon as the room is not full to the brim, and then one each 20 ms.
    var count = 0
    for millisecond in 1...1000 {
      count += uses(of: &budget, at: .start + .milliseconds(Double(millisecond)))
    }
    #expect(count == 50)
    #expect(uses(of: &budget, at: .start + .milliseconds(86_400_000)) == 100)
    #expect(budget.isFull(at: .start + .milliseconds(86_400_000)) == false)
    #expect(budget.isFull(at: .start + .milliseconds(86_402_000)))
  }

  @Test("S10 a light use costs its share")
  func light() {
    var budget = RateBudget()
    var count = 0
    while budget.waitEnd(at: .start, rate) == nil {
      budget.use(at: .start, rate, divisor: 20)
      count += 1
    }
    #expect(count == 2000)
  }

  @Test("Rates of any figures neither trap nor stop all", arguments: [Int.min, -1, 0, 1, 1_000_000, .max])
  func anyFigures(figure: Int) {
    let rate = RateBudget.Rate(perSecond: figure, burst: figure)
    var budget = RateBudget()
    #expect(budget.waitEnd(at: .start, rate) == nil)
    for _ in 0..<10 { budget.use(at: .start, rate) }
    #expect(budget.waitEnd(at: .start + .milliseconds(100_000_000), rate) == nil)
  }

  private func uses(of budget: inout RateBudget, at now: Instant) -> Int {
    var count = 0
    while budget.waitEnd(at: now, rate) == nil {
      budget.use(at: now, rate)
      count += 1
    }
    return count
  }
}
