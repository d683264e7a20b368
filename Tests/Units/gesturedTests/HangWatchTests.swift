import GestureTestSupport
import ProcessTestSupport
import Testing

@Suite("The watch that ends hanging waits")
struct HangWatchTests {
  /// The time by the clock after which the watch ends a wait; nil where it does not within ten days.
  ///
  /// - Parameters:
  ///   - share: the processor time that the processes use in a second.
  ///   - isActive: whether one of them runs, or waits for a processor.
  private func end(share: Double, isActive: Bool) -> Duration? {
    let begin = ContinuousClock.now
    var watch = HangWatch(at: begin)
    for second in 1..<864_000 {
      let used = Duration.seconds(share * Double(second))
      let isHung = watch.isHung(at: begin + .seconds(second)) {
        HangWatch.Look(used: used, isActive: isActive)
      }
      if isHung { return .seconds(second) }
    }
    return nil
  }

  @Test("a wait for what sleeps ends after the limit, even if something wakes up now and then")
  func sleeping() {
    #expect(end(share: 0, isActive: false) == HangWatch.limit + .seconds(1))
    #expect(end(share: 0.01, isActive: false) == HangWatch.limit + .seconds(1))
  }

  @Test("a wait for what computes forever ends when it has used that much processor time")
  func spinning() {
    #expect(end(share: 1, isActive: true) == HangWatch.limit + .seconds(1))
    #expect(end(share: 1.9, isActive: true) == HangWatch.limit + .seconds(1))
    #expect(end(share: 0.125, isActive: true) == HangWatch.limit * 8 + .seconds(1))
  }

  @Test("a wait for what gets no processor does not end")
  func starving() {
    #expect(end(share: 0, isActive: true) == nil)
    #expect(end(share: 0.0005, isActive: true) == nil)
  }

  @Test("an attempt that succeeds ends a wait, and is repeated until then")
  func attempts() {
    var rest = 3
    let isDone = HangWatch.wait { milliseconds in
      rest -= 1
      return milliseconds == HangWatch.pause && rest == 0
    }
    #expect(isDone && rest == 0)
  }

  @Test("the watch sees the processor time of this process and of those that it started")
  func tree() throws {
    let before = ProcessTree.look().used
    let outcome = try Program(
      script: "i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done", []
    ).finish()
    #expect(outcome.code == 0)
    #expect(ProcessTree.look().used > before)
  }
}
