internal import GestureCore

/// Reads `web.toml`: every mistake with its line, key, value and nearest key.
enum WebConfigurationReader {
  /// Reads a file's bytes.
  ///
  /// - Returns: the settings, and sentences about settings that need care.
  /// - Throws: all mistakes.
  static func read(
    _ bytes: [UInt8], file: String
  ) throws(ConfigurationError) -> (configuration: WebConfiguration, warnings: [String]) {
    var mistakes = MistakeList(file: file)
    var configuration = WebConfiguration()
    do throws(TomlSyntaxError) {
      let table = try TomlReader.read(bytes)
      read(table, [], Array(WebConfiguration.keys), more: ["origin"], into: &configuration, &mistakes)
      if let entry = table["origin"] { readOrigins(entry, into: &configuration, &mistakes) }
    } catch {
      mistakes.add(error)
    }
    if let error = mistakes.error { throw error }
    return (configuration, warnings(of: configuration))
  }

  /// Reads the keys of a table.
  ///
  /// - Parameter more: known keys that are read elsewhere.
  private static func read<Table>(
    _ table: SettingTable, _ path: [String], _ keys: [(String, SettingKey<Table>)], more: [String] = [],
    into settings: inout Table, _ mistakes: inout MistakeList
  ) {
    for entry in table.entries where !more.contains(entry.key) {
      if let key = keys.first(where: { $0.0 == entry.key }) {
        key.1.read(entry.value, path + [entry.key], into: &settings, &mistakes)
      } else {
        mistakes.add(unknown: entry, path + [entry.key], known: keys.map(\.0) + more)
      }
    }
  }

  private static func readOrigins(
    _ entry: SettingEntry, into configuration: inout WebConfiguration, _ mistakes: inout MistakeList
  ) {
    func table(_ value: SettingValue, _ path: [String], allowed: String) -> SettingTable? {
      if case .table(let table) = value.content { return table }
      mistakes.add(value, path, allowed: allowed)
      return nil
    }
    let tables = table(entry.value, [entry.key], allowed: "tables such as [origin.self]")
    for entry in tables?.entries ?? [] {
      let path = ["origin", entry.key]
      let isOwn = entry.key == "self"
      guard let keys = table(entry.value, path, allowed: "a table") else { continue }
      guard isOwn || TextRule.origin.allows(entry.key) else {
        mistakes.add(
          at: entry.keyPosition, path, found: MistakeMessage.found.with(MessageText.quoted(entry.key)),
          allowed: TextRule.origin.allowed)
        continue
      }
      var origin = WebConfiguration.Origin(grants: [.coarse], isOwn: isOwn)
      read(keys, path, WebConfiguration.Origin.keys(of: entry.key), into: &origin, &mistakes)
      if isOwn { configuration.own = origin } else { configuration.origins[entry.key] = origin }
    }
  }

  /// Sentences about settings that need care.
  private static func warnings(of configuration: WebConfiguration) -> [String] {
    var warnings: [String] = []
    func warn(_ isNeeded: Bool, _ warning: String) { if isNeeded { warnings.append(warning) } }
    warn(
      configuration.origins["null"] != nil,
      "origin.null: sandboxed frames, data: addresses and local files all have this origin, of any author")
    let own = [("self", configuration.own)]
    for (name, origin) in own + configuration.origins.sorted(by: { $0.key < $1.key }) {
      let table = "origin.\(MessageText.quoted(name))"
      warn(!origin.needsToken, "\(table): every page of this origin gets its grants without the token")
      let more = Grant.allCases.filter(origin.grants.subtracting(Grant.ofOwnPages).contains)
      warn(
        origin.isOwn && !more.isEmpty,
        "\(table): only the token gives \(more.map(\.rawValue).joined(separator: ", ")), because any program of gestured-clients can send this origin"
      )
      warn(
        !configuration.raw && !origin.grants.isDisjoint(with: [.touches, .view]),
        "\(table): touches also needs raw = true, and the service in the group gestured-raw")
    }
    warn(
      configuration.allowNoOrigin,
      "allow_no_origin: programs without an origin get the grants of self; give them the Unix socket instead")
    return warnings
  }
}
