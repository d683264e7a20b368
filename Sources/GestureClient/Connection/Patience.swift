import LinuxEventLoop

/// How long a client waits for the daemon's greeting and for each reply.
package enum Patience {
  /// Without another choice: ten seconds.
  static let usual = Duration.seconds(10)
  /// The longest in seconds: a day.
  static let longest = 86_400.0

  /// The patience of `GESTURED_PATIENCE` in seconds, above 0 and at most a day, where it is set; else the usual one.
  ///
  /// - Throws: `.invalidPatience` for another text.
  package static func choose(from environment: ProcessEnvironment) throws(GestureClientError) -> Duration {
    guard let text = environment["GESTURED_PATIENCE"], !text.isEmpty else { return usual }
    guard let seconds = Double(text), seconds > 0, seconds <= longest else { throw .invalidPatience(text) }
    return .seconds(seconds)
  }
}
