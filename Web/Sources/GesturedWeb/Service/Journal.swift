import CWeb
internal import GestureCore

/// The service's log, on standard error: one line a message, with systemd's priority where the journal reads it.
///
/// No line has a place, a token, a query or a gesture: messages take only what is named here.
struct Journal: Sendable {
  /// How much a message matters, as syslog numbers it.
  enum Level: Int, Sendable {
    /// The service ends.
    case error = 3
    /// A person should look.
    case warning = 4
    /// An event.
    case info = 6
  }

  /// Whether the journal reads standard error.
  let isJournal: Bool

  /// Writes a line. Values from outside are escaped.
  func write(_ level: Level, _ message: String) {
    let opening = isJournal ? "<\(level.rawValue)>" : "gestured-web: "
    Self.write(opening + VisibleText.visible(message, maximumLength: 2000) + "\n")
  }

  /// Writes a text to standard error as it is.
  static func write(_ text: String) { unsafe cweb_write_error(text) }
}
