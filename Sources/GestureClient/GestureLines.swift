/// The lines of a connection, in the order in which they were sent.
///
/// The sequence ends when this program closes the connection, the task is cancelled, or a replay is over. It throws at
/// every other end. The `bye` line is the last one.
public struct GestureLines: AsyncSequence, Sendable {
  public typealias Element = GestureLine
  /// The reason for the end.
  public typealias Failure = GestureClientError

  let driver: StreamDriver

  /// A reader. The readers of a connection share its lines: each line goes to one of them.
  public func makeAsyncIterator() -> Iterator {
    Iterator(driver: driver)
  }

  /// Waits for lines one by one.
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
