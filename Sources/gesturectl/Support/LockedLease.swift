import GestureClient
import SessionLock

/// Holds the lease of private mode whenever the session is locked.
///
/// When the daemon goes, the program waits for the next one and takes the lease from it.
struct LockedLease {
  /// The options of the connection.
  let options: ConnectionOptions

  /// Runs until the program is stopped.
  ///
  /// - Throws: an error where logind does not answer, or the daemon refuses the lease.
  func hold() async throws {
    let (states, continuation) = AsyncThrowingStream.makeStream(of: Bool.self)
    let watcher = Task {
      do {
        for try await isLocked in SessionLock.states() { continuation.yield(isLocked) }
        continuation.finish()
      } catch let error as SessionLockError {
        continuation.finish(throwing: CommandFailure(.lockStateUnknown, error.description))
      } catch {
        continuation.finish(throwing: error)
      }
    }
    defer { watcher.cancel() }
    var lease: Task<Void, Never>?
    for try await isLocked in states {
      lease?.cancel()
      lease = nil
      guard isLocked else { continue }
      lease = Task {
        do {
          try await holdOne()
        } catch {
          if !Task.isCancelled { continuation.finish(throwing: error) }
        }
      }
    }
  }

  private func holdOne() async throws {
    try await Persistence(isWanted: true, options: options).run { connection in
      try await connection.unsubscribe()
      try await connection.inhibit()
      // The stream carries only its end: that of the daemon, or of this task.
      for try await _ in connection.lines {}
      return Task.isCancelled
    }
  }
}
