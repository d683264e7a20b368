public import GestureCore

/// The combined values of all files as TOML, with the place of each: the output of `--print-config`.
///
/// Values that no file sets are written as comments with their defaults. Some keys mean something else when they are
/// left out, so reading the text again gives the same configuration.
public enum EffectiveConfiguration {
  /// The text.
  ///
  /// - Throws: all mistakes of the files, as for reading them.
  public static func text(
    of files: [ConfigurationText], catalog: [any Recognizer.Type] = RecognizerCatalog.types
  ) throws(ConfigurationError) -> String {
    var checker = ConfigurationChecker(files, catalog: catalog)
    _ = try checker.check()
    var page = Page(files: files.map { MessageText.visible($0.file, maximumLength: 4096) })
    for name in page.files { page.lines.append("# \(name)") }
    let said = checker.document
    for section in ConfigurationSection.all {
      guard case .table(let table) = said[section.name]?.value.content ?? .table(SettingTable([])) else {
        continue
      }
      guard section.placeholder != nil else {
        page.add(table, [section.name], section.keys)
        continue
      }
      for entry in table.entries {
        guard case .table(let own) = entry.value.content else { continue }
        page.add(own, [section.name, entry.key], section.keys + keys(of: own, in: section.name, catalog))
      }
    }
    return page.lines.joined(separator: "\n")
  }

  /// The keys of a table that other tables of its section lack: those of a recognizer's kind.
  private static func keys(
    of table: SettingTable, in section: String, _ catalog: [any Recognizer.Type]
  ) -> [KeyDescription] {
    guard section == "recognizer",
      case .string(let kind) = table[RecognizerSection.kindKey]?.value.content,
      let type = catalog.first(where: { $0.kind.name == kind })
    else { return [] }
    return type.options.map(KeyDescription.init)
  }
}

/// The lines of the text.
private struct Page {
  let files: [String]
  var lines: [String] = []

  /// Adds a table: the values that are set, then the defaults of the others, then the tables in it.
  mutating func add(_ table: SettingTable, _ path: [String], _ keys: [KeyDescription]) {
    lines += ["", "[\(MessageText.keyPath(path))]"]
    for entry in table.entries {
      if case .table = entry.value.content { continue }
      lines.append(
        "\(MessageText.keyPath([entry.key])) = \(entry.value.asTOML)  # \(origin(of: entry.value))")
    }
    for key in keys where table[key.key] == nil && !key.defaultValue.isEmpty {
      lines.append("#\(key.key) = \(key.defaultValue)  # default")
    }
    for entry in table.entries {
      guard case .table(let inner) = entry.value.content else { continue }
      add(inner, path + [entry.key], [])
    }
  }

  private func origin(of value: SettingValue) -> String {
    guard case .file(let position) = value.position, files.indices.contains(position.file) else { return "" }
    return "\(files[position.file]):\(position.line):\(position.column)"
  }
}

extension SettingValue {
  /// The value as TOML writes it, on one line, fit for a terminal.
  fileprivate var asTOML: String {
    switch content {
    case .string(let text): SettingValue.quoted(text)
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .flag(let value): "\(value)"
    case .array(let values): "[" + values.map(\.asTOML).joined(separator: ", ") + "]"
    case .table(let table):
      "{ "
        + table.entries.map { "\(MessageText.keyPath([$0.key])) = \($0.value.asTOML)" }
        .joined(separator: ", ") + " }"
    // The check refuses these values.
    case .date, .null: "\"\""
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if MessageText.isTreacherous(scalar) {
        let digits = String(scalar.value, radix: 16)
        result += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      } else {
        if scalar == "\"" || scalar == "\\" { result += "\\" }
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
