import GestureProtocol

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
    // Neither https nor a loopback address.
    let plain = origins.filter { origin in
      let isOwn = ["127.", "localhost", "[::1]"].contains { origin.hasPrefix("http://" + $0) }
      return origin.hasPrefix("http://") && !isOwn
    }
    var policy = ["LoopbackNetworkAllowedForUrls": JSONValue.list(origins.map(JSONValue.text))]
    var notes: [String] = []
    if !plain.isEmpty {
      policy["OverrideSecurityRestrictionsOnInsecureOrigin"] = .list(plain.map(JSONValue.text))
      notes.append(
        "\(plain.joined(separator: ", ")): the policy makes it a secure context, although anybody in the network can change its pages. Serve it with https or from gestured-web instead."
      )
    }
    notes.append("Chromium (Debian) reads /etc/chromium/policies/managed/gestured.json.")
    notes.append("Chrome reads /etc/opt/chrome/policies/managed/gestured.json.")
    var json: [UInt8] = []
    JSONValue.object(policy).append(to: &json)
    return (String(decoding: json, as: UTF8.self), notes)
  }
}
