/// A value in a TOML file, with its place.
struct TomlValue: Sendable {
  /// What a value is.
  enum Content: Sendable {
    /// A table.
    case table(TomlTable)
    /// A list.
    case array([TomlValue])
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
  }

  /// What it is.
  var content: Content
  /// Where it begins.
  var position: TomlPosition

  /// The value as a message to the author of the file calls it, on one line.
  var asFound: String {
    switch content {
    case .table: "a table"
    case .array(let elements): elements.isEmpty ? "an empty list" : "a list"
    case .string(let text): MessageText.quoted(text)
    case .integer(let value): "\(value)"
    case .number(let value): MessageText.number(value)
    case .flag(let value): "\(value)"
    case .date: "a date or a time"
    }
  }

  /// The values of a list, or this one alone: most keys take one or a list.
  var oneOrMany: [TomlValue] {
    if case .array(let elements) = content { elements } else { [self] }
  }
}
