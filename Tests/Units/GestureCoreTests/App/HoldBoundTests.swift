import GestureTestSupport
import Glibc
import Testing

@testable import GestureCore

@Suite struct HoldBoundTests {
  /// A set of recognizers, each of which waits for all later ones.
  private static func set(_ count: Int) throws -> RecognizerSet {
    try RecognizerSet(
      (0..<count).map { number in
        .tap("r\(number)", requires: (number + 1..<count).map { "r\($0)" })
      })
  }

  private static func time(_ work: () -> Void) -> Int {
    func processorTime() -> Int {
      var time = timespec()
      _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }
    let begin = processorTime()
    work()
    return processorTime() - begin
  }

  @Test("H11 the bounds of recognizers that wait for others cost time in proportion to their relations")
  func isLinear() throws {
    let (few, many) = (try Self.set(60), try Self.set(240))
    var least = (few: Int.max, many: Int.max)
    for _ in 0..<3 {
      least.few = min(least.few, Self.time { _ = HoldBounds(few, AppSettings()) })
      least.many = min(least.many, Self.time { _ = HoldBounds(many, AppSettings()) })
    }
    // There are 16 times as many relations. Each recognizer walking on its own took 64 times as long, or more.
    #expect(least.many < 40 * least.few, "\(least.few) and \(least.many) µs")
  }
}
