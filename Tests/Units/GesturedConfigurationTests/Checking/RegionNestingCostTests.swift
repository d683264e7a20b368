import Glibc
import Testing

@testable import GesturedConfiguration

@Suite struct RegionNestingCostTests {
  /// A configuration of that many nested regions.
  private static func nested(_ count: Int) -> String {
    (0..<count).map { number in
      "[region.r\(number)]\nparent = \"\(number == 0 ? "root" : "r\(number - 1)")\"\nframe = [0, 0, 9, 9]\n"
    }.joined()
  }

  /// The processor time for checking a configuration, in microseconds.
  private static func time(_ text: String) -> Int {
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
    let (few, many) = (Self.nested(4000), Self.nested(16_000))
    // The least of several tries in turn: what else the computer does slows both.
    var least = (few: Int.max, many: Int.max)
    for _ in 0..<3 { least = (min(least.few, Self.time(few)), min(least.many, Self.time(many))) }
    #expect(least.many < 9 * least.few, "\(least.few) and \(least.many) µs")
  }
}
