public import GestureCore

/// The manual of all keys, made from the same descriptions that a file is checked against.
public enum ConfigurationReference {
  /// The tables of `docs/configuration.md`, as Markdown, a section each.
  public static func markdown(catalog: [any Recognizer.Type] = RecognizerCatalog.types) -> String {
    var sections: [String] = []
    for listed in ConfigurationSection.all {
      let isRecognizers = listed.name == "recognizer"
      sections.append(section(listed.head + (isRecognizers ? ": every kind" : ""), listed.keys))
      guard isRecognizers else { continue }
      for type in catalog {
        sections.append(section("kind = \"\(type.kind.name)\"", type.options.map(KeyDescription.init)))
      }
    }
    return sections.joined(separator: "\n")
  }

  /// The table of recognizers of `docs/recognizers.md`, as Markdown: a row each, with their options and defaults.
  public static func recognizerTable(catalog: [any Recognizer.Type] = RecognizerCatalog.types) -> String {
    var lines = ["| `kind` | what it is | fingers | options and their defaults |", "|---|---|---|---|"]
    for type in catalog {
      let name = type.kind.name
      let allowed = type.allowedNumbersOfTouches
      let fingers =
        allowed.count == 1 ? "\(allowed.lowerBound)" : "\(allowed.lowerBound) to \(allowed.upperBound)"
      let states =
        type.alwaysDelaysTouchesBegan
        ? "Never reported." : type.isDiscrete ? "Reported once." : "Reported from `began` to `ended`."
      let options = type.options.isEmpty ? "none" : type.options.map(assignment).joined(separator: ", ")
      lines.append(
        "| [`\(name)`](#\(name)) | \(type.summary) \(states) | \(fingers) | \(options) |")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func assignment(_ option: OptionDescription) -> String {
    guard !option.isRequired else { return "`\(option.key)`, which must be set" }
    let value = "`\(option.key)` \(option.defaultValue.asTOML)"
    guard case .number(let unit, _, _) = option.domain else { return value }
    return "\(value) \(unit.rawValue)"
  }

  private static func section(_ title: String, _ keys: [KeyDescription]) -> String {
    if keys.isEmpty { return "### \(title)\n\nIt has no options of its own.\n" }
    var lines = ["### \(title)", "", "| key | value | default | meaning |", "|---|---|---|---|"]
    for key in keys {
      let defaultValue = key.defaultValue.isEmpty ? "" : "`\(key.defaultValue)`"
      lines.append("| `\(key.key)` | \(key.allowed) | \(defaultValue) | \(key.summary) |")
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
