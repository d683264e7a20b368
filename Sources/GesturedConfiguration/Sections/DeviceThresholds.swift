internal import GestureCore

/// `[device.NAME.touch]` and `[device.NAME.recognizer.RECOGNIZER]`: the values that differ on one device.
enum DeviceThresholds {
  static let touch = KeyDescription(
    "touch", allowed: "a table [device.NAME.touch] with keys of [touch]",
    "Values of `[touch]` for this device alone.")
  static let recognizer = KeyDescription(
    "recognizer",
    allowed: "tables [device.NAME.recognizer.RECOGNIZER] with keys of that recognizer that have a unit",
    "Limits of recognizers for this device alone.")

  /// The keys in the order of the manual.
  static let keys = [touch, recognizer, FilterSection.device]

  /// Reads the differing options of touches; nil where there are none.
  ///
  /// - Parameter base: the options of `[touch]`.
  static func readTouch(
    _ reader: SectionReader, over base: OptionTable, _ mistakes: inout MistakeList
  ) -> TouchSettings? {
    guard let own = table(touch, reader, &mistakes) else { return nil }
    let inner = SectionReader(table: own, path: reader.path + [touch.key])
    inner.refuseUnknownKeys(known: TouchSettings.options.map(\.key), &mistakes)
    return TouchSettings(inner.options(TouchSettings.options, over: base, &mistakes))
  }

  /// Reads the differing options of recognizers: all options of the named ones, by their names.
  ///
  /// - Parameters:
  ///   - declarations: the declared recognizers.
  ///   - names: the names of all recognizer tables, the disabled ones included.
  ///   - catalog: the known kinds of recognizers.
  static func readRecognizers(
    _ reader: SectionReader, of declarations: [RecognizerDeclaration], among names: [String],
    catalog: [any Recognizer.Type], _ mistakes: inout MistakeList
  ) -> [String: OptionTable] {
    guard let tables = table(recognizer, reader, &mistakes) else { return [:] }
    var options: [String: OptionTable] = [:]
    for entry in tables.entries {
      let path = reader.path + [recognizer.key, entry.key]
      guard names.contains(entry.key) else {
        mistakes.add(
          at: entry.keyPosition, path, found: MistakeMessage.unknownRecognizer.with(),
          allowed: "the name of one that is declared",
          hint: NearestWord.nearest(to: entry.key, among: names))
        continue
      }
      guard case .table(let own) = entry.value.content else {
        mistakes.add(entry.value, path, allowed: recognizer.allowed)
        continue
      }
      guard let declaration = declarations.first(where: { $0.name == entry.key }),
        let type = catalog.first(where: { $0.kind == declaration.kind })
      else { continue }
      options[entry.key] = read(
        SectionReader(table: own, path: path), headAt: entry.keyPosition, declaration, type, &mistakes)
    }
    return options
  }

  private static func read(
    _ reader: SectionReader, headAt head: SettingPlace, _ declaration: RecognizerDeclaration,
    _ type: any Recognizer.Type, _ mistakes: inout MistakeList
  ) -> OptionTable {
    // A recognizer has the same purpose on every panel; only distances and times differ from panel to panel.
    let limits = type.options.filter { if case .number = $0.domain { true } else { false } }
    reader.refuseUnknownKeys(known: limits.map(\.key), &mistakes)
    let options = reader.options(limits, over: declaration.options, &mistakes)
    let contradiction = type.contradiction(in: options, numbersOfTouches: declaration.numbersOfTouches)
    if let contradiction {
      let entry = reader.table[contradiction.key]
      mistakes.add(
        at: entry?.value.position ?? head, reader.path + [contradiction.key],
        found: entry.map { MistakeMessage.found.with($0.value.asFound) }
          ?? MistakeMessage.asInRecognizer.with(),
        allowed: contradiction.allowed)
    }
    return options
  }

  private static func table(
    _ key: KeyDescription, _ reader: SectionReader, _ mistakes: inout MistakeList
  ) -> SettingTable? {
    guard let value = reader.table[key.key]?.value else { return nil }
    guard case .table(let table) = value.content else {
      mistakes.add(value, reader.path + [key.key], allowed: key.allowed)
      return nil
    }
    return table
  }
}
