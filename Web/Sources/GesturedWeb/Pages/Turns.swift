import NIOCore

/// The work for requests of all connections, in turns: between two turns the loop serves pages, so that no page waits for more than a turn.
final class Turns {
  /// The most pieces of work of a turn: about 0.2 ms.
  private static let most = 8
  /// The loop looks at its connections only while no task is due.
  private static let pause = TimeAmount.microseconds(50)

  private let loop: any EventLoop
  private var waiting = CircularBuffer<(work: () -> Void, isLast: Bool)>()

  init(_ loop: any EventLoop) { self.loop = loop }

  /// Does a piece of work in its turn. A connection adds its next piece only when the one before has been done.
  ///
  /// - Parameter isLast: whether the turn ends with it, since it can take as long as a turn.
  func add(isLast: Bool = false, _ work: @escaping () -> Void) {
    waiting.append((work, isLast))
    if waiting.count == 1 { plan() }
  }

  private func plan() {
    loop.assumeIsolated().scheduleTask(in: Self.pause) {
      for _ in 0..<min(Self.most, self.waiting.count) {
        let (work, isLast) = self.waiting[self.waiting.startIndex]
        work()
        // Removed last, so that work that adds work plans no second turn.
        self.waiting.removeFirst()
        if isLast { break }
      }
      if !self.waiting.isEmpty { self.plan() }
    }
  }
}
