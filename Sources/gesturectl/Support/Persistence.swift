import GestureClient

/// Connects again and again, with growing pauses, where the options ask for it.
struct Persistence {
  /// Whether to connect again; otherwise the first failure is thrown.
  var isWanted: Bool
  /// The options of the connection.
  var options: ConnectionOptions
  /// Whether to use the socket of raw touches.
  var isForRawTouches = false

  private static let longestPause = Duration.seconds(15)

  /// Runs a body on one connection after another, until it is done.
  ///
  /// - Parameter body: returns whether it is done, or false where the stream is over; throws the reason for another end
  ///   of its connection.
  func run(_ body: (GestureConnection) async throws -> Bool) async throws {
    var hasComplained = false
    try await RetryPause.run(longest: Self.longestPause) { pause in
      let connection = try await options.connect(
        forRawTouches: isForRawTouches, complains: !hasComplained)
      if hasComplained { Console.report("connected again to \(connection.path)") }
      hasComplained = false
      pause.reset()
      defer { connection.close() }
      if try await body(connection) || !isWanted || Task.isCancelled { return true }
      throw GestureClientError.bye("end of replay")
    } goOn: { error in
      guard isWanted, error.mayPass else { throw error }
      if !hasComplained { Console.complain(CommandMessage.tryingAgain.with(error)) }
      hasComplained = true
    }
  }
}
