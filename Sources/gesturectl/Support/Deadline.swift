/// Limits the duration of a body.
enum Deadline {
  /// Runs a body for a limited time.
  ///
  /// - Returns: whether the body ended; false where its time was up.
  static func run(
    after patience: Duration?, _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> Bool {
    guard let patience else {
      try await body()
      return true
    }
    return try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await body()
        return !Task.isCancelled
      }
      group.addTask {
        try await Task.sleep(for: patience)
        return false
      }
      let isInTime = try await group.next() ?? true
      group.cancelAll()
      return isInTime
    }
  }
}
