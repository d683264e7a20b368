/// The events of a connection, in the order in which they happened.
///
/// The sequence ends when this program closes the connection, the task is cancelled, or a replay is over. It throws at
/// every other end.
public struct GestureEvents: AsyncSequence, Sendable {
  public typealias Element = GestureEvent
  /// The reason for the end.
  public typealias Failure = GestureClientError

  let lines: GestureLines

  /// A reader. The readers of a connection share its events: each event goes to one of them.
  public func makeAsyncIterator() -> Iterator {
    Iterator(lines: lines.makeAsyncIterator())
  }

  /// Waits for events one by one.
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
        // The end of the stream throws the reason in the last line.
        if !line.isOfType("bye") { return line.event }
      }
      return nil
    }
  }
}
