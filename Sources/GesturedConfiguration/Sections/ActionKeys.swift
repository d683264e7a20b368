internal import GestureCore

/// The keys of regions, windows, controllers, the application and recognizers for actions.
enum ActionKeys {
  /// The most actions of one responder.
  static let maximumCount = 64
  private static let allowedNames =
    "a name of 1 to \(NameRule.maximumLength) of A-Z a-z 0-9 _ -, or a list of such"

  static let actions = KeyDescription(
    "actions", allowed: allowedNames, default: "[]",
    "The actions that it performs, such as `copy`. A client that listens there receives them. (RSP-14)")
  static let ask = KeyDescription(
    "ask", allowed: "one or a list of " + RegionQuestions.words.map(\.key).joined(separator: ", "),
    default: "[]", "The questions that its client answers while it works. (RSP-15, ARB-21)")
  static let action = KeyDescription(
    "action", allowed: NameRule.allowed,
    "The action that it sends once, when it is recognized. (RSP-14)")
  static let target = KeyDescription(
    "target", allowed: "the name of a region, or controller: and a tag, or application",
    "The responder that its action goes to. When it is not set: the first responder and its chain, then the "
      + "chain of the recognizer's region.")

  /// Reads the actions of a responder.
  static func readActions(_ reader: SectionReader, _ mistakes: inout MistakeList) -> [String] {
    var names: [String] = []
    for (text, value) in reader.texts(actions.key, allowed: actions.allowed, &mistakes) {
      if NameRule.isName(text) {
        names.append(text)
      } else {
        mistakes.add(value, reader.path + [actions.key], allowed: actions.allowed)
      }
    }
    if names.count > maximumCount, let entry = reader.table[actions.key] {
      mistakes.add(
        at: entry.value.position, reader.path + [actions.key],
        found: MistakeMessage.found.with("\(names.count) actions"), allowed: "at most \(maximumCount)")
    }
    return names
  }

  /// Reads the questions that the client of a region answers.
  static func readQuestions(_ reader: SectionReader, _ mistakes: inout MistakeList) -> RegionQuestions {
    reader.questions(ask, among: RegionQuestions.words, &mistakes)
  }

  /// Reads the action of a recognizer and the target of the action.
  ///
  /// - Parameter regions: all regions; nil where the caller checks them.
  static func read(
    _ reader: SectionReader, regions: KnownRegions?, into properties: inout RecognizerProperties,
    _ mistakes: inout MistakeList
  ) {
    properties.action = reader.text(
      action.key, allowed: action.allowed, &mistakes, where: NameRule.isName)
    guard let text = reader.text(target.key, allowed: target.allowed, &mistakes, where: isResponder),
      let entry = reader.table[target.key]
    else { return }
    properties.target = ResponderName(text)
    if reader.table[action.key] == nil {
      mistakes.add(
        at: entry.keyPosition, reader.path + [target.key], found: MistakeMessage.withoutAction.with(),
        allowed: "target beside action")
    }
    guard case .region(let name) = ResponderName(text), let regions, !regions.contains(name) else { return }
    let known = regions.names()
    mistakes.add(
      entry.value, reader.path + [target.key], problem: .unknownRegion,
      allowed: KnownRegions.allowed(among: known), hint: NearestWord.nearest(to: name, among: known))
  }

  /// Whether a text can be the name of a responder.
  static func isResponder(_ text: String) -> Bool {
    switch ResponderName(text) {
    case .application: true
    case .controller(let tag): NameRule.isName(tag)
    case .region(let name): NameRule.isName(name)
    }
  }
}

/// The keys of `[controller.NAME]` and `[application]`, and their reading.
enum ResponderSection {
  /// The keys in the order of the manual.
  static let keys = [ActionKeys.actions]

  /// Reads the actions of a table.
  static func read(_ reader: SectionReader, _ mistakes: inout MistakeList) -> [String] {
    reader.refuseUnknownKeys(known: keys.map(\.key), &mistakes)
    return ActionKeys.readActions(reader, &mistakes)
  }
}
