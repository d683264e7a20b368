import NIOHTTP1

/// A refusal of a request: the status and one sentence.
struct Refusal: Error {
  let status: HTTPResponseStatus
  let sentence: String

  init(_ status: HTTPResponseStatus, _ sentence: String) {
    self.status = status
    self.sentence = sentence
  }
}

/// Which requests are answered at all: the checks of `Host`, `Origin` and the target, before anything else is asked.
struct HostCheck {
  /// A request that passed.
  struct Passed: Equatable {
    /// The host that the page asked, with its port unless that is 80.
    var host: String
    /// The path and what follows, without scheme and authority.
    var target: String
    /// The path, up to the query.
    var path: Substring { target.prefix { $0 != "?" } }
  }

  /// Names of this machine besides 127.0.0.1, localhost and [::1], with or without a port.
  var hosts: [String]
  /// The port that was connected to.
  var port: Int

  /// Checks the version, the host and the target.
  func check(_ head: HTTPRequestHead) throws(Refusal) -> Passed {
    guard head.version == .http1_1 else { throw Refusal(.httpVersionNotSupported, "Use HTTP/1.1.") }
    let fields = head.headers["host"]
    guard fields.count == 1, let field = fields.first else {
      throw Refusal(.badRequest, "Send one Host field.")
    }
    let host = Self.withoutDefaultPort(field.lowercased())
    guard isOwn(host) else {
      throw Refusal(
        .misdirectedRequest,
        "This host is not served here. Use localhost, 127.0.0.1 or [::1], or add it to hosts.")
    }
    var target = head.uri[...]
    if !target.hasPrefix("/") {
      guard target.lowercased().hasPrefix("http://") else { throw Refusal(.badRequest, "Ask for a path.") }
      target = target.dropFirst("http://".count)
      let authority = target.prefix { $0 != "/" && $0 != "?" }
      guard Self.withoutDefaultPort(authority.lowercased()) == host else {
        throw Refusal(.badRequest, "The address and the Host field differ.")
      }
      target = target.dropFirst(authority.count)
      if !target.hasPrefix("/") { target = "/" + target }
    }
    return Passed(host: host, target: String(target))
  }

  private static func withoutDefaultPort(_ host: String) -> String {
    host.hasSuffix(":80") ? String(host.dropLast(3)) : host
  }

  private func isOwn(_ host: String) -> Bool {
    let ending = port == 80 ? "" : ":\(port)"
    return ["127.0.0.1", "localhost", "[::1]"].contains { host == $0 + ending }
      || hosts.contains { host == $0 || host == $0 + ending }
  }
}
