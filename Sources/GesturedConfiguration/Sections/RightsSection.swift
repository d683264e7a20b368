/// The keys of `[rights]`, one a right, and their reading.
enum RightsSection {
  private static let allowed = "one or a list of \"root\", \"user:NAME\", \"group:NAME\" and \"*\" for all"
  /// Longer than any name of a user or group.
  private static let maximumLength = 255

  /// The keys in the order of the manual.
  static let keys = Right.allCases.map { right in
    KeyDescription(right.rawValue, allowed: allowed, default: "[]", right.summary)
  }

  /// Reads the table; an empty one gives no right to any client.
  static func read(_ reader: SectionReader, _ mistakes: inout MistakeList) -> RightsSettings {
    guard !reader.table.entries.isEmpty else { return RightsSettings() }
    reader.refuseUnknownKeys(known: keys.map(\.key), &mistakes)
    var settings = RightsSettings()
    for right in Right.allCases {
      for (text, value) in reader.texts(right.rawValue, allowed: allowed, &mistakes) {
        if let holder = holder(text) {
          settings[right].append(holder)
        } else {
          mistakes.add(value, reader.path + [right.rawValue], allowed: allowed)
        }
      }
    }
    return settings
  }

  private static func holder(_ text: String) -> RightHolder? {
    if text == "root" { return .root }
    if text == "*" { return .everyone }
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let name = String(text[text.index(after: colon)...])
    guard isName(name) else { return nil }
    switch text[..<colon] {
    case "user": return .user(name)
    case "group": return .group(name)
    default: return nil
    }
  }

  /// Whether a text may name a user or a group: it is looked up and logged later.
  static func isName(_ text: String) -> Bool {
    (1...maximumLength).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}

/// A holder of a right: an element of a list in `[rights]`.
public enum RightHolder: Hashable, Sendable {
  /// `"root"`: every program of root. Root has all rights anyway.
  case root
  /// `"user:NAME"`: a user, by name or number.
  case user(String)
  /// `"group:NAME"`: the members of a group, by name or number.
  case group(String)
  /// `"*"`: every client that may connect.
  case everyone
}

/// The rights of clients over others: `[rights]`. Root and the daemon's own user have all rights.
public struct RightsSettings: Hashable, Sendable {
  private var holders: [Right: [RightHolder]]

  /// Settings; a right without holders belongs to no other user.
  public init(_ holders: [Right: [RightHolder]] = [:]) {
    self.holders = holders
  }

  /// The holders of a right, in the order of the file.
  public subscript(right: Right) -> [RightHolder] {
    get { holders[right] ?? [] }
    set { holders[right] = newValue.isEmpty ? nil : newValue }
  }
}
