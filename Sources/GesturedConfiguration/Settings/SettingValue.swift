/// A value in a file or a request, with its place.
struct SettingValue: Hashable, Sendable {
  /// The content of a value.
  enum Content: Hashable, Sendable {
    /// A table.
    case table(SettingTable)
    /// A list.
    case array([SettingValue])
    /// A string.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// A number, possibly infinite or not a number.
    case number(Double)
    /// Yes or no.
    case flag(Bool)
    /// A date, a time, or both.
    case date
    /// Null, which requests may contain.
    case null
  }

  /// The value's content.
  var content: Content
  /// The place of the value's beginning.
  var position: SettingPlace

  /// A value at a place.
  init(content: Content, position: SettingPlace) {
    self.content = content
    self.position = position
  }

  /// A value of a request.
  init(_ value: PlainSetting, path: String) {
    position = .request(path)
    switch value {
    case .null: content = .null
    case .flag(let flag): content = .flag(flag)
    case .integer(let number): content = .integer(number)
    case .number(let number): content = .number(number)
    case .text(let text): content = .string(text)
    case .list(let values):
      content = .array(
        values.enumerated().map { SettingValue($0.element, path: "\(path)[\($0.offset)]") })
    case .table(let fields): content = .table(SettingTable(fields, path: path))
    }
  }

  /// The value in the words of messages to its author, on one line.
  var asFound: String {
    switch content {
    case .table: "a table"
    case .array(let elements): elements.isEmpty ? "an empty list" : "a list"
    case .string(let text): MessageText.quoted(text)
    case .integer(let value): "\(value)"
    case .number(let value): MessageText.number(value)
    case .flag(let value): "\(value)"
    case .date: "a date or a time"
    case .null: "null"
    }
  }

  /// The approximate size in bytes with its place, rather too large.
  var keptBytes: Int {
    let overhead = 256
    switch content {
    case .table(let table): return overhead + table.keptBytes
    case .array(let elements): return elements.reduce(overhead) { $0 + $1.keptBytes }
    case .string(let text): return overhead + 2 * text.utf8.count
    case .integer, .number, .flag, .date, .null: return overhead
    }
  }

  /// The values of a list, or this value alone: most keys accept one or a list.
  var oneOrMany: [SettingValue] {
    if case .array(let elements) = content { elements } else { [self] }
  }
}

/// A value of a request, from which settings are made.
public enum PlainSetting: Hashable, Sendable {
  /// Null.
  case null
  /// Yes or no.
  case flag(Bool)
  /// A whole number.
  case integer(Int)
  /// A number.
  case number(Double)
  /// A text.
  case text(String)
  /// A list.
  case list([PlainSetting])
  /// A table.
  case table([String: PlainSetting])
}
