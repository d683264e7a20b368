import GestureClient

/// The pauses between attempts to connect, which grow until an attempt succeeds.
struct RetryPause {
  private static let first = Duration.milliseconds(250)

  private let longest: Duration
  private var next = Self.first

  private init(longest: Duration) {
    self.longest = longest
  }

  /// Makes the next pause short, as an attempt has succeeded.
  mutating func reset() {
    next = Self.first
  }

  /// Repeats an attempt until it is done or the task is cancelled.
  ///
  /// - Parameters:
  ///   - longest: the longest pause between two attempts.
  ///   - attempt: returns whether it is done; calls `reset` once it is connected.
  ///   - goOn: handles the error of an attempt; throws where another attempt is useless.
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
