/// One mistake in the settings of a request. All texts are fit for a terminal.
public struct SettingMistake: Error, Hashable, Sendable {
  /// The sort of a mistake. The earlier sorts of a table are reported before the later ones.
  public enum Problem: Int, Hashable, Sendable, Comparable {
    /// The key is unknown.
    case unknownKey
    /// A required key is missing.
    case missing
    /// A value is not allowed.
    case value
    /// A value names a region that does not exist.
    case unknownRegion

    public static func < (a: Problem, b: Problem) -> Bool { a.rawValue < b.rawValue }
  }

  /// The sort of the mistake.
  public var problem: Problem
  /// The place in the request.
  public var path: String
  /// The mistake: the value that was found, or that a key is unknown or missing.
  public var found: String
  /// The allowed values; nil where the hint tells them.
  public var allowed: String?
  /// The word that the client may have meant.
  public var hint: String?

  /// The mistake and the allowed values, on one line.
  public var message: String { found + (allowed.map { "; allowed: \($0)" } ?? "") }
}
