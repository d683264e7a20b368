/// One mistake in a configuration, with the facts that its author needs. All texts are fit for a terminal: on one line,
/// with control characters escaped.
public struct ConfigurationMistake: Hashable, Sendable, CustomStringConvertible {
  /// The file, as the caller named it.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in Unicode scalars.
  public var column: Int
  /// The key as TOML writes it, `recognizer.tap.taps`; empty where the file is not TOML.
  public var keyPath: String
  /// The mistake: the value that was found, or that a key is unknown or missing.
  public var found: String
  /// The allowed values; nil where the hint tells them.
  public var allowed: String?
  /// The word that the author may have meant.
  public var hint: String?

  /// The mistake on one line: its place, the value found, the allowed values, the hint.
  public var description: String {
    var text = "\(file):\(line):\(column): "
    if !keyPath.isEmpty { text += "\(keyPath): " }
    text += found
    if let allowed { text += "; allowed: \(allowed)" }
    if let hint { text += "; did you mean \(hint)?" }
    return text
  }
}
