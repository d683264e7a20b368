internal import GestureCore

/// A section's key for its author: the manual prints it, and messages tell its allowed values.
struct KeyDescription: Hashable, Sendable {
  /// The key, with its unit as the last part where it has one.
  var key: String
  /// The allowed values, as messages tell them.
  var allowed: String
  /// The default, as TOML; empty where the key has none.
  var defaultValue: String
  /// One sentence for a reader of the manual.
  var summary: String

  /// A key with values other than an option's.
  init(_ key: String, allowed: String, default defaultValue: String = "", _ summary: String) {
    self.key = key
    self.allowed = allowed
    self.defaultValue = defaultValue
    self.summary = summary
  }

  /// The key of an option.
  init(_ option: OptionDescription) {
    self.init(
      option.key, allowed: option.domain.allowed,
      default: option.isRequired ? "" : option.defaultValue.asTOML,
      option.source.isEmpty ? option.summary : "\(option.summary) (\(option.source))")
  }
}

extension OptionDescription.Domain {
  /// The domain's values, as messages tell them.
  var allowed: String {
    switch self {
    case .number(let unit, let range, _):
      "a number from \(MessageText.number(range.lowerBound)) to \(MessageText.number(range.upperBound)) "
        + unit.rawValue
    case .integer(let range, _): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .flag: "true or false"
    case .words(let words, _): "one or a list of " + words.joined(separator: ", ")
    }
  }
}

extension OptionValue {
  /// The value as TOML writes it.
  var asTOML: String {
    switch self {
    case .number(let value): MessageText.number(value)
    case .integer(let value): "\(value)"
    case .flag(let value): "\(value)"
    case .words(let words): "[" + words.map(MessageText.quoted).joined(separator: ", ") + "]"
    }
  }
}
