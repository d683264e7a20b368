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
  /// The regions that regions lie in. A name may be on several touchscreens.
  private var parents: [String: Set<String>] = [:]
  /// The numbers and names of the touchscreens, and the names of their tables.
  var touchscreens: [String]

  /// Asks the daemon.
  ///
  /// - Parameter ofAllOwners: whether to include recognizers that only their owners hear of.
  init(of connection: GestureConnection, ofAllOwners: Bool) async throws(GestureClientError) {
    recognizers = try await connection.recognizers(ofAllOwners: ofAllOwners)
    let notices = try await connection.regions()
    regions = notices.map(\.region)
    for notice in notices {
      if let parent = notice.parent { parents[notice.region, default: []].insert(parent) }
    }
    touchscreens = try await connection.devices().flatMap { screen in
      [String(screen.device), screen.name] + [screen.table].compactMap(\.self)
    }
  }

  /// Declarations that a test makes.
  init(
    recognizers: [RecognizerNotice], regions: [String] = ["root"], touchscreens: [String] = [],
    parents: [String: Set<String>] = [:]
  ) {
    self.recognizers = recognizers
    self.regions = regions
    self.parents = parents
    self.touchscreens = touchscreens
  }

  /// A line for each part of a rule that nothing declared can give.
  ///
  /// - Parameter name: makes the name of a part, `--kind` or `action.back.kind`, from the wire's word.
  func warnings(for rule: LineRule, naming name: (String) -> String) -> [MessageLine] {
    var warnings: [MessageLine] = []
    if rule.wants(GestureFilter.LineType.gesture.rawValue) {
      warnings += gestureWarnings(for: rule, naming: name)
    } else if rule.wants(GestureFilter.LineType.transition.rawValue) {
      warnings += recognizerWarnings(for: rule, among: recognizers, naming: name).warnings
    }
    if !rule.isOnlyIdle {
      warnings += unknown(rule.filter.regions, among: regions, name("region"), "region")
      let screens = rule.filter.devices.map { String($0) } + rule.filter.deviceNames
      warnings += unknown(screens, among: touchscreens, name("device"), "touchscreen")
    }
    return warnings
  }

  private func gestureWarnings(for rule: LineRule, naming name: (String) -> String) -> [MessageLine] {
    var (warnings, left) = recognizerWarnings(for: rule, among: recognizers, naming: name)
    // Where nothing is left, a line above says so.
    guard !left.isEmpty else { return warnings }
    if rule.isOnlyForGestures {
      left = left.filter(\.isReported)
      if left.isEmpty {
        let kinds = rule.filter.kinds.map(\.rawValue)
        let (key, words) = kinds.isEmpty ? ("recognizer", rule.filter.namedRecognizers) : ("kind", kinds)
        return warnings
          + words.map { CommandMessage.neverReported.with(name(key), $0.escapedForMessage, key) }
      }
      let inside = left.filter { isIn(rule.filter, $0) }
      if inside.isEmpty {
        let isAny = rule.filter.namedRecognizers.isEmpty && rule.filter.kinds.isEmpty
        let what = (isAny ? "" : "of that name or kind ") + "is in this region"
        return warnings + rule.filter.regions.map { nothing(name("region"), $0, what) }
      }
      left = inside
    }
    warnings += optionWarnings(for: rule, among: left, naming: name)
    return warnings
  }

  /// The lines about names, kinds and numbers of fingers, and the recognizers that have these names and kinds.
  private func recognizerWarnings(
    for rule: LineRule, among recognizers: [RecognizerNotice], naming name: (String) -> String
  ) -> (warnings: [MessageLine], left: [RecognizerNotice]) {
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
    guard !left.isEmpty else { return (warnings, left) }
    for count in filter.touchCounts where !left.contains(where: { $0.touchCount?.contains(count) ?? true }) {
      warnings.append(nothing(name("touch_count"), "\(count)", "is for that many fingers"))
    }
    return (warnings, left)
  }

  private func optionWarnings(
    for rule: LineRule, among left: [RecognizerNotice], naming name: (String) -> String
  ) -> [MessageLine] {
    var warnings: [MessageLine] = []
    let states = rule.isOnlyForGestures ? rule.filter.states : []
    for state in states where !left.contains(where: { $0.mayReport(state) }) {
      warnings.append(nothing(name("state"), state.rawValue, "has this state"))
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

  /// Whether a recognizer is in the regions of a filter. The answer is true as well where the daemon does not say the
  /// recognizer's region, and where one of the regions is not declared.
  private func isIn(_ filter: GestureFilter, _ recognizer: RecognizerNotice) -> Bool {
    guard !filter.regions.isEmpty, let region = recognizer.region else { return true }
    guard (filter.regions + [region]).allSatisfy(regions.contains) else { return true }
    var reached: Set<String> = [region]
    var next = [region]
    while filter.includesDescendants, let inner = next.popLast() {
      for parent in parents[inner] ?? [] where reached.insert(parent).inserted { next.append(parent) }
    }
    return filter.regions.contains(where: reached.contains)
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

extension LineRule {
  /// Whether no line but that of a gesture fits. A filter without types that names recognizers fits no other usual line.
  fileprivate var isOnlyForGestures: Bool {
    if !filter.types.isEmpty { return filter.types == [.gesture] }
    return !filter.namedRecognizers.isEmpty || !filter.kinds.isEmpty || !filter.touchCounts.isEmpty
  }
}

extension RecognizerNotice {
  /// The recognizer of this release; nil for a kind that it does not know.
  private var type: (any Recognizer.Type)? {
    RecognizerCatalog.clientTypes.first { $0.kind.name == kind.rawValue }
  }

  /// Whether the kind has gestures to report.
  fileprivate var isReported: Bool { type?.isReported ?? true }

  /// Whether gestures of the kind may have a state.
  fileprivate func mayReport(_ state: Gesture.State) -> Bool { state == .ended || type?.isDiscrete != true }

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
