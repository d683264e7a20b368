import NIOCore

/// The work for requests of all connections, in turns: between two turns the loop serves pages, so that no page waits for more than a turn.
final class Turns {
  /// The most pieces of work of a turn: about 0.2 ms.
  private static let most = 8
  /// The loop looks at its connections only while no task is due.
  private static let pause = TimeAmount.microseconds(50)

  private let loop: any EventLoop
  private var waiting = CircularBuffer<() -> Void>()

  init(_ loop: any EventLoop) { self.loop = loop }

  /// Does a piece of work in its turn. A connection adds its next piece only when the one before has been done.
  func add(_ work: @escaping () -> Void) {
    waiting.append(work)
    if waiting.count == 1 { plan() }
  }

  private func plan() {
    loop.assumeIsolated().scheduleTask(in: Self.pause) {
      for _ in 0..<min(Self.most, self.waiting.count) {
        // Removed last, so that work that adds work plans no second turn.
        self.waiting[self.waiting.startIndex]()
        self.waiting.removeFirst()
      }
      if !self.waiting.isEmpty { self.plan() }
    }
  }
}
