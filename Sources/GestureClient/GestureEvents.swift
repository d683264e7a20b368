/// The events of a connection, in the order in which they happened.
///
/// It ends where the connection is closed by this program, the task is cancelled, or a replay is over; every other end
/// is thrown.
public struct GestureEvents: AsyncSequence, Sendable {
  /// An event.
  public typealias Element = GestureEvent
  /// Why there are no more.
  public typealias Failure = GestureClientError

  let lines: GestureLines

  /// A reader. Readers of one connection share its events: each goes to one of them.
  public func makeAsyncIterator() -> Iterator {
    Iterator(lines: lines.makeAsyncIterator())
  }

  /// Waits for event after event.
  public struct Iterator: AsyncIteratorProtocol {
    var lines: GestureLines.Iterator

    /// The next event; nil at the end.
    public mutating func next() async throws(GestureClientError) -> GestureEvent? {
      try await next(isolation: nil)
    }

    /// The next event; nil at the end.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(GestureClientError) -> GestureEvent? {
      while let line = try await lines.next(isolation: actor) {
        // What the last line says is thrown.
        if !line.isOfType("bye") { return line.event }
      }
      return nil
    }
  }
}
