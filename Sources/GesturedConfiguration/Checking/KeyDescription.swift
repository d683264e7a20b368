internal import GestureCore

/// A key of a section as its author must know it: what the manual prints and what messages say is allowed.
struct KeyDescription: Hashable, Sendable {
  /// The key, with its unit as the last part where it has one.
  var key: String
  /// What it may be set to, as messages say it.
  var allowed: String
  /// Its value when nothing is said, as TOML; empty where there is none.
  var defaultValue: String
  /// One sentence for a reader of the manual.
  var summary: String

  /// A key whose values are not an option's.
  init(_ key: String, allowed: String, default defaultValue: String = "", _ summary: String) {
    self.key = key
    self.allowed = allowed
    self.defaultValue = defaultValue
    self.summary = summary
  }

  /// An option.
  init(_ option: OptionDescription) {
    self.init(
      option.key, allowed: option.domain.allowed, default: option.defaultValue.asTOML,
      option.source.isEmpty ? option.summary : "\(option.summary) (\(option.source))")
  }
}

extension OptionDescription.Domain {
  /// The values of the domain, as messages say it.
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
