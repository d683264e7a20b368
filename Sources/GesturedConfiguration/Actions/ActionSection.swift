internal import GestureCore
internal import GestureProtocol

/// The keys of `[action.NAME]`, and their reading.
enum ActionSection {
  /// The section's name.
  static let name = "action"

  private static let type = KeyDescription(
    "type", allowed: "one or a list of " + types.joined(separator: ", "),
    "The type of the line. Only gestures by default, and `idle` beside the key idle; `remote` also begins to receive commands."
  )
  private static let kind = KeyDescription(
    "kind", allowed: "one or a list of " + kinds.joined(separator: ", "),
    "The kind of the gesture; every kind by default.")
  private static let recognizer = KeyDescription(
    "recognizer", allowed: "one or a list of names", "The recognizer's name in the daemon's configuration.")
  private static let touchCount = KeyDescription(
    "touch_count", allowed: "one or a list of whole numbers from 1 to 10", "The number of fingers.")
  private static let state = KeyDescription(
    "state", allowed: "one or a list of began, changed, ended, cancelled",
    "The steps at which it runs. By default once: when a gesture is recognized, or a shake, a press or a span without "
      + "fingers begins."
  )
  private static let region = KeyDescription(
    "region", allowed: "one or a list of names",
    "The region that the gesture belongs to, that takes the shake, the press or the action, or that defers the edge."
  )
  private static let descendants = OptionDescription(
    "descendants", .flag(default: true), source: "", "Whether regions inside of `region` count too.")
  private static let device = KeyDescription(
    "device", allowed: "one or a list of names", "The touchscreen's name, as `gesturectl devices` shows it.")
  private static let direction = KeyDescription(
    "direction", allowed: "one or a list of " + directions.joined(separator: ", "), "Where a swipe goes.")
  private static let edge = KeyDescription(
    "edge", allowed: "one or a list of " + edges.joined(separator: ", "),
    "Where an edge pan comes from, also one that a region defers.")
  private static let taps = KeyDescription(
    "taps", allowed: "one or a list of whole numbers from 1 to 10", "How many taps.")
  private static let action = KeyDescription(
    "action", allowed: "one or a list of names",
    "The action's name. A rule with `region` takes the region's actions, and passes others than these on. A rule "
      + "without `region` only watches actions.")
  /// The spans of idle lines.
  static let idle = KeyDescription(
    "idle",
    allowed:
      "one or a list of numbers from 1 to 86400 s, at most \(SubscribeCommand.mostIdleSpans) in the file",
    "For how many seconds no finger is down before the command starts. With `state = \"ended\"` it starts when a "
      + "finger lands after that.")
  private static let owner = KeyDescription(
    "owner", allowed: "one of " + ActionRule.Owner.allCases.map(\.rawValue).joined(separator: ", "),
    default: ActionRule.Owner.configuration.rawValue,
    "Whose recognizer it is: the configuration's, one that a program has declared, or either.")
  private static let debounce = OptionDescription(
    "debounce_ms", .number(unit: .milliseconds, range: 0...60_000, default: 0), source: "",
    "For how long after a start the rule does not start its command again.")
  private static let parallel = OptionDescription(
    "parallel", .integer(range: 1...16, default: 1), source: "",
    "How many of its commands may run at a time; others wait their turn.")
  private static let run = KeyDescription(
    "run", allowed: "a command for the shell, or a list of a program and its arguments",
    "The command to start.")

  private static let options = [descendants, debounce, parallel]
  private static let idleType = ConnectionLineType.idle.rawValue
  private static let types = ActionRule.lineTypes.map(\.rawValue) + [idleType]
  private static let kinds = RecognizerCatalog.types.filter { $0.isReported }.map { $0.kind.name }
  private static let directions = ["left", "right", "up", "down"]
  private static let edges = [
    "left", "right", "top", "bottom", "top_left", "top_right", "bottom_left", "bottom_right",
  ]
  private static let states = ["began", "changed", "ended", "cancelled"]

  /// The keys in the order of the manual.
  static let keys =
    [
      type, kind, recognizer, touchCount, state, region, KeyDescription(descendants), device, direction, edge,
      taps, action, idle, owner,
    ]
    + [KeyDescription(debounce), KeyDescription(parallel), run]

  /// Reads a table; nil where it has a mistake.
  static func read(
    _ reader: SectionReader, headAt head: SettingPlace, _ mistakes: inout MistakeList
  ) -> ActionRule? {
    let before = mistakes.count
    reader.refuseUnknownKeys(known: keys.map(\.key), &mistakes)
    let command = readCommand(reader, headAt: head, &mistakes)
    var rule = ActionRule(name: reader.path.last ?? "", command: command ?? .shell(""))
    rule.types = readTypes(reader, &mistakes)
    rule.kinds = chosen(kind, among: kinds + ["custom"], reader, &mistakes)
    rule.recognizers = reader.texts(recognizer.key, allowed: recognizer.allowed, &mistakes).map(\.text)
    rule.touchCounts = numbers(touchCount, reader, &mistakes)
    rule.states = chosen(state, among: states, reader, &mistakes)
    rule.regions = reader.texts(region.key, allowed: region.allowed, &mistakes).map(\.text)
    rule.devices = reader.texts(device.key, allowed: device.allowed, &mistakes).map(\.text)
    rule.taps = numbers(taps, reader, &mistakes)
    rule.directions = chosen(direction, among: directions, reader, &mistakes)
    rule.owner = reader.choice(owner, default: .configuration, &mistakes)
    rule.edges = chosen(edge, among: edges, reader, &mistakes)
    rule.actions = reader.texts(action.key, allowed: action.allowed, &mistakes).map(\.text)
    rule.idleSpans = readIdleSpans(reader, &mistakes)
    let options = reader.options(self.options, &mistakes)
    rule.includesDescendants = options.flag(descendants.key)
    rule.debounceMilliseconds = Double(options.span(debounce.key).microseconds) / 1000
    rule.parallel = options.integer(parallel.key)
    if mistakes.count == before { refuseContradictions(of: rule, reader, &mistakes) }
    return mistakes.count == before ? rule : nil
  }

  /// Refuses keys that no gesture of the rule's kinds fits.
  private static func refuseContradictions(
    of rule: ActionRule, _ reader: SectionReader, _ mistakes: inout MistakeList
  ) {
    guard !rule.kinds.isEmpty, rule.types == [.gesture] else { return }
    func refuse(_ key: KeyDescription, allowed: String) {
      guard let entry = reader.table[key.key] else { return }
      mistakes.add(
        at: entry.value.position, reader.path + [key.key],
        found: MistakeMessage.notOfKind.with(rule.kinds.joined(separator: ", ")), allowed: allowed)
    }
    var filter = FilterDescription()
    filter.kinds = rule.kinds
    if !rule.touchCounts.isEmpty { filter.touchCounts = rule.touchCounts }
    let words = rule.states.compactMap { GestureState(word: $0) }
    if !words.isEmpty { filter.states = words }
    for key in [state, touchCount] {
      if let contradiction = filter.contradiction, contradiction.field == key.key {
        refuse(key, allowed: contradiction.allowed)
        filter.states = nil
      }
    }
    let types = RecognizerCatalog.clientTypes
    for key in [direction, edge, taps] where reader.table[key.key] != nil {
      let having = types.filter { type in type.fields.contains { $0.name == key.key } }.map { $0.kind.name }
      if !rule.kinds.contains(where: { having.contains($0) || $0 == CustomRecognizer.kind.name }) {
        refuse(key, allowed: "only with the kind \(having.joined(separator: ", "))")
      }
    }
  }

  /// Reads the types. A key that no line of these types has can never fit, so it is a mistake.
  private static func readTypes(
    _ reader: SectionReader, _ mistakes: inout MistakeList
  ) -> [LineType] {
    let before = mistakes.count
    var words = chosen(type, among: types, reader, &mistakes)
    if let entry = reader.table[type.key], case .array(let written) = entry.value.content, written.isEmpty {
      mistakes.add(entry.value, reader.path + [type.key], allowed: type.allowed)
    }
    guard mistakes.count == before else { return [.gesture] }
    if words.isEmpty { words = [reader.table[idle.key] == nil ? LineType.gesture.rawValue : idleType] }
    if words.contains(idleType), reader.table[idle.key] == nil, let entry = reader.table[type.key] {
      mistakes.add(
        at: entry.value.position, reader.path + [idle.key], problem: .missing,
        found: MistakeMessage.missing.with(), allowed: idle.allowed)
    }
    func refuse(_ keys: [String], unlessAny has: (LineType) -> Bool, idle idleHas: Bool = false) {
      let allowed = ActionRule.lineTypes.filter(has).map(\.rawValue) + (idleHas ? [idleType] : [])
      guard !words.contains(where: allowed.contains) else { return }
      for key in keys {
        guard let entry = reader.table[key] else { continue }
        mistakes.add(
          at: entry.keyPosition, reader.path + [key],
          found: MistakeMessage.noSuchKeyForType.with(words.joined(separator: ", ")),
          allowed: "only with the type \(allowed.joined(separator: ", "))")
      }
    }
    refuse([kind.key, recognizer.key, touchCount.key, direction.key, taps.key, owner.key]) { $0 == .gesture }
    refuse([device.key]) { $0.declaration.subjects.contains(.device) }
    refuse([edge.key]) { $0 == .gesture || $0 == .deferred }
    refuse([action.key]) { $0 == .action }
    refuse([idle.key], unlessAny: { _ in false }, idle: true)
    refuse([region.key, descendants.key]) { $0.declaration.subjects.contains(.region) }
    refuse(
      [state.key], unlessAny: { $0.declaration.subjects.contains(.state) || $0.declaration.hasPhase },
      idle: true)
    return words.compactMap(LineType.init(rawValue:))
  }

  /// Reads the spans of idle lines: one or a list.
  private static func readIdleSpans(_ reader: SectionReader, _ mistakes: inout MistakeList) -> [Double] {
    guard let entry = reader.table[idle.key] else { return [] }
    var spans: [Double] = []
    if entry.value.oneOrMany.isEmpty {
      mistakes.add(entry.value, reader.path + [idle.key], allowed: idle.allowed)
    }
    for value in entry.value.oneOrMany {
      let span: Double? =
        switch value.content {
        case .number(let number): number
        case .integer(let number): Double(number)
        default: nil
        }
      guard let span, SubscribeCommand.idleSeconds.contains(span) else {
        mistakes.add(value, reader.path + [idle.key], allowed: idle.allowed)
        continue
      }
      if !spans.contains(span) { spans.append(span) }
    }
    return spans
  }

  private static func numbers(
    _ key: KeyDescription, _ reader: SectionReader, _ mistakes: inout MistakeList
  ) -> [Int] {
    reader.integers(key.key, in: 1...10, allowed: key.allowed, &mistakes) ?? []
  }

  private static func chosen(
    _ key: KeyDescription, among words: [String], _ reader: SectionReader, _ mistakes: inout MistakeList
  ) -> [String] {
    let written = reader.texts(key.key, allowed: key.allowed, &mistakes)
    for (text, value) in written where !words.contains(text) {
      mistakes.add(
        value, reader.path + [key.key], allowed: key.allowed,
        hint: NearestWord.nearest(to: text, among: words))
    }
    return written.map(\.text)
  }

  private static func readCommand(
    _ reader: SectionReader, headAt head: SettingPlace, _ mistakes: inout MistakeList
  ) -> ActionRule.Command? {
    let path = reader.path + [run.key]
    guard let value = reader.table[run.key]?.value else {
      mistakes.add(
        at: head, path, problem: .missing, found: MistakeMessage.missing.with(), allowed: run.allowed)
      return nil
    }
    switch value.content {
    case .string(let text) where isArgument(text) && !text.isEmpty:
      return .shell(text)
    case .array(let elements):
      let arguments = elements.compactMap { element in
        if case .string(let text) = element.content, isArgument(text) { text } else { nil }
      }
      if arguments.count == elements.count, arguments.first?.isEmpty == false { return .program(arguments) }
    default: break
    }
    mistakes.add(value, path, allowed: run.allowed)
    return nil
  }

  /// Whether a program gets the whole text: it would get the text only up to a NUL.
  private static func isArgument(_ text: String) -> Bool { !text.utf8.contains(0) }
}
