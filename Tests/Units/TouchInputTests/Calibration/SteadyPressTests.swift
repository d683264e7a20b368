import GestureCore
import Testing
import TouchInput

@Suite struct SteadyPressTests {
  private func time(_ milliseconds: Int64) -> Instant { .milliseconds(5000 + milliseconds) }

  private func expectSteady(_ outcome: SteadyPress.Outcome, _ place: Point) {
    guard case .steady(let found) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect((found - place).length < 1e-9)
  }

  @Test("a still press is where it was, averaged over time from a tenth of a second after it landed")
  func average() {
    var press = SteadyPress(at: time(0), position: Point(50, 50))
    press.move(at: time(50), to: Point(10, 20))
    press.move(at: time(400), to: Point(12, 20))
    // 300 ms there, 100 ms here.
    let outcome = press.lift(at: time(500))
    expectSteady(outcome, Point(10.5, 20))
  }

  @Test("a panel that tells of changes only has the finger where it was until then")
  func silent() {
    var press = SteadyPress(at: time(0), position: Point(50, 50))
    let outcome = press.lift(at: time(800))
    expectSteady(outcome, Point(50, 50))
  }

  @Test("a press of less than half a second is too short")
  func short() {
    var press = SteadyPress(at: time(0), position: Point(50, 50))
    let outcome = press.lift(at: time(499))
    #expect(outcome == .tooShort(.milliseconds(499)))
  }

  @Test("a finger that goes farther than four millimetres has slid")
  func slid() {
    var press = SteadyPress(at: time(0), position: Point(50, 50))
    press.move(at: time(200), to: Point(53, 54.5))
    let outcome = press.lift(at: time(900))
    #expect(outcome == .slid(Vector(3, 4.5).length))
  }
}
