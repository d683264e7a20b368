public import GestureCore

/// The manual of all keys, made from the same descriptions that a file is checked against.
public enum ConfigurationReference {
  /// The tables of `docs/configuration.md`, as Markdown, a section each.
  public static func markdown(catalog: [any Recognizer.Type] = RecognizerCatalog.types) -> String {
    var sections = [section("[recognizer.NAME]: every kind", RecognizerSection.keys)]
    for type in catalog {
      sections.append(section("kind = \"\(type.kind.name)\"", type.options.map(KeyDescription.init)))
    }
    sections.append(section("[touch]", TouchSection.keys))
    sections.append(section("[device.NAME]", DeviceSection.keys))
    sections.append(section("[exclusion.NAME]", ExclusionSection.keys))
    sections.append(section("[socket]", SocketSection.keys))
    return sections.joined(separator: "\n")
  }

  private static func section(_ title: String, _ keys: [KeyDescription]) -> String {
    var lines = ["### \(title)", "", "| key | value | default | meaning |", "|---|---|---|---|"]
    for key in keys {
      let defaultValue = key.defaultValue.isEmpty ? "" : "`\(key.defaultValue)`"
      lines.append("| `\(key.key)` | \(key.allowed) | \(defaultValue) | \(key.summary) |")
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
