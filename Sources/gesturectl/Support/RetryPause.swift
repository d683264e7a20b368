import GestureClient

/// The pauses between one attempt to connect and the next: longer and longer, until one has succeeded.
struct RetryPause {
  private static let first = Duration.milliseconds(250)

  private let longest: Duration
  private var next = Self.first

  private init(longest: Duration) {
    self.longest = longest
  }

  /// An attempt has succeeded: the next pause is a short one.
  mutating func reset() {
    next = Self.first
  }

  /// Attempts something again and again, until it is done or the task is cancelled.
  ///
  /// - Parameters:
  ///   - longest: the longest pause between two attempts.
  ///   - attempt: returns whether it is done; says with `reset` that it has come as far as to be connected.
  ///   - goOn: takes in how an attempt has ended; throws where there is no use in another.
  static func run(
    longest: Duration, _ attempt: (inout RetryPause) async throws -> Bool,
    goOn: (GestureClientError) throws -> Void
  ) async throws {
    var pause = RetryPause(longest: longest)
    while !Task.isCancelled {
      do {
        if try await attempt(&pause) { return }
      } catch let error as GestureClientError {
        try goOn(error)
      }
      try await Task.sleep(for: pause.next)
      pause.next = min(pause.next * 2, longest)
    }
  }
}
