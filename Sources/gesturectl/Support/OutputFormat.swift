import ArgumentParser

/// How things are printed.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  /// For eyes.
  case text
  /// For programs: the daemon's own lines.
  case json
}

/// The option that chooses.
struct FormatOption: ParsableArguments {
  @Option(
    help: "How to print: text for eyes, json for programs. Default: text on a terminal, json otherwise.")
  var format: OutputFormat?

  /// Whether text is wanted.
  var isText: Bool { (format ?? (Console.isWatched ? .text : .json)) == .text }
}
