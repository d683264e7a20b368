/// The lines of a connection, in the order in which they were sent.
///
/// It ends where the connection is closed by this program, the task is cancelled, or a replay is over; every other end
/// is thrown. The `bye` line is the last one before it.
public struct GestureLines: AsyncSequence, Sendable {
  /// A line.
  public typealias Element = GestureLine
  /// Why there are no more.
  public typealias Failure = GestureClientError

  let driver: StreamDriver

  /// A reader. Readers of one connection share its lines: each goes to one of them.
  public func makeAsyncIterator() -> Iterator {
    Iterator(driver: driver)
  }

  /// Waits for line after line.
  public struct Iterator: AsyncIteratorProtocol {
    let driver: StreamDriver

    /// The next line; nil at the end.
    public mutating func next() async throws(GestureClientError) -> GestureLine? {
      try await driver.nextLine().get()
    }

    /// The next line; nil at the end.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(GestureClientError) -> GestureLine? {
      try await driver.nextLine().get()
    }
  }
}
