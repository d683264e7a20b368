/// Removes disabled tables: a table with `enabled = false` counts as missing, so that a later file can remove a table
/// of an earlier one.
///
/// Recognizers are not among them: `RecognizerSection` removes them, since other tables may still name them.
enum EnabledTables {
  /// The key.
  static let key = KeyDescription(
    "enabled", allowed: "true or false", default: "true", "`false` removes the table.")

  /// The sections with named tables that have the key.
  private static let sections: Set = ["region", "window", "controller", "device", "exclusion"]

  /// The document without the removed tables and without the key.
  static func of(_ document: SettingTable, _ mistakes: inout MistakeList) -> SettingTable {
    SettingTable(
      document.entries.map { entry in
        guard sections.contains(entry.key), case .table(let tables) = entry.value.content else {
          return entry
        }
        var section = entry
        section.value.content = .table(kept(of: tables, in: entry.key, &mistakes))
        return section
      })
  }

  private static func kept(
    of tables: SettingTable, in section: String, _ mistakes: inout MistakeList
  ) -> SettingTable {
    var kept: [SettingEntry] = []
    for entry in tables.entries {
      guard case .table(let table) = entry.value.content else {
        kept.append(entry)
        continue
      }
      let reader = SectionReader(table: table, path: [section, entry.key])
      guard reader.flag(key.key, default: true, &mistakes) else { continue }
      var rest = entry
      rest.value.content = .table(SettingTable(table.entries.filter { $0.key != key.key }))
      kept.append(rest)
    }
    return SettingTable(kept)
  }
}
