/// The place of a setting.
enum SettingPlace: Hashable, Comparable, Sendable {
  /// A place in a file.
  case file(TomlPosition)
  /// A place in a request: a path such as `edits[0].add.frame[2]`.
  case request(String)

  static func < (a: SettingPlace, b: SettingPlace) -> Bool {
    switch (a, b) {
    case (.file(let a), .file(let b)): a < b
    case (.request(let a), .request(let b)): a < b
    case (.file, .request): true
    case (.request, .file): false
    }
  }

  /// Makes a place in a file.
  static func file(line: Int, column: Int) -> SettingPlace { .file(TomlPosition(line: line, column: column)) }

  /// The path of a key in the table at a path.
  static func path(to key: String, in path: String) -> String {
    NameRule.isName(key) ? "\(path).\(key)" : "\(path)[\(MessageText.quoted(key))]"
  }
}
