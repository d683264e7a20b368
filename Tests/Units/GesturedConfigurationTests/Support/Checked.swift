import GestureCore

@testable import GesturedConfiguration

/// Reads a text as a configuration. The result is the configuration, or a line for each mistake.
func check(
  _ text: String, catalog: [any Recognizer.Type] = RecognizerCatalog.types
) -> (configuration: Configuration?, mistakes: [String]) {
  do {
    return (try Configuration.parse(Array(text.utf8), file: "f.toml", catalog: catalog), [])
  } catch {
    return (nil, error.mistakes.map(\.description))
  }
}
