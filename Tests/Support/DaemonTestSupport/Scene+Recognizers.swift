import GestureCore
import GesturedConfiguration
import GesturedScene

extension Scene {
  /// A scene with these recognizers in the built-in window.
  package convenience init(_ recognizers: [RecognizerDeclaration]) throws {
    var configuration = try Configuration.parse([], file: "test.toml")
    configuration.recognizers = recognizers
    try self.init(configuration)
  }
}
