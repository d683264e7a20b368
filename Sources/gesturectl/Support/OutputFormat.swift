import ArgumentParser

/// The format of output.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  /// Text for people.
  case text
  /// The daemon's own lines, for programs.
  case json
}

/// The option for the format.
struct FormatOption: ParsableArguments {
  @Option(
    help: "How to print: text for eyes, json for programs. Default: text on a terminal, json otherwise.")
  var format: OutputFormat?

  /// Whether to print text.
  var isText: Bool { (format ?? (Console.isWatched ? .text : .json)) == .text }
}
