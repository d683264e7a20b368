public import GestureCore

/// The format in which a dump prints events.
public enum DumpFormat: Hashable, Sendable {
  /// Aligned text for people.
  case text(usesColor: Bool)
  /// The lines of the socket, plus touches and transitions.
  case json
  /// An explanation in words why the recognizers of one name did or did not fire, for one number of fingers or all:
  /// `--explain`, `--touches`.
  case explanation(of: String, touches: Int?, usesColor: Bool)
  /// An explanation in words what an app behind the filter receives: `--explain filter`. It begins with lines about what filters of
  /// devices add to the stated delays.
  case appExplanation(AppSettings, delays: [String])
}
