internal import EventFamilies
internal import GestureCore

/// The keys of `[recognizer.NAME]` for UIKit's properties of a gesture recognizer and for the answers of its delegate.
enum RecognizerPropertyKeys {
  private static let reference =
    "the name of another recognizer, or kind: and a kind, or region: and a region, or region_kind: and a kind of "
    + "region, or a list of such"
  private static let referenceOrAll =
    "the name of another recognizer, or kind: and a kind, or region: and a region, or region_kind: and a kind of "
    + "region, or \"*\" for all, or a list of such"

  static let requireToFail = KeyDescription(
    "require_to_fail", allowed: reference, default: "[]",
    "Recognizers that must fail before this one acts. None of them may be passive. (ARB-29)")
  static let requiredToFailBy = KeyDescription(
    "required_to_fail_by", allowed: reference, default: "[]",
    "Recognizers that act only when this one has failed: the same as `require_to_fail` in their tables. (ARB-38)"
  )
  static let requireNotBegun = KeyDescription(
    "require_not_begun", allowed: reference, default: "[]",
    "Recognizers that must not have begun when this one acts; it does not wait for them to fail. (ARB-45)")
  static let simultaneousWith = KeyDescription(
    "simultaneous_with", allowed: referenceOrAll, default: "[]",
    "Recognizers that may be recognized together with this one. (ARB-9)")
  static let canPrevent = KeyDescription(
    "can_prevent", allowed: referenceOrAll, default: "\"*\"",
    "Recognizers that fail when this one is recognized; `[]` for no recognizer. (ARB-14)")
  static let canBePreventedBy = KeyDescription(
    "can_be_prevented_by", allowed: referenceOrAll, default: "\"*\"",
    "Recognizers that make this one fail when they are recognized; `[]` for no recognizer. (ARB-15)")
  private static let region = KeyDescription(
    "region", allowed: "the name of a region", default: "\"root\"",
    "The region that it belongs to: it sees the touches that land there, and in the regions inside. (ARB-1)")
  private static let ignoredRegions = KeyDescription(
    "ignored_regions", allowed: "the name of a region, or a list of such", default: "[]",
    "Regions whose touches it does not see, with the regions inside. (ARB-22)")
  private static let allowedTouchTypes = KeyDescription(
    OptionDescription(
      "allowed_touch_types",
      .words(allowed: touchTypes.map(\.word), default: touchTypes.map(\.word)), source: "ARB-27",
      "The touches that it sees."))
  private static let allowedPressTypes = KeyDescription(
    OptionDescription(
      "allowed_press_types", .words(allowed: PressType.allCases.map(\.word), default: []), source: "PRS-5",
      "Takes presses of these types on remote controls instead of touches."))
  private static let requiresExclusiveTouchType = KeyDescription(
    "requires_exclusive_touch_type", allowed: "true or false", default: "true",
    "While touches of one type are down, it does not see touches of another type. (ARB-28)")
  private static let shouldBegin = KeyDescription(
    "should_begin",
    allowed: "one of "
      + RecognizerProperties.BeginPolicy.allCases.map(\.rawValue).joined(separator: ", ")
      + "; the last two where the kind has a translation or a velocity",
    default: "\"always\"",
    "When it may be recognized. `horizontal`: only if it has moved farther to the side than up or down; `vertical` is the reverse. Otherwise it fails. (ARB-19)"
  )
  private static let priority = OptionDescription(
    "priority", .integer(range: -1000...1000, default: 0), source: "",
    "The highest number wins among recognizers that are recognized in the same instant. Among equals it is "
      + "the one in the innermost region, then the one declared last.")
  private static let eager = KeyDescription(
    "eager", allowed: "true or false; true with kind = \"tap\" only", default: "false",
    "It acts at once and does not wait for taps with more taps, even where it requires them to fail.")
  private static let cancelsTouches = KeyDescription(
    "cancels_touches_in_view", allowed: "true or false", default: "true",
    "When it is recognized, its touches are cancelled for regions. (DLY-1)")
  private static let delaysBegan = KeyDescription(
    "delays_touches_began", allowed: "true or false", default: "false",
    "Regions receive its touches only when it has failed. (DLY-8)")
  private static let delaysEnded = KeyDescription(
    "delays_touches_ended", allowed: "true or false", default: "true",
    "Regions receive a lift only when it has failed. (DLY-11)")

  private static let touchTypes: [(word: String, type: TouchType)] = [
    ("finger", .direct), ("pen", .pencil), ("eraser", .eraser), ("indirect", .indirect),
    ("pointer", .indirectPointer),
  ]

  /// The keys in the order of the manual.
  static let keys = [
    requireToFail, requiredToFailBy, requireNotBegun, simultaneousWith, canPrevent, canBePreventedBy, region,
    ignoredRegions, allowedTouchTypes, allowedPressTypes, requiresExclusiveTouchType, shouldBegin,
    KeyDescription(priority),
    eager,
    cancelsTouches, delaysBegan, delaysEnded, ActionKeys.action, ActionKeys.target,
  ]

  /// The allowed values of a relation's key, as messages tell them.
  static func allowed(inRelation key: String) -> String {
    keys.first { $0.key == key }?.allowed ?? reference
  }

  /// Reads the references of a relation; nil where the key is missing.
  static func references(
    _ key: KeyDescription, _ reader: SectionReader, _ mistakes: inout MistakeList
  ) -> [String]? {
    guard reader.table[key.key] != nil else { return nil }
    return reader.texts(key.key, allowed: key.allowed, &mistakes).map(\.text)
  }

  /// Reads the properties of a recognizer; `type` is nil where its kind is unknown.
  static func read(
    _ reader: SectionReader, of type: (any Recognizer.Type)?, regions: KnownRegions?,
    _ mistakes: inout MistakeList
  ) -> RecognizerProperties {
    var properties = RecognizerProperties()
    properties.requiredToFailBy = references(requiredToFailBy, reader, &mistakes) ?? []
    properties.requireNotBegun = references(requireNotBegun, reader, &mistakes) ?? []
    properties.canPrevent = references(canPrevent, reader, &mistakes)
    properties.canBePreventedBy = references(canBePreventedBy, reader, &mistakes)
    properties.region = reader.text(region.key, allowed: region.allowed, &mistakes) { _ in true }
    if let name = properties.region { check([name], region.key, reader, regions, &mistakes) }
    properties.ignoredRegions = references(ignoredRegions, reader, &mistakes) ?? []
    check(properties.ignoredRegions, ignoredRegions.key, reader, regions, &mistakes)
    properties.allowedTouchTypes = readTouchTypes(reader, &mistakes)
    properties.allowedPressTypes = readPressTypes(reader, &mistakes)
    properties.requiresExclusiveTouchType = reader.flag(
      requiresExclusiveTouchType.key, default: true, &mistakes)
    properties.shouldBegin = readShouldBegin(reader, of: type, &mistakes)
    properties.priority = reader.options([priority], &mistakes).integer(priority.key)
    properties.isEager = readEager(reader, of: type, &mistakes)
    properties.cancelsTouchesInView = reader.flag(cancelsTouches.key, default: true, &mistakes)
    properties.delaysTouchesBegan = reader.flag(delaysBegan.key, default: false, &mistakes)
    properties.delaysTouchesEnded = reader.flag(delaysEnded.key, default: true, &mistakes)
    ActionKeys.read(reader, regions: regions, into: &properties, &mistakes)
    return properties
  }

  private static func readPressTypes(_ reader: SectionReader, _ mistakes: inout MistakeList) -> [Int]? {
    let key = allowedPressTypes
    guard let entry = reader.table[key.key] else { return nil }
    if entry.value.oneOrMany.isEmpty {
      mistakes.add(entry.value, reader.path + [key.key], allowed: key.allowed)
    }
    var types: [Int] = []
    for (word, value) in reader.texts(key.key, allowed: key.allowed, &mistakes) {
      if let type = PressType(word: word) {
        types.append(type.rawValue)
      } else {
        mistakes.add(
          value, reader.path + [key.key], allowed: key.allowed,
          hint: NearestWord.nearest(to: word, among: PressType.allCases.map(\.word)))
      }
    }
    return types
  }

  private static func readTouchTypes(
    _ reader: SectionReader, _ mistakes: inout MistakeList
  ) -> [TouchType]? {
    let key = allowedTouchTypes
    guard let entry = reader.table[key.key] else { return nil }
    if entry.value.oneOrMany.isEmpty {
      mistakes.add(entry.value, reader.path + [key.key], allowed: key.allowed)
    }
    var types: [TouchType] = []
    for (word, value) in reader.texts(key.key, allowed: key.allowed, &mistakes) {
      if let type = touchTypes.first(where: { $0.word == word })?.type {
        types.append(type)
      } else {
        mistakes.add(
          value, reader.path + [key.key], allowed: key.allowed,
          hint: NearestWord.nearest(to: word, among: touchTypes.map(\.word)))
      }
    }
    return types
  }

  private static func readShouldBegin(
    _ reader: SectionReader, of type: (any Recognizer.Type)?, _ mistakes: inout MistakeList
  ) -> RecognizerProperties.BeginPolicy {
    let hasWay = type?.fields.contains { $0.measure == .displacement || $0.measure == .velocity } ?? true
    let word = reader.text(shouldBegin.key, allowed: shouldBegin.allowed, &mistakes) { word in
      switch RecognizerProperties.BeginPolicy(rawValue: word) {
      case .always, .never: true
      case .horizontal, .vertical: hasWay
      case nil: false
      }
    }
    return word.flatMap(RecognizerProperties.BeginPolicy.init) ?? .always
  }

  private static func readEager(
    _ reader: SectionReader, of type: (any Recognizer.Type)?, _ mistakes: inout MistakeList
  ) -> Bool {
    let isEager = reader.flag(eager.key, default: false, &mistakes)
    if isEager, let type, type.kind != TapRecognizer.kind, let entry = reader.table[eager.key] {
      mistakes.add(entry.value, reader.path + [eager.key], allowed: eager.allowed)
    }
    return isEager
  }

  /// Adds a mistake for each name that no region has.
  private static func check(
    _ names: [String], _ key: String, _ reader: SectionReader, _ regions: KnownRegions?,
    _ mistakes: inout MistakeList
  ) {
    guard let regions else { return }
    let names = Set(names)
    guard !names.allSatisfy(regions.contains) else { return }
    let known = regions.names()
    for value in reader.table[key]?.value.oneOrMany ?? [] {
      guard case .string(let name) = value.content, names.contains(name), !regions.contains(name) else {
        continue
      }
      mistakes.add(
        value, reader.path + [key], problem: .unknownRegion, allowed: KnownRegions.allowed(among: known),
        hint: NearestWord.nearest(to: name, among: known))
    }
  }
}
