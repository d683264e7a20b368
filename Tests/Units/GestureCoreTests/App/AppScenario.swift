import GestureCore
import GestureTestSupport
import Testing

/// A row of a table for the fixtures FH and FX: recognizers, a story in points and milliseconds, and the phases that the
/// app behind all regions receives.
struct AppScenario: Sendable, CustomTestStringConvertible {
  var name: String
  var mode: AppSettings.Mode
  var recognizers: [RecognizerDeclaration]
  var regions: RegionTree
  var names: [String]
  var script: String
  var app: [String]
  /// The whole timeline, where the row says it.
  var told: [String]?
  /// The failures and actions, where the row says them.
  var actions: [String]?
  var testDescription: String { name }

  /// A row.
  init(
    name: String, _ mode: AppSettings.Mode, _ recognizers: RecognizerDeclaration...,
    regions: RegionTree = .f0, on names: [String] = [], script: String, app: [String] = [],
    told: [String]? = nil, actions: [String]? = nil
  ) {
    self.name = name
    self.mode = mode
    self.recognizers = recognizers
    self.regions = regions
    self.names = names
    self.script = script
    self.app = app
    self.told = told
    self.actions = actions
  }

  /// The settings of the fixtures. Their rows count with 60 ms for missing fingers.
  static func settings(_ mode: AppSettings.Mode) -> AppSettings {
    var settings = AppSettings()
    settings.mode = mode
    settings.gather = .milliseconds(60)
    return settings
  }

  /// Plays the story and compares the events with the row.
  func check() throws {
    let settings = Self.settings(mode)
    let rig = try GestureRig(recognizers, regions: regions, on: names, app: settings)
    let timeline = rig.timeline(of: script)
    if let told { #expect(timeline == told) } else { #expect(rig.appLines == app) }
    if let actions { #expect(rig.seen.map(\.description) == actions) }
  }
}

extension RecognizerDeclaration {
  /// The declaration, holding landings.
  var delaying: RecognizerDeclaration { with { $0.delaysTouchesBegan = true } }
  /// The declaration, taking no touches.
  var harmless: RecognizerDeclaration { with { $0.cancelsTouchesInView = false } }
}
