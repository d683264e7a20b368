import GestureClient
import Synchronization

/// Holds the lease of the private mode for as long as it is asked to: where the daemon goes, it is taken again as soon as there
/// is one, and a person is told of the time between.
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

  /// Takes the lease.
  ///
  /// - Parameter patience: how long the daemon is waited for.
  func take(patience: Duration = .seconds(10)) async throws(GestureClientError) {
    let connection = try await options.connectForRequests(patience: patience)
    try await connection.inhibit()
    let isAnew = state.withLock { state in
      state.connection = connection
      state.isHeld = true
      return state.hasComplained
    }
    if isAnew { Console.complain("private mode is on now") }
  }

  /// Says that there is no lease, once for each time that there is none.
  func complain(_ error: GestureClientError) {
    let wasHeld = state.withLock { state in
      defer {
        state.isHeld = false
        state.hasComplained = true
      }
      return state.isHeld || !state.hasComplained
    }
    guard wasHeld else { return }
    Console.complain("\(error); private mode is NOT on: what is typed may be seen by other clients")
  }

  /// Keeps the lease until the task is cancelled.
  func keep() async {
    do {
      try await RetryPause.run(longest: Self.longestPause) { pause in
        if state.withLock({ $0.connection }) == nil { try await take() }
        pause.reset()
        try await waitForEnd()
        return false
      } goOn: { error in
        complain(error)
        guard error.mayPass else { throw error }
      }
    } catch {
      // It was told of already; or the task was cancelled, and the lease ends with the connection.
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
    // A stream that ends without a reason is over for us as well.
    if !Task.isCancelled { throw .bye("end of replay") }
  }
}
