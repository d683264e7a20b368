import GestureCore
import Testing

@testable import GesturedDevices

/// The watch over a keeper that should take what is written, by the times of its writes and what it has taken.
@Suite struct StallWatchTests {
  /// A pipe between writes and a keeper.
  private struct Pipe {
    var watch = StallWatch()
    private(set) var looks = 0
    private var written = 0
    private var taken = 0
    private var isFull = false

    mutating func write(at time: Int64, taking: Int = 0, isFull: Bool = false) {
      written += 1
      taken += taking
      var looks = 0
      let progress = (isIdle: taken == written, takenBytes: taken)
      _ = watch.recordWrite(isFull: isFull, wasFull: self.isFull, at: .milliseconds(time)) {
        looks += 1
        return progress
      }
      self.looks += looks
      self.isFull = isFull
    }

    mutating func take(_ count: Int) { taken += count }

    mutating func isStalled(at time: Int64) -> Bool {
      let progress = (isIdle: taken == written, takenBytes: taken)
      return watch.advance(to: .milliseconds(time)) { progress }
    }
  }

  @Test("FF-4 a keeper that takes nothing has stalled 200 ms after the first write, and not before")
  func stalls() {
    var pipe = Pipe()
    pipe.write(at: 0)
    pipe.write(at: 150)
    #expect(pipe.watch.due == .milliseconds(200))
    let early = pipe.isStalled(at: 199)
    let late = pipe.isStalled(at: 200)
    #expect(!early && late)
  }

  @Test("FF-4 a keeper that took the frame before the check is given another 200 ms")
  func quick() {
    var pipe = Pipe()
    pipe.write(at: 0, taking: 1)
    // This frame comes at the end of a pause, and the keeper has not run since.
    pipe.write(at: 99)
    let early = pipe.isStalled(at: 200)
    #expect(!early && pipe.watch.due == .milliseconds(400))
    let late = pipe.isStalled(at: 400)
    #expect(late)
  }

  @Test("FF-4 a frame that comes as the check of an empty pipe is due begins the next check")
  func due() {
    var pipe = Pipe()
    pipe.write(at: 0, taking: 1)
    pipe.write(at: 200)
    let isStalled = pipe.isStalled(at: 200)
    #expect(!isStalled && pipe.watch.due == .milliseconds(400))
  }

  @Test("FF-4 a full pipe counts from its beginning, whatever the keeper took before")
  func full() {
    var pipe = Pipe()
    pipe.write(at: 0)
    pipe.take(1)
    pipe.write(at: 90, isFull: true)
    for time in stride(from: Int64(100), to: 290, by: 10) { pipe.write(at: time, isFull: true) }
    #expect(pipe.watch.due == .milliseconds(290))
    // A keeper that has taken something since goes on, and no write puts that off.
    var slow = pipe
    slow.take(1)
    slow.write(at: 285, isFull: true)
    #expect(slow.watch.due == .milliseconds(290))
    let isStalled = slow.isStalled(at: 290)
    #expect(!isStalled)
    let early = pipe.isStalled(at: 289)
    let late = pipe.isStalled(at: 290)
    #expect(!early && late)
  }

  @Test("LIM-7 while frames flow, a look each 100 ms is enough, and none is due")
  func flows() {
    var pipe = Pipe()
    for time in stride(from: Int64(0), to: 10_000, by: 8) {
      if let due = pipe.watch.due { #expect(due > .milliseconds(time)) }
      pipe.write(at: time, taking: time > 0 ? 1 : 0)
    }
    #expect(pipe.looks <= 101)
  }

  @Test("FF-4 nothing is due once the keeper has everything")
  func rests() {
    var pipe = Pipe()
    pipe.write(at: 0)
    pipe.take(1)
    let isStalled = pipe.isStalled(at: 200)
    #expect(!isStalled && pipe.watch.due == nil)
  }
}
