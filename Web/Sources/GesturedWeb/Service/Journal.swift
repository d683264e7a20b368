internal import GestureCore

/// The service's log, on standard error: one line a message, with systemd's priority where the journal reads it.
///
/// No line has a place, a token, a query or a gesture: messages take only what is named here.
public struct Journal: Sendable {
  /// How much a message matters, as syslog numbers it.
  public enum Level: Int, Sendable {
    /// The service ends.
    case error = 3
    /// A person should look.
    case warning = 4
    /// An event.
    case info = 6
  }

  private let hasPriority: Bool

  /// A log.
  ///
  /// - Parameter isJournal: whether the journal reads standard error.
  public init(isJournal: Bool) {
    hasPriority = isJournal
  }

  /// Writes a line. Values from outside are escaped.
  public func write(_ level: Level, _ message: String) {
    let opening = hasPriority ? "<\(level.rawValue)>" : "gestured-web: "
    StandardError.write(opening + VisibleText.visible(message, maximumLength: 2000) + "\n")
  }
}
