import GestureCore
import GesturedConfiguration
import Testing

@testable import GesturedDevices

/// The release of a filtered panel by resting fingers.
@Suite struct ReleaseWatchTests {
  private func watch(_ touches: Int = 5, slots: Int = 10) -> ReleaseWatch {
    var filter = TouchFilter()
    filter.releaseTouches = touches
    return ReleaseWatch(filter, slots: slots)
  }

  private func frame(_ kind: ContactChange.Kind, _ slots: [Int], x: Double = 0, at time: Int64) -> TouchFrame
  {
    TouchFrame(
      time: .milliseconds(time),
      changes: slots.map {
        ContactChange(slot: $0, kind: kind, position: Point(Double(20 * $0) + x, 10))
      })
  }

  @Test("FLT-12 five fingers that rest for 5 s release a panel, and four do not")
  func five() {
    var watch = watch()
    let change1 = watch.follow(frame(.began, [0, 1, 2, 3], at: 0))
    #expect(!change1)
    #expect(watch.due == nil)
    let change2 = watch.follow(frame(.began, [4], at: 100))
    #expect(change2)
    #expect(watch.due == .milliseconds(5100))
    let change3 = watch.follow(frame(.moved, [0, 1], x: 5, at: 200))
    #expect(!change3)
    let change4 = watch.follow(frame(.ended, [2], at: 300))
    #expect(change4)
    #expect(watch.due == nil)
  }

  @Test("FLT-12 a finger that moves farther than 5 mm begins the rest anew")
  func moved() {
    var watch = watch()
    _ = watch.follow(frame(.began, [0, 1, 2, 3, 4], at: 0))
    let change5 = watch.follow(frame(.moved, [3], x: 5.1, at: 1000))
    #expect(change5)
    #expect(watch.due == .milliseconds(6000))
    // The new place counts from now on.
    let change6 = watch.follow(frame(.moved, [3], x: 6, at: 2000))
    #expect(!change6)
    let change7 = watch.follow(frame(.cancelled, [0, 1, 2, 3, 4], at: 3000))
    #expect(change7)
    #expect(watch.due == nil)
  }

  @Test(
    "FLT-12 a panel of fewer touches needs as many as it has, never one alone, and 0 means never",
    arguments: [(5, 2, 2), (5, 1, nil), (1, 10, 2), (0, 10, nil), (3, 10, 3)] as [(Int, Int, Int?)])
  func fewer(touches: Int, slots: Int, needed: Int?) {
    for count in 1...slots {
      var watch = watch(touches, slots: slots)
      _ = watch.follow(frame(.began, Array(0..<count), at: 0))
      #expect((watch.due != nil) == (needed.map { count >= $0 } ?? false))
    }
  }
}
