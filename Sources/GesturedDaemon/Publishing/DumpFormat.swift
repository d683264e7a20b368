/// What is printed of what happens, and how.
public enum DumpFormat: Hashable, Sendable {
  /// Aligned text for eyes.
  case text(usesColor: Bool)
  /// The lines of the socket, with touches and transitions besides.
  case json
  /// In words why the recognizers of one name did or did not fire: `--explain`.
  case explanation(of: String, usesColor: Bool)
}
