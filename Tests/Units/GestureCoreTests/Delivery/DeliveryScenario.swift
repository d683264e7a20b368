import GestureCore
import GestureTestSupport
import Testing

/// A row of a table of behaviours of fixture F0: recognizers, a story in points and milliseconds, and what is told of
/// it: touches by region, actions and failures, in one order.
struct DeliveryScenario: Sendable, CustomTestStringConvertible {
  var name: String
  var recognizers: [RecognizerDeclaration]
  /// Whether the recognizers are V's and not the root's.
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

  /// Plays it and holds it to its row.
  func check() throws {
    let rig = try GestureRig(
      recognizers, regions: .f0, on: isOnV ? recognizers.map { _ in "V" } : [])
    #expect(rig.timeline(of: script) == told)
  }
}
