internal import GestureCore

/// Reads the values of one table and checks each. A value that its key does not allow becomes a mistake, and counts as
/// missing.
struct SectionReader {
  /// The table.
  let table: SettingTable
  /// The keys that lead to the table; for a request, the path of its object.
  let path: [String]
  /// The author's name for the table; nil for a section with a single table.
  let name: String?

  /// A reader of a table of a file.
  init(table: SettingTable, path: [String]) {
    self.table = table
    self.path = path
    name = path.last
  }

  /// A reader of an object of a request.
  init(table: SettingTable, path: String, name: String) {
    self.table = table
    self.path = [path]
    self.name = name
  }

  /// Adds a mistake for each unknown key of the table. The known keys are not made for an empty table, because the
  /// descriptions of a section's keys cost more than the rest of its reading.
  func refuseUnknownKeys(known makeKnown: @autoclosure () -> [String], _ mistakes: inout MistakeList) {
    guard !table.entries.isEmpty else { return }
    let known = makeKnown()
    for entry in table.entries where !known.contains(entry.key) {
      mistakes.add(unknown: entry, path + [entry.key], known: known)
    }
  }

  /// Reads yes or no.
  func flag(_ key: String, default defaultValue: Bool, _ mistakes: inout MistakeList) -> Bool {
    guard let entry = table[key] else { return defaultValue }
    guard case .flag(let value) = entry.value.content else {
      mistakes.add(entry.value, path + [key], allowed: "true or false")
      return defaultValue
    }
    return value
  }

  /// Reads a text that meets a condition; nil where the key has no such text.
  func text(
    _ key: String, allowed: String, _ mistakes: inout MistakeList, where isAllowed: (String) -> Bool
  ) -> String? {
    guard let entry = table[key] else { return nil }
    guard case .string(let text) = entry.value.content, isAllowed(text) else {
      mistakes.add(entry.value, path + [key], allowed: allowed)
      return nil
    }
    return text
  }

  /// Reads texts, each with its place: one or a list, none twice.
  func texts(
    _ key: String, allowed: String, _ mistakes: inout MistakeList
  ) -> [(text: String, value: SettingValue)] {
    var result: [(text: String, value: SettingValue)] = []
    var seen = Set<String>()
    for value in table[key]?.value.oneOrMany ?? [] {
      guard case .string(let text) = value.content else {
        mistakes.add(value, path + [key], allowed: allowed)
        continue
      }
      if seen.insert(text).inserted {
        result.append((text, value))
      } else {
        addRepetition(of: value, key, &mistakes)
      }
    }
    return result
  }

  /// Reads words of a set, as a client names its questions: one or a list, none twice.
  func questions<Questions: OptionSet>(
    _ key: KeyDescription, among words: KeyValuePairs<String, Questions>, _ mistakes: inout MistakeList
  ) -> Questions where Questions.Element == Questions {
    var questions: Questions = []
    for (text, value) in texts(key.key, allowed: key.allowed, &mistakes) {
      if let question = words.first(where: { $0.key == text })?.value {
        questions.formUnion(question)
      } else {
        mistakes.add(
          value, path + [key.key], allowed: key.allowed,
          hint: NearestWord.nearest(to: text, among: words.map(\.key)))
      }
    }
    return questions
  }

  /// Reads whole numbers in a range: one or a list, none twice, at least one; nil where there is no such list.
  func integers(
    _ key: String, in range: ClosedRange<Int>, allowed: String, _ mistakes: inout MistakeList
  ) -> [Int]? {
    guard let entry = table[key] else { return nil }
    if entry.value.oneOrMany.isEmpty { mistakes.add(entry.value, path + [key], allowed: allowed) }
    var result: [Int] = []
    for value in entry.value.oneOrMany {
      guard case .integer(let number) = value.content, range.contains(number) else {
        mistakes.add(value, path + [key], allowed: allowed)
        continue
      }
      if result.contains(number) {
        addRepetition(of: value, key, &mistakes)
      } else {
        result.append(number)
      }
    }
    return result.isEmpty ? nil : result
  }

  /// Reads options: the table's values override their defaults.
  func options(_ descriptions: [OptionDescription], _ mistakes: inout MistakeList) -> OptionTable {
    options(descriptions, over: OptionTable(defaultsOf: descriptions), &mistakes)
  }

  /// Reads options: the table's values override the base, which has them all.
  func options(
    _ descriptions: [OptionDescription], over base: OptionTable, _ mistakes: inout MistakeList
  ) -> OptionTable {
    var options = base
    for description in descriptions {
      guard let entry = table[description.key] else { continue }
      if let value = option(description, entry.value, &mistakes) { options.set(description.key, to: value) }
    }
    return options
  }

  private func option(
    _ description: OptionDescription, _ value: SettingValue, _ mistakes: inout MistakeList
  ) -> OptionValue? {
    switch (description.domain, value.content) {
    case (.number(_, let range, _), .number(let number)) where range.contains(number):
      return .number(number)
    case (.number(_, let range, _), .integer(let number)) where range.contains(Double(number)):
      return .number(Double(number))
    case (.integer(let range, _), .integer(let number)) where range.contains(number):
      return .integer(number)
    case (.flag, .flag(let flag)):
      return .flag(flag)
    case (.words(let allowed, _), _):
      let words = self.words(description, among: allowed, value, &mistakes)
      return words.isEmpty ? nil : .words(words)
    case (.number, _), (.integer, _), (.flag, _):
      mistakes.add(value, path + [description.key], allowed: description.domain.allowed)
      return nil
    }
  }

  private func words(
    _ description: OptionDescription, among allowed: [String], _ value: SettingValue,
    _ mistakes: inout MistakeList
  ) -> [String] {
    let keys = path + [description.key]
    if value.oneOrMany.isEmpty { mistakes.add(value, keys, allowed: description.domain.allowed) }
    let written = texts(description.key, allowed: description.domain.allowed, &mistakes)
    for (text, value) in written where !allowed.contains(text) {
      mistakes.add(
        value, keys, allowed: description.domain.allowed, hint: NearestWord.nearest(to: text, among: allowed))
    }
    return written.map(\.text).filter(allowed.contains)
  }

  private func addRepetition(of value: SettingValue, _ key: String, _ mistakes: inout MistakeList) {
    mistakes.add(
      at: value.position, path + [key], found: MistakeMessage.foundAgain.with(value.asFound),
      allowed: "each once")
  }
}
