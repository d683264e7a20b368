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
  package var advice: String { "The part after the key has its own row." }

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
