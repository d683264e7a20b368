import NIOCore

extension SocketAddress {
  /// The address of a text such as `127.0.0.1:80` or `[::1]:80`; nil for one that is not of this machine alone.
  init?(loopback text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
      return nil
    }
    // An address with colons stands in brackets.
    let host = text[..<colon] == "[::1]" ? "::1" : text[..<colon].contains(":") ? "" : String(text[..<colon])
    guard let address = try? SocketAddress(ipAddress: host, port: Int(port)), address.isLoopback else {
      return nil
    }
    self = address
  }

  /// Whether the address is one of this machine alone.
  var isLoopback: Bool { ipAddress == "::1" || ipAddress?.hasPrefix("127.") == true }

  /// The address as a host of URLs.
  var host: String {
    let host = ipAddress ?? ""
    return "\(host.contains(":") ? "[\(host)]" : host):\(port ?? 0)"
  }
}

/// The keys of `web.toml`, in the order in which they are printed.
extension WebConfiguration {
  static let keys: KeyValuePairs<String, SettingKey<WebConfiguration>> = [
    "listen": .list(\.listen, .address),
    "pages": .text(\.pages, .path),
    "hosts": .list(\.hosts, .host),
    "allow_no_origin": .flag(\.allowNoOrigin),
    "frame_ancestors": .list(\.frameAncestors, .origin),
    "pages_csp": .text(\.policy, .policy),
    "socket": .text(\.socket, .path),
    "raw_socket": .text(\.rawSocket, .path),
    "raw": .flag(\.raw),
    "regions_per_page": .number(\.regionsPerPage, 1...1024),
    "recognizers_per_page": .number(\.recognizersPerPage, 1...1024),
    "maximum_pages": .number(\.maximumPages, 1...256),
    "pages_per_origin": .number(\.pagesPerOrigin, 1...256),
  ]

  /// The settings as TOML.
  var toml: String {
    var lines = Self.keys.map { key, setting in
      let isMissing = key == "pages" && pages.isEmpty
      return isMissing ? "# pages = \"/srv/kiosk\"" : "\(key) = \(setting.toml(of: self))"
    }
    let tables = [("self", own)] + origins.sorted { $0.key < $1.key }.map { ("\"\($0)\"", $1) }
    for (name, origin) in tables {
      lines += ["", "[origin.\(name)]"] + Origin.keys(of: name).map { "\($0) = \($1.toml(of: origin))" }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension WebConfiguration.Origin {
  /// The keys of an origin's table. Nothing lifts the token from pages that the service serves, because any program can send their origin.
  static func keys(of name: String) -> [(String, SettingKey<Self>)] {
    [("allow", .list(\.words, .grant))] + (name == "self" ? [] : [("token", .flag(\.needsToken))])
  }

  private var words: [String] {
    get { Grant.allCases.filter(grants.contains).map(\.rawValue) }
    set { grants = Set(newValue.compactMap(Grant.init)) }
  }
}

extension TextRule {
  static let address = TextRule(
    allowed: "loopback addresses with a port, such as \"127.0.0.1:4378\" and \"[::1]:4378\""
  ) { SocketAddress(loopback: $0) != nil }
  static let path = TextRule(allowed: "an absolute path") { $0.hasPrefix("/") && !$0.utf8.contains(0) }
  static let policy = TextRule(allowed: "one line of printable ASCII") {
    !$0.isEmpty && $0.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }
  static let host = TextRule(allowed: "names of hosts, with or without a port") {
    !$0.isEmpty && $0.utf8.allSatisfy(hostLetters.contains)
  }
  static let grant = TextRule(allowed: grants.joined(separator: ", "), words: grants) {
    Grant(rawValue: $0) != nil
  }
  /// An origin in its serialized form.
  static let origin = TextRule(
    allowed:
      "null, or a scheme with a host in lower case, such as \"https://panel.example\", without path or *"
  ) { text in
    text == "null"
      || ["https://": ":443", "http://": ":80"].contains { scheme, port in
        text.hasPrefix(scheme) && host.allows(String(text.dropFirst(scheme.count))) && !text.hasSuffix(port)
      }
  }

  private static let grants = Grant.allCases.map(\.rawValue)
  private static let hostLetters = Set("abcdefghijklmnopqrstuvwxyz0123456789.-:[]".utf8)
}
