/// Everything that is wrong with a configuration.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The mistakes in the order of the file, at least one, at most 100.
  public var mistakes: [ConfigurationMistake]
  /// How many more there are.
  public var omitted: Int

  /// A line for each mistake.
  public var description: String {
    var lines = mistakes.map(\.description)
    if omitted > 0, let file = mistakes.first?.file { lines.append("\(file): and \(omitted) more mistakes") }
    return lines.joined(separator: "\n")
  }
}
