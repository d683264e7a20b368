/// How the lines of `--dump` look.
public enum DumpFormat: Hashable, Sendable {
  /// Aligned text for eyes.
  case text(usesColor: Bool)
  /// The lines of the socket, with touches and transitions besides.
  case json
}
