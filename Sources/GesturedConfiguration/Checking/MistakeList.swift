/// Collects the mistakes of one file.
struct MistakeList {
  /// More are counted, not kept: nobody reads them, and a hostile file would cost a hint for each.
  static let maximumCount = 100

  private let file: String
  private var mistakes: [ConfigurationMistake] = []
  private var omitted = 0

  /// An empty list for a file.
  init(file: String) {
    self.file = MessageText.visible(file, maximumLength: 4096)
  }

  /// Whether further mistakes are only counted.
  var isFull: Bool { mistakes.count >= Self.maximumCount }

  /// What was collected; nil where nothing was.
  var error: ConfigurationError? {
    guard !mistakes.isEmpty else { return nil }
    let sorted = mistakes.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    return ConfigurationError(mistakes: sorted, omitted: omitted)
  }

  /// Adds one.
  mutating func add(
    at position: TomlPosition, _ keys: [String], found: @autoclosure () -> String, allowed: String? = nil,
    hint: @autoclosure () -> String? = nil
  ) {
    guard !isFull else {
      omitted += 1
      return
    }
    mistakes.append(
      ConfigurationMistake(
        file: file, line: position.line, column: position.column, keyPath: MessageText.keyPath(keys),
        found: found(), allowed: allowed, hint: hint()))
  }

  /// Adds a value that is not what its key takes.
  mutating func add(
    _ value: TomlValue, _ keys: [String], allowed: String, hint: @autoclosure () -> String? = nil
  ) {
    add(at: value.position, keys, found: "found \(value.asFound)", allowed: allowed, hint: hint())
  }

  /// Adds a key that is not known, with the nearest one that is, else all of them.
  mutating func add(unknown entry: TomlEntry, _ keys: [String], known: [String]) {
    guard !isFull else {
      omitted += 1
      return
    }
    let hint = NearestWord.nearest(to: entry.key, among: known)
    add(
      at: entry.keyPosition, keys, found: "unknown key",
      allowed: hint == nil ? known.joined(separator: ", ") : nil, hint: hint)
  }
}
