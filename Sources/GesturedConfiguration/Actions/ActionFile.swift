internal import GestureCore

/// A file of gestures and commands, for `gesturectl run`.
///
/// What is wrong with one rule does not keep the others from working: rules and mistakes come side by side.
public struct ActionFile: Sendable {
  /// The rules that can be, in the order of the file.
  public let rules: [ActionRule]
  /// What is wrong; nil where nothing is.
  public let mistakes: ConfigurationError?

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: its content: any bytes.
  ///   - file: what mistakes call it.
  public init(_ bytes: [UInt8], file: String) {
    var mistakes = MistakeList(file: file)
    let document: SettingTable
    do throws(TomlSyntaxError) {
      document = try TomlReader.read(bytes)
    } catch {
      mistakes.add(error)
      document = SettingTable([])
    }
    SectionReader(table: document, path: []).refuseUnknownKeys(known: [ActionSection.name], &mistakes)
    rules = Self.rules(of: document, &mistakes)
    self.mistakes = mistakes.error
  }

  private static func rules(of document: SettingTable, _ mistakes: inout MistakeList) -> [ActionRule] {
    guard let section = document[ActionSection.name] else { return [] }
    guard case .table(let tables) = section.value.content else {
      mistakes.add(section.value, [ActionSection.name], allowed: "tables [action.NAME]")
      return []
    }
    var rules: [ActionRule] = []
    for entry in tables.entries {
      let path = [ActionSection.name, entry.key]
      guard NameRule.isName(entry.key) else {
        mistakes.add(at: entry.keyPosition, path, found: "not a name", allowed: NameRule.allowed)
        continue
      }
      guard case .table(let table) = entry.value.content else {
        mistakes.add(entry.value, path, allowed: "a table [action.NAME]")
        continue
      }
      let reader = SectionReader(table: table, path: path)
      if let rule = ActionSection.read(reader, headAt: entry.keyPosition, &mistakes) { rules.append(rule) }
    }
    return rules
  }
}
