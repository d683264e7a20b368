import ArgumentParser

/// How things are printed.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  /// For eyes.
  case text
  /// For programs.
  case json
}
