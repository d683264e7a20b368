import GestureClient
import GestureCore
import GestureProtocol
import GesturedConfiguration
import LinuxEventLoop

/// The declarations that the daemon has now: its recognizers, regions and touchscreens, which rules name.
///
/// A rule that asks for something else waits for ever, perhaps because of a typing error. A client may still declare
/// it, so that a line about it is a warning.
struct Declarations {
  /// The recognizers.
  var recognizers: [RecognizerNotice]
  /// The names of the regions.
  var regions: [String]
  /// The numbers and names of the touchscreens, and the names of their tables.
  var touchscreens: [String]

  /// Asks the daemon.
  ///
  /// - Parameter ofAllOwners: whether to include recognizers that only their owners hear of.
  init(of connection: GestureConnection, ofAllOwners: Bool) async throws(GestureClientError) {
    recognizers = try await connection.recognizers(ofAllOwners: ofAllOwners)
    regions = try await connection.regions().map(\.region)
    touchscreens = try await connection.devices().flatMap { screen in
      [String(screen.device), screen.name] + [screen.table].compactMap(\.self)
    }
  }

  /// Declarations that a test makes.
  init(recognizers: [RecognizerNotice], regions: [String] = ["root"], touchscreens: [String] = []) {
    self.recognizers = recognizers
    self.regions = regions
    self.touchscreens = touchscreens
  }

  /// A line for each part of a rule that nothing declared can give.
  ///
  /// - Parameter name: makes the name of a part, `--kind` or `action.back.kind`, from the wire's word.
  func warnings(for rule: LineRule, naming name: (String) -> String) -> [MessageLine] {
    var warnings: [MessageLine] = []
    if rule.wants(GestureFilter.LineType.gesture.rawValue) {
      warnings += gestureWarnings(for: rule, naming: name)
    }
    if !rule.isOnlyIdle {
      warnings += unknown(rule.filter.regions, among: regions, name("region"), "region")
      let screens = rule.filter.devices.map { String($0) } + rule.filter.deviceNames
      warnings += unknown(screens, among: touchscreens, name("device"), "touchscreen")
    }
    return warnings
  }

  private func gestureWarnings(for rule: LineRule, naming name: (String) -> String) -> [MessageLine] {
    let filter = rule.filter
    let names = filter.namedRecognizers
    let own = recognizers.filter { Self.isMeant(rule.owner, $0) }
    var warnings = unknown(
      names, among: own.map(\.recognizer), name("recognizer"), Self.recognizer(of: rule.owner))
    let named = own.filter { names.isEmpty || names.contains($0.recognizer) }
    for kind in filter.kinds where !named.contains(where: { $0.kind == kind }) {
      // The line about the name says enough where there is no recognizer of that name.
      if !names.isEmpty, named.isEmpty { continue }
      let others = names.isEmpty ? "" : "of that name "
      warnings.append(nothing(name("kind"), kind.rawValue, "\(others)has this kind"))
    }
    let left = named.filter { filter.kinds.isEmpty || filter.kinds.contains($0.kind) }
    // Where nothing is left, a line above says so.
    guard !left.isEmpty else { return warnings }
    for count in filter.touchCounts where !left.contains(where: { $0.touchCount?.contains(count) ?? true }) {
      warnings.append(nothing(name("touch_count"), "\(count)", "is for that many fingers"))
    }
    for direction in rule.directions where !left.contains(where: { $0.allows(direction, "direction") }) {
      warnings.append(nothing(name("direction"), direction, "has this direction"))
    }
    for edge in rule.edges where !left.contains(where: { $0.allows(edge, "edges") }) {
      warnings.append(nothing(name("edge"), edge, "has this edge"))
    }
    for taps in rule.taps where !left.contains(where: { $0.allows(taps) }) {
      warnings.append(nothing(name("taps"), "\(taps)", "has that many taps"))
    }
    return warnings
  }

  private func nothing(_ place: String, _ value: String, _ what: String) -> MessageLine {
    CommandMessage.nothingDeclared.with(place, value.escapedForMessage, what)
  }

  private func unknown(
    _ names: [String], among known: [String], _ place: String, _ thing: String
  ) -> [MessageLine] {
    let all = Set(known)
    return names.filter { !all.contains($0) }.map { name in
      if let nearest = NearestWord.nearest(to: name, among: known) {
        CommandMessage.misspelledName.with(
          place, name.escapedForMessage, thing, nearest.escapedForMessage)
      } else {
        CommandMessage.unknownName.with(place, name.escapedForMessage, thing)
      }
    }
  }

  private static func isMeant(_ owner: ActionRule.Owner?, _ recognizer: RecognizerNotice) -> Bool {
    switch owner {
    case .configuration: recognizer.owner == "configuration" || recognizer.owner == nil
    case .clients: recognizer.owner != "configuration"
    case .all, nil: true
    }
  }

  private static func recognizer(of owner: ActionRule.Owner?) -> String {
    switch owner {
    case .configuration: "recognizer in the configuration"
    case .clients: "recognizer of a client"
    case .all, nil: "recognizer that this client may hear of"
    }
  }
}

extension RecognizerNotice {
  /// Whether gestures may have one of the words of an option; also where the daemon does not say the option.
  fileprivate func allows(_ word: String, _ option: String) -> Bool {
    guard let options else { return true }
    guard case .list(let words) = options[option] else { return options[option] == .text(word) }
    return words.contains(.text(word))
  }

  /// Whether gestures may have a number of taps; also where the daemon does not say the option.
  fileprivate func allows(_ taps: Int) -> Bool {
    guard let options else { return true }
    return options["taps"] == .integer(taps)
  }
}
