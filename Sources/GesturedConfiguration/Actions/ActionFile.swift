internal import GestureCore
internal import GestureProtocol

/// A file of gestures and commands, for `gesturectl run`.
///
/// A mistake in one rule does not disable the others: rules and mistakes are returned side by side.
public struct ActionFile: Sendable {
  /// The valid rules, in the order of the file.
  public let rules: [ActionRule]
  /// The mistakes; nil where there are none.
  public let mistakes: ConfigurationError?

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: the content: any bytes.
  ///   - file: the file's name in mistakes.
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
    // All rules share one subscription, and so the number of its spans.
    var idleSpans = Set<Double>()
    for entry in tables.entries {
      let path = [ActionSection.name, entry.key]
      guard NameRule.isName(entry.key) else {
        mistakes.add(
          at: entry.keyPosition, path, found: MistakeMessage.notAName.with(), allowed: NameRule.allowed)
        continue
      }
      guard case .table(let table) = entry.value.content else {
        mistakes.add(entry.value, path, allowed: "a table [action.NAME]")
        continue
      }
      let reader = SectionReader(table: table, path: path)
      guard let rule = ActionSection.read(reader, headAt: entry.keyPosition, &mistakes) else { continue }
      let spans = idleSpans.union(rule.idleSpans)
      if spans.count > SubscribeCommand.mostIdleSpans, let entry = table[ActionSection.idle.key] {
        mistakes.add(
          at: entry.value.position, path + [ActionSection.idle.key],
          found: MistakeMessage.found.with("\(spans.count) spans in the file"),
          allowed: "at most \(SubscribeCommand.mostIdleSpans)")
        continue
      }
      idleSpans = spans
      rules.append(rule)
    }
    return rules
  }
}
