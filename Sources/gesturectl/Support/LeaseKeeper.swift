import GestureClient
import Synchronization

/// Holds the lease of private mode until `end`. When the daemon goes, the keeper takes the lease again from the next
/// daemon, and prints a warning about the time between.
final class LeaseKeeper: Sendable {
  private static let longestPause = Duration.seconds(2)

  private struct State {
    var isHeld = false
    var hasComplained = false
    var connection: GestureConnection?
  }

  private let options: ConnectionOptions
  private let state = Mutex(State())

  init(options: ConnectionOptions) {
    self.options = options
  }

  /// Acquires the lease.
  ///
  /// - Parameter patience: the longest wait for the daemon; nil for the usual one.
  func acquire(patience: Duration? = nil) async throws(GestureClientError) {
    let connection = try await options.connectForLease(patience: patience)
    try await connection.inhibit()
    let wasOff = state.withLock { state in
      state.connection = connection
      state.isHeld = true
      return state.hasComplained
    }
    if wasOff { Console.report("private mode is on now") }
  }

  /// Warns that private mode is off, once for each loss of the lease.
  func complain(_ error: GestureClientError) {
    let wasHeld = state.withLock { state in
      defer {
        state.isHeld = false
        state.hasComplained = true
      }
      return state.isHeld || !state.hasComplained
    }
    guard wasHeld else { return }
    Console.complain(CommandMessage.privateModeOff.with(error))
  }

  /// Keeps the lease until the task is cancelled.
  func keep() async {
    do {
      try await RetryPause.run(longest: Self.longestPause) { pause in
        if state.withLock({ $0.connection }) == nil { try await acquire() }
        pause.reset()
        try await waitForEnd()
        return false
      } goOn: { error in
        complain(error)
        guard error.mayPass else { throw error }
      }
    } catch {
      // The error was already printed. Or the task was cancelled, and the lease ends with the connection.
    }
  }

  /// Gives the lease back.
  func end() {
    state.withLock { $0.connection.take() }?.close()
  }

  private func waitForEnd() async throws(GestureClientError) {
    guard let connection = state.withLock({ $0.connection }) else { return }
    defer { state.withLock { $0.connection = nil } }
    for try await _ in connection.lines {}
    // A stream that ends without a reason is over, too.
    if !Task.isCancelled { throw .bye("end of replay") }
  }
}
