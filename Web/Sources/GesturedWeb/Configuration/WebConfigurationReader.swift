internal import GestureCore

/// Reads `web.toml`: every mistake with its line, key, value and nearest key.
public struct WebConfigurationReader {
  private static let keys = [
    "listen", "pages", "hosts", "allow_no_origin", "frame_ancestors", "pages_csp", "socket", "raw_socket",
    "raw", "regions_per_page", "recognizers_per_page", "maximum_pages", "pages_per_origin", "origin",
  ]
  private static let originKeys = ["allow", "token"]

  private var mistakes: MistakeList
  private var configuration = WebConfiguration()
  private var warnings: [String] = []
  private let file: String

  private init(file: String) {
    self.file = file
    mistakes = MistakeList(file: file)
  }

  /// Reads a file's bytes.
  ///
  /// - Returns: the settings, and sentences about settings that need care.
  /// - Throws: all mistakes.
  public static func read(
    _ bytes: [UInt8], file: String
  ) throws(ConfigurationError) -> (configuration: WebConfiguration, warnings: [String]) {
    var reader = WebConfigurationReader(file: file)
    do throws(TomlSyntaxError) {
      reader.read(try TomlReader.read(bytes))
    } catch {
      reader.mistakes.add(error)
    }
    if let error = reader.mistakes.error { throw error }
    return (reader.configuration, reader.warnings)
  }

  private mutating func read(_ table: SettingTable) {
    for entry in table.entries {
      switch entry.key {
      case "listen":
        let allowed = "loopback addresses with a port, such as \"127.0.0.1:4378\" and \"[::1]:4378\""
        configuration.listen = texts(entry, allowed: allowed, Self.address)
      case "pages": configuration.pages = path(entry)
      case "hosts":
        configuration.hosts = texts(entry, allowed: "names of hosts, with or without a port", Self.host)
      case "allow_no_origin": configuration.allowNoOrigin = flag(entry)
      case "frame_ancestors":
        configuration.frameAncestors = texts(entry, allowed: Self.allowedOrigin, Self.origin)
      case "pages_csp":
        configuration.pagesPolicy = text(entry, allowed: "one line of printable ASCII") {
          !$0.isEmpty && $0.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        }
      case "socket": configuration.socket = path(entry) ?? configuration.socket
      case "raw_socket": configuration.rawSocket = path(entry) ?? configuration.rawSocket
      case "raw": configuration.raw = flag(entry)
      case "regions_per_page": configuration.regionsPerPage = number(entry, 1...1024)
      case "recognizers_per_page": configuration.recognizersPerPage = number(entry, 1...1024)
      case "maximum_pages": configuration.maximumPages = number(entry, 1...256)
      case "pages_per_origin": configuration.pagesPerOrigin = number(entry, 1...256)
      case "origin": readOrigins(entry)
      default: mistakes.add(unknown: entry, [entry.key], known: Self.keys)
      }
    }
    if configuration.allowNoOrigin {
      warnings.append(
        "allow_no_origin: programs without an origin get the grants of self; give them the Unix socket instead"
      )
    }
  }

  private mutating func readOrigins(_ entry: SettingEntry) {
    guard case .table(let tables) = entry.value.content else {
      mistakes.add(entry.value, [entry.key], allowed: "tables such as [origin.self]")
      return
    }
    for table in tables.entries {
      let path = [entry.key, table.key]
      guard case .table(let keys) = table.value.content else {
        mistakes.add(table.value, path, allowed: "a table")
        continue
      }
      let isOwn = table.key == "self"
      let name = isOwn ? table.key : Self.origin(table.key)
      guard let name, isOwn || name == table.key else {
        mistakes.add(
          at: table.keyPosition, path, found: MistakeMessage.found.with(MessageText.quoted(table.key)),
          allowed: Self.allowedOrigin)
        continue
      }
      let origin = readOrigin(keys, path, isOwn: isOwn)
      if isOwn { configuration.own = origin } else { configuration.origins[name] = origin }
      warn(of: name, origin, isOwn: isOwn)
    }
  }

  private mutating func readOrigin(
    _ table: SettingTable, _ path: [String], isOwn: Bool
  ) -> WebConfiguration.Origin {
    var origin = WebConfiguration.Origin(grants: [.coarse], needsToken: !isOwn)
    for entry in table.entries {
      switch entry.key {
      case "allow":
        let words = Grant.allCases.map(\.rawValue)
        origin.grants = Set(
          texts(entry, path, allowed: words.joined(separator: ", "), hints: words, Grant.init(rawValue:)))
      case "token" where !isOwn: origin.needsToken = flag(entry, path)
      default:
        mistakes.add(
          unknown: entry, path + [entry.key], known: isOwn ? ["allow"] : Self.originKeys)
      }
    }
    return origin
  }

  private mutating func warn(of name: String, _ origin: WebConfiguration.Origin, isOwn: Bool) {
    if name == "null" {
      warnings.append(
        "origin.null: sandboxed frames, data: addresses and local files all have this origin, of any author")
    }
    if !isOwn, !origin.needsToken {
      warnings.append(
        "origin.\(MessageText.quoted(name)): every page of this origin gets its grants without the token")
    }
    if !configuration.raw, !origin.grants.isDisjoint(with: [.touches, .view]) {
      warnings.append(
        "origin.\(MessageText.quoted(name)): touches also needs raw = true, and the service in the group gestured-raw"
      )
    }
  }

  // MARK: Values

  private mutating func flag(_ entry: SettingEntry, _ path: [String] = []) -> Bool {
    if case .flag(let flag) = entry.value.content { return flag }
    mistakes.add(entry.value, path + [entry.key], allowed: "true or false")
    return false
  }

  private mutating func number(_ entry: SettingEntry, _ range: ClosedRange<Int>) -> Int {
    if case .integer(let number) = entry.value.content, range.contains(number) { return number }
    mistakes.add(
      entry.value, [entry.key], allowed: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    return range.lowerBound
  }

  private mutating func text(
    _ entry: SettingEntry, allowed: String, where isAllowed: (String) -> Bool
  ) -> String? {
    if case .string(let text) = entry.value.content, isAllowed(text) { return text }
    mistakes.add(entry.value, [entry.key], allowed: allowed)
    return nil
  }

  private mutating func path(_ entry: SettingEntry) -> String? {
    text(entry, allowed: "an absolute path") { $0.hasPrefix("/") && !$0.utf8.contains(0) }
  }

  private mutating func texts<Value>(
    _ entry: SettingEntry, _ path: [String] = [], allowed: String, hints: [String] = [],
    _ make: (String) -> Value?
  ) -> [Value] {
    guard case .array(let elements) = entry.value.content else {
      mistakes.add(entry.value, path + [entry.key], allowed: "a list of \(allowed)")
      return []
    }
    var values: [Value] = []
    for element in elements {
      if case .string(let text) = element.content {
        if let value = make(text) {
          values.append(value)
        } else {
          mistakes.add(
            element, path + [entry.key], allowed: allowed, hint: NearestWord.nearest(to: text, among: hints))
        }
      } else {
        mistakes.add(element, path + [entry.key], allowed: allowed)
      }
    }
    return values
  }

  private static func address(_ text: String) -> WebConfiguration.Address? {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
      return nil
    }
    let host = text[..<colon]
    if host == "[::1]" { return WebConfiguration.Address(host: "::1", port: Int(port)) }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    guard parts.count == 4, parts.first == 127, !parts.contains(nil) else { return nil }
    return WebConfiguration.Address(host: String(host), port: Int(port))
  }

  private static let hostLetters = Set("abcdefghijklmnopqrstuvwxyz0123456789.-:[]".utf8)

  private static func host(_ text: String) -> String? {
    !text.isEmpty && text.utf8.allSatisfy(hostLetters.contains) ? text : nil
  }

  private static let allowedOrigin =
    "null, or a scheme with a host in lower case, such as \"https://panel.example\", without path or *"

  /// An origin in its serialized form.
  static func origin(_ text: String) -> String? {
    if text == "null" { return text }
    for scheme in ["https://", "http://"] where text.hasPrefix(scheme) {
      let authority = String(text.dropFirst(scheme.count))
      let port = scheme == "https://" ? ":443" : ":80"
      return host(authority) == nil || authority.hasSuffix(port) ? nil : text
    }
    return nil
  }
}
