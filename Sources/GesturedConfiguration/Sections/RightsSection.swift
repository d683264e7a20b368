/// `[rights]`: its keys, one a right, and how they are read.
enum RightsSection {
  private static let allowed = "one or a list of \"root\", \"user:NAME\", \"group:NAME\" and \"*\" for all"
  /// Longer than any name of a user or group.
  private static let maximumLength = 255

  /// The keys in the order of the manual.
  static let keys = Right.allCases.map { right in
    KeyDescription(right.rawValue, allowed: allowed, default: "[]", summary(of: right))
  }

  /// Reads the table; an empty one gives nobody a right.
  static func read(_ reader: SectionReader, _ mistakes: inout MistakeList) -> RightsSettings {
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

  /// Whether a user or a group may be called so, as far as we care: it is looked up, and logged.
  static func isName(_ text: String) -> Bool {
    (1...maximumLength).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  private static func summary(of right: Right) -> String {
    switch right {
    case .inhibit:
      "Who may hold the lease during which nothing of one finger, no place and no raw touch goes out."
    case .ignoreInteraction:
      "Who may have all regions ignore touches that land; everybody may have their own. (MULTI-13)"
    case .cancelTouches: "Who may cancel the touches that are down. (MULTI-19)"
    case .focus: "Who may make a region first responder. (MULTI-19)"
    case .keyWindow: "Who may say which window is key. (MULTI-19)"
    case .orientation: "Who may turn a touchscreen. (MULTI-19)"
    case .audio:
      "Who may say what sound is for, have it told to go to the loudspeaker, and report what a sound server knows. (AUD-14, "
        + "AUD-16, AUD-19)"
    case .scene:
      "Whose regions and recognizers take part in what everybody hears: a kiosk's own application. Those of others take part in "
        + "what their own user hears alone. (MULTI-1, DMN-2)"
    case .motion:
      "Who may read raw motion up to 100 times a second; everybody else at most 10 times a second. (MOT-18)"
    case .stacking:
      "Who may add windows, or have a region capture what hits another owner's. (MULTI-18)"
    }
  }
}
