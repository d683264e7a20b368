import GestureCore
import GestureTestSupport
import Testing

/// A row of a table for the fixture F0: recognizers, a story in points and milliseconds, and the expected events.
/// Touches by region, actions and failures are in one order.
struct DeliveryScenario: Sendable, CustomTestStringConvertible {
  var name: String
  var recognizers: [RecognizerDeclaration]
  /// Whether the recognizers belong to V and not to the root.
  var isOnV: Bool
  var script: String
  var told: [String]
  var testDescription: String { name }

  /// A row.
  init(
    name: String, _ recognizers: RecognizerDeclaration..., isOnV: Bool = false, script: String, told: [String]
  ) {
    self.name = name
    self.recognizers = recognizers
    self.isOnV = isOnV
    self.script = script
    self.told = told
  }

  /// Plays the story and compares the events with the row.
  func check() throws {
    let rig = try GestureRig(
      recognizers, regions: .f0, on: isOnV ? recognizers.map { _ in "V" } : [])
    #expect(rig.timeline(of: script) == told)
  }
}
