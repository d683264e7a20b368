import GestureClient

/// Connects again and again, with growing pauses, where it is asked to.
struct Persistence {
  /// Whether it does; else the first failure is thrown.
  var isWanted: Bool
  /// What is connected to.
  var options: ConnectionOptions
  /// Whether it is the socket of raw touches.
  var isForRawTouches = false

  private static let longestPause = Duration.seconds(15)

  /// Runs a body on one connection after another, until it is done.
  ///
  /// - Parameter body: returns whether it is done, false where the stream is over; throws how else its connection has
  ///   ended.
  func run(_ body: (GestureConnection) async throws -> Bool) async throws {
    var hasComplained = false
    try await RetryPause.run(longest: Self.longestPause) { pause in
      let connection = try await options.connect(forRawTouches: isForRawTouches)
      if hasComplained { Console.complain("connected again to \(connection.path)") }
      hasComplained = false
      pause.reset()
      defer { connection.close() }
      if try await body(connection) || !isWanted || Task.isCancelled { return true }
      throw GestureClientError.bye("end of replay")
    } goOn: { error in
      guard isWanted, error.mayPass else { throw error }
      if !hasComplained { Console.complain("\(error); trying again") }
      hasComplained = true
    }
  }
}
