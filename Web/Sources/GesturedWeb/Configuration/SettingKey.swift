internal import GestureCore

/// A key of a table: the place of its values, and those that are allowed.
enum SettingKey<Table>: Sendable {
  case flag(any WritableKeyPath<Table, Bool> & Sendable)
  case number(any WritableKeyPath<Table, Int> & Sendable, ClosedRange<Int>)
  case text(any WritableKeyPath<Table, String> & Sendable, TextRule)
  case list(any WritableKeyPath<Table, [String]> & Sendable, TextRule)

  /// Reads a value into the table, or adds its mistakes.
  func read(
    _ value: SettingValue, _ keys: [String], into table: inout Table, _ mistakes: inout MistakeList
  ) {
    switch (self, value.content) {
    case (.flag(let place), .flag(let flag)): table[keyPath: place] = flag
    case (.number(let place, let range), .integer(let number)) where range.contains(number):
      table[keyPath: place] = number
    case (.text(let place, let rule), .string(let text)) where rule.allows(text): table[keyPath: place] = text
    case (.list(let place, let rule), .array(let elements)):
      table[keyPath: place] = elements.compactMap { element in
        let text = if case .string(let text) = element.content { text } else { "" }
        if rule.allows(text) { return text }
        mistakes.add(
          element, keys, allowed: rule.allowed, hint: NearestWord.nearest(to: text, among: rule.words))
        return nil
      }
    default: mistakes.add(value, keys, allowed: allowed)
    }
  }

  private var allowed: String {
    switch self {
    case .flag: "true or false"
    case .number(_, let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .text(_, let rule): rule.allowed
    case .list(_, let rule): "a list of \(rule.allowed)"
    }
  }

  /// The value as TOML.
  func toml(of table: Table) -> String {
    let quoted = { "\"" + VisibleText.visible($0, escapingQuotes: true, maximumLength: .max) + "\"" }
    return switch self {
    case .flag(let place): "\(table[keyPath: place])"
    case .number(let place, _): "\(table[keyPath: place])"
    case .text(let place, _): quoted(table[keyPath: place])
    case .list(let place, _): "[" + table[keyPath: place].map(quoted).joined(separator: ", ") + "]"
    }
  }
}

/// The texts that a key allows.
struct TextRule: Sendable {
  /// The allowed texts, as messages name them.
  let allowed: String
  /// The words that a wrong text may have meant.
  var words: [String] = []
  /// Whether a text is allowed. The empty text never is.
  let allows: @Sendable (String) -> Bool
}
