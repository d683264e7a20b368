/// One thing in the settings of a request that cannot be. All texts are fit for a terminal.
public struct SettingMistake: Error, Hashable, Sendable {
  /// What sort of mistake it is. Of several mistakes of a table, those of the first sort are told first.
  public enum Problem: Int, Hashable, Sendable, Comparable {
    /// There is no such key.
    case unknownKey
    /// A key that must be set is not.
    case missing
    /// A value cannot be.
    case value
    /// A value names a region that is not there.
    case unknownRegion

    public static func < (a: Problem, b: Problem) -> Bool { a.rawValue < b.rawValue }
  }

  /// What sort of mistake it is.
  public var problem: Problem
  /// Where in the request.
  public var path: String
  /// What is wrong: what was found, or that a key is unknown or missing.
  public var found: String
  /// What may stand there; nil where the hint says it.
  public var allowed: String?
  /// What the client may have meant.
  public var hint: String?

  /// What is wrong and what is allowed, on one line.
  public var message: String { found + (allowed.map { "; allowed: \($0)" } ?? "") }
}
