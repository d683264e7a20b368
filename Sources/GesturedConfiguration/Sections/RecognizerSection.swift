internal import GestureCore

/// The keys of `[recognizer.NAME]` that all kinds have, and the reading of a table.
enum RecognizerSection {
  private static let kind = KeyDescription(
    "kind", allowed: "a kind below", "The kind of gesture that it recognizes. It must be set.")
  private static let touches = KeyDescription(
    "touches", allowed: "a whole number from 1 to 10, or a list of such, each once", default: "1",
    "The number of fingers. A list makes a recognizer for each number. The default is the fewest that the kind "
      + "allows: 2 for a pinch or a rotation, 3 for a hold and twist. A pan with neither this key nor `maximum_touches` "
      + "takes one finger and more.")
  private static let passive = KeyDescription(
    "passive", allowed: "true or false", default: "false",
    "Only reports what it sees: it prevents no other recognizer, and none prevents it.")
  private static let enabled = KeyDescription(
    "enabled", allowed: "true or false", default: "true", "`false` removes the recognizer.")

  /// The common keys in the order of the manual.
  static let keys = [kind, touches, passive, enabled] + RecognizerPropertyKeys.keys

  static let kindKey = kind.key

  private static let name = KeyDescription(
    "name", allowed: NameRule.allowed, "Its name in lines, relations and edits. It must be set.")
  private static let isPublic = KeyDescription(
    "public", allowed: "true or false", default: "false",
    "Whether others than its client may hear of it and name it. (MULTI-11)")
  private static let ask = KeyDescription(
    "ask", allowed: "one or a list of " + OwnerQuestions.words.map(\.key).joined(separator: ", "),
    default: "[]", "The questions that its client answers while it works. (DMN-10)")

  /// The additional keys for clients.
  static let clientKeys = [name, isPublic, ask]

  /// Reads a table; nil where it is removed, or where its kind is unknown.
  ///
  /// - Parameters:
  ///   - catalog: the known recognizers.
  ///   - regions: all regions; nil where the caller checks them.
  ///   - isClients: whether a client declares it.
  static func read(
    _ reader: SectionReader, headAt head: SettingPlace, catalog: [any Recognizer.Type],
    regions: KnownRegions?, isClients: Bool = false, _ mistakes: inout MistakeList
  ) -> RecognizerDeclaration? {
    let isEnabled = reader.flag(enabled.key, default: true, &mistakes)
    let isPassive = reader.flag(passive.key, default: false, &mistakes)
    let numbersOfTouches = reader.integers(touches.key, in: 1...10, allowed: touches.allowed, &mistakes)
    let required = RecognizerPropertyKeys.references(RecognizerPropertyKeys.requireToFail, reader, &mistakes)
    let simultaneous = RecognizerPropertyKeys.references(
      RecognizerPropertyKeys.simultaneousWith, reader, &mistakes)
    let type = readType(reader, headAt: head, isRequired: isEnabled || isClients, catalog: catalog, &mistakes)
    var properties = RecognizerPropertyKeys.read(reader, of: type, regions: regions, &mistakes)

    // For an unknown kind, the keys of every kind are allowed.
    let types = type.map { [$0] } ?? catalog
    let known = (isClients ? clientKeys + keys : keys).map(\.key) + types.flatMap { $0.options.map(\.key) }
    reader.refuseUnknownKeys(known: known, &mistakes)

    guard let type, let name = reader.name else { return nil }
    var options = reader.options(type.options, &mistakes)
    if let key = type.largestNumberOption, reader.table[touches.key] == nil, reader.table[key] == nil {
      options.set(key, to: .integer(type.allowedNumbersOfTouches.upperBound))
    }
    let allowed = type.allowedNumbersOfTouches
    if let numbersOfTouches, let entry = reader.table[touches.key],
      !numbersOfTouches.allSatisfy(allowed.contains)
    {
      let range =
        allowed.count == 1 ? "\(allowed.lowerBound)" : "\(allowed.lowerBound) to \(allowed.upperBound)"
      mistakes.add(
        entry.value, reader.path + [touches.key], allowed: "\(range) for kind = \"\(type.kind.name)\"")
    }
    let declared = numbersOfTouches ?? [allowed.lowerBound]
    if let contradiction = type.contradiction(in: options, numbersOfTouches: declared) {
      let path = reader.path + [contradiction.key]
      if let entry = reader.table[contradiction.key] {
        mistakes.add(entry.value, path, allowed: contradiction.allowed)
      } else {
        mistakes.add(
          at: head, path, problem: .missing, found: MistakeMessage.missing.with(),
          allowed: contradiction.allowed)
      }
    }
    guard isEnabled || isClients else { return nil }
    properties.isEnabled = isEnabled
    var declaration = RecognizerDeclaration(
      name: name, kind: type.kind, numbersOfTouches: numbersOfTouches ?? [allowed.lowerBound],
      isPassive: isPassive,
      requireToFail: required ?? [], simultaneousWith: simultaneous ?? [], properties: properties,
      options: options)
    if isClients {
      declaration.isPublic = reader.flag(isPublic.key, default: false, &mistakes)
      declaration.asks = reader.questions(ask, among: OwnerQuestions.words, &mistakes)
    }
    return declaration
  }

  private static func readType(
    _ reader: SectionReader, headAt head: SettingPlace, isRequired: Bool, catalog: [any Recognizer.Type],
    _ mistakes: inout MistakeList
  ) -> (any Recognizer.Type)? {
    // Only a mistake needs the kinds.
    var kinds: [String] { catalog.map { $0.kind.name } }
    var allowed: String { "one of " + kinds.joined(separator: ", ") }
    guard let value = reader.table[kind.key]?.value else {
      if isRequired {
        mistakes.add(
          at: head, reader.path + [kind.key], problem: .missing, found: MistakeMessage.missing.with(),
          allowed: allowed)
      }
      return nil
    }
    guard case .string(let name) = value.content else {
      mistakes.add(value, reader.path + [kind.key], allowed: allowed)
      return nil
    }
    guard let type = catalog.first(where: { $0.kind.name == name }) else {
      mistakes.add(
        value, reader.path + [kind.key], allowed: allowed, hint: NearestWord.nearest(to: name, among: kinds))
      return nil
    }
    return type
  }
}
