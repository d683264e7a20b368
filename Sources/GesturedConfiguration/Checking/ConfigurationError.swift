internal import GestureCore

/// All mistakes of a configuration.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The mistakes in the order of the file, at least one, at most 100.
  public var mistakes: [ConfigurationMistake]
  /// The number of further mistakes.
  public var omitted: Int

  /// A line for each mistake.
  public var description: String {
    var lines = mistakes.map(\.description)
    if omitted > 0, let file = mistakes.first?.file { lines.append("\(file): and \(omitted) more mistakes") }
    return lines.joined(separator: "\n")
  }
}

extension ConfigurationError: AdvisedMessage {
  package var advice: String { "Look for the text after the key in the rows below." }

  package static let samples = [
    ConfigurationError(
      mistakes: [
        ConfigurationMistake(
          file: "…", line: MessageLine.sampleNumber, column: MessageLine.sampleNumber, keyPath: "…",
          found: "…",
          allowed: "…", hint: "…")
      ], omitted: 0)
  ]
}

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
