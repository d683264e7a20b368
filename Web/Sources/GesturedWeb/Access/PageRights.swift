internal import GestureCore
import GestureProtocol

/// The rights of a page: its grants, and the requests that they cover. A request or a field that is not listed is refused.
struct PageRights {
  /// The grants, with those that they include.
  var grants: Set<Grant> = []
  /// The lack that keeps raw touches from a page whose origin has the grant: the key of web.toml, the service's group, or a known
  /// user. Nil where nothing lacks.
  var missing: String?

  /// A request's grant, and its fields beside `command` and `id`.
  private struct Rule {
    let grant: Grant
    /// Another grant that suffices.
    let other: Grant?
    let fields: [String: Grant]

    init(_ grant: Grant, or other: Grant? = nil, _ fields: [String] = [], more: [String: Grant] = [:]) {
      self.grant = grant
      self.other = other
      self.fields = more.merging(fields.map { ($0, grant) }) { given, _ in given }
    }
  }

  private static let rules: [String: Rule] = [
    "ping": Rule(.coarse),
    "subscribe": Rule(
      .coarse, ["filter", "rate", "passive", "snapshot", "idle"],
      more: [
        "units": .gestures, "relative_to": .gestures, "fingers": .gestures, "touches": .touches,
        "responders": .declare,
      ]),
    "unsubscribe": Rule(.coarse),
    "devices": Rule(.gestures),
    "convert": Rule(.gestures, ["points", "from", "to", "from_units", "to_units", "device"]),
    // A list is what `explain` hears anyway.
    "regions": Rule(.declare, or: .explain, ["edits"], more: ["owners": .view, "key_window": .keyWindow]),
    "recognizers": Rule(.declare, or: .explain, ["edits"], more: ["owners": .view]),
    "set": Rule(
      .declare,
      [
        "recognizer", "translation", "scale", "rotation", "identity", "enabled", "options", "reset", "device",
      ]),
    "forward": Rule(.declare, ["region", "enabled"]),
    "ignore_interaction": Rule(.declare, ["state", "wake"]),
    "inhibit": Rule(.inhibit),
    "release": Rule(.inhibit),
    "cancel_touches": Rule(.cancelTouches, ["device"]),
    "focus": Rule(.focus, ["region"]),
    "orientation": Rule(.orientation, ["device", "rotation"]),
    "audio": Rule(.audio, ["session", "category", "override", "configuration_changed"]),
    "remote": Rule(.remote, ["receive", "playback", "enable", "disable"]),
    "motion_subscribe": Rule(.motion, ["rate"]),
    "motion_unsubscribe": Rule(.motion),
    "motion_get": Rule(.motion),
    "answer": Rule(.touches, ["question", "value"]),
    "state": Rule(.touches, ["event", "state", "ignore", "deadline", "values"]),
  ]

  /// Throws the error of the first part of a request that the grants do not cover.
  func check(_ request: [String: JSONValue]) throws(RequestError) {
    guard case .text(let command) = request["command"] else {
      throw RequestError(.missingField, "missing", path: "command")
    }
    guard let rule = Self.rules[command] else {
      throw unknown("request", of: Self.rules.keys.sorted(), at: "command")
    }
    guard grants.contains(rule.grant) || rule.other.map(grants.contains) ?? false else {
      throw refusal(rule.grant, at: command)
    }
    for (name, value) in request.sorted(by: { $0.key < $1.key }) where name != "command" && name != "id" {
      guard let grant = rule.fields[name] else {
        throw unknown("field", of: ["id"] + rule.fields.keys.sorted(), at: VisibleText.visible(name))
      }
      guard grants.contains(grant) else { throw refusal(grant, at: name) }
      try check(value, of: name)
    }
  }

  /// The parts within a field that need another grant. A filter by region tells where a gesture is.
  private static let parts: [(field: String, member: String, grant: Grant)] = [
    ("filter", "owners", .view), ("filter", "region", .gestures), ("edits", "add_window", .keyWindow),
  ]

  private func check(_ value: JSONValue, of field: String) throws(RequestError) {
    guard case .list(let elements) = value else { return }
    for (index, element) in elements.enumerated() {
      guard case .object(let members) = element else { continue }
      for part in Self.parts
      where part.field == field && members[part.member] != nil && !grants.contains(part.grant) {
        throw refusal(part.grant, at: "\(field)[\(index)].\(part.member)")
      }
    }
  }

  private func unknown(_ part: String, of known: [String], at path: String) -> RequestError {
    let allowed = known.joined(separator: ", ")
    return RequestError(.notPermitted, "pages may not send this \(part); allowed: \(allowed)", path: path)
  }

  private func refusal(_ grant: Grant, at path: String) -> RequestError {
    let needs = "raw = true, gestured-raw.socket, the service in the group gestured-raw, and a known user"
    let lack = grant == .touches ? missing : nil
    let message =
      lack == nil ? "the page's origin lacks the grant \(grant.rawValue)" : "raw touches need \(needs)"
    return RequestError(.notPermitted, message, path: path, hint: lack ?? grant.rawValue)
  }
}
