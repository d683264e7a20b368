import ArgumentParser

/// The option for the duration of a command.
struct TimeoutOption: ParsableArguments {
  @Option(help: ArgumentHelp("End after this many seconds.", valueName: "seconds"))
  var timeout: Double?

  func validate() throws {
    if let timeout, !(timeout > 0 && timeout <= 31_536_000) {
      throw ValidationError("--timeout is \(timeout): give a number of seconds above 0.")
    }
  }

  /// Runs a body for at most that duration.
  ///
  /// - Returns: whether the body ended; false where its time was up.
  func limit(_ body: @escaping @Sendable () async throws -> Void) async throws -> Bool {
    try await Deadline.run(after: timeout.map { .seconds($0) }, body)
  }
}

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
