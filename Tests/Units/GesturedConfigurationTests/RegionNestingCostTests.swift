import Glibc
import Testing

@testable import GesturedConfiguration

@Suite struct RegionNestingCostTests {
  /// The processor time for checking that many nested regions, in microseconds.
  private static func cost(of count: Int) -> Int {
    let text = (0..<count).map { number in
      "[region.r\(number)]\nparent = \"\(number == 0 ? "root" : "r\(number - 1)")\"\nframe = [0, 0, 9, 9]\n"
    }.joined()
    let begin = processorTime()
    let checked = check(text)
    let end = processorTime()
    #expect(!checked.mistakes.isEmpty)
    return end - begin
  }

  private static func processorTime() -> Int {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
  }

  @Test("H11 four times as many regions in one another cost about four times as much, not sixteen times")
  func isLinear() {
    let few = Self.cost(of: 4000)
    let many = Self.cost(of: 16_000)
    #expect(many < 9 * few, "\(few) and \(many) µs")
  }
}
