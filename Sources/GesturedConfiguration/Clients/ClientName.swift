internal import GestureCore

/// The key `name` in the declarations of clients.
enum ClientName {
  private static let key = "name"

  /// Reads the name. A wrong name adds a mistake and reads as empty.
  static func read(_ table: SettingTable, path: String, _ mistakes: inout MistakeList) -> String {
    guard let entry = table[key] else {
      mistakes.add(
        at: .request(path), [path, key], problem: .missing, found: MistakeMessage.missing.with(),
        allowed: NameRule.allowed)
      return ""
    }
    guard case .string(let name) = entry.value.content, NameRule.isName(name) else {
      mistakes.add(entry.value, [path, key], allowed: NameRule.allowed)
      return ""
    }
    return name
  }
}
