/// One thing in a configuration that cannot be, as its author needs to know it. All texts are fit for a
/// terminal: on one line, control characters escaped.
public struct ConfigurationMistake: Hashable, Sendable, CustomStringConvertible {
  /// The file, as the caller called it.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, in Unicode scalars.
  public var column: Int
  /// The key as TOML writes it, `recognizer.tap.taps`; empty where the file is no TOML.
  public var keyPath: String
  /// What is wrong: what was found, or that a key is unknown or missing.
  public var found: String
  /// What may stand there; nil where the hint says it.
  public var allowed: String?
  /// What the author may have meant.
  public var hint: String?

  /// The mistake on one line: where, what was found, what is allowed, what was meant.
  public var description: String {
    var text = "\(file):\(line):\(column): "
    if !keyPath.isEmpty { text += "\(keyPath): " }
    text += found
    if let allowed { text += "; allowed: \(allowed)" }
    if let hint { text += "; did you mean \(hint)?" }
    return text
  }
}
