import GestureCore
import GestureTestSupport
import Testing

/// A row of a table: recognizers, a script in points and milliseconds, and the expected events. Actions and failures
/// are in the order in which they happen.
struct Scenario: Sendable, CustomTestStringConvertible {
  var name: String
  var recognizers: [RecognizerDeclaration]
  var script: String
  var seen: [String]
  var testDescription: String { name }

  /// A row.
  init(name: String, _ recognizers: RecognizerDeclaration..., script: String, seen: [String]) {
    self.name = name
    self.recognizers = recognizers
    self.script = script
    self.seen = seen
  }

  /// Plays the script on the root of a fresh screen and compares the events with the row.
  func check() throws {
    let rig = try GestureRig(recognizers)
    #expect(rig.play(script) == seen)
  }
}
