/// The version of the program: that of gestured.
let webVersion = "0.1.0"

/// The managed policy with which Chromium lets pages of other origins connect to this machine.
enum BrowserPolicy {
  /// The policy for origins, and sentences about what it does.
  ///
  /// - Returns: nil for an argument that is no origin.
  static func make(_ origins: [String]) -> (json: String, notes: [String])? {
    guard !origins.isEmpty, !origins.contains("null"), origins.allSatisfy(TextRule.origin.allows) else {
      return nil
    }
    let quoted = { (list: [String]) in "[" + list.map { "\"\($0)\"" }.joined(separator: ",") + "]" }
    let plain = origins.filter(isPlain)
    var json = "{\"LoopbackNetworkAllowedForUrls\":\(quoted(origins))"
    var notes: [String] = []
    if !plain.isEmpty {
      json += ",\"OverrideSecurityRestrictionsOnInsecureOrigin\":\(quoted(plain))"
      notes.append(
        "\(plain.joined(separator: ", ")): the policy makes it a secure context, although anybody in the network can change its pages. Serve it with https or from gestured-web instead."
      )
    }
    notes.append("Chromium (Debian) reads /etc/chromium/policies/managed/gestured.json.")
    notes.append("Chrome reads /etc/opt/chrome/policies/managed/gestured.json.")
    return (json + "}", notes)
  }

  /// Whether an origin has neither https nor a loopback address.
  private static func isPlain(_ origin: String) -> Bool {
    guard origin.hasPrefix("http://") else { return false }
    let host = origin.dropFirst("http://".count)
    return !["127.", "localhost", "[::1]"].contains { host.hasPrefix($0) }
  }
}
