internal import GestureCore
import GestureProtocol

/// Which grant each request and each of its fields needs. Anything that is not listed is refused.
enum RequestRules {
  /// A request's grant, and its fields beside `command` and `id`.
  struct Rule {
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

  static let rules: [String: Rule] = [
    "ping": Rule(.coarse),
    "subscribe": Rule(
      .coarse, ["filter", "rate", "snapshot", "idle"],
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

  /// The error of the first part of a request that the grants do not cover; nil where all of it may pass.
  static func refusal(of request: [String: JSONValue], grants: Set<Grant>) -> RequestError? {
    guard case .text(let command) = request["command"] else {
      return RequestError(.missingField, "missing", path: "command")
    }
    guard let rule = rules[command] else {
      return unknown("request", of: rules.keys.sorted(), at: "command")
    }
    guard grants.contains(rule.grant) || rule.other.map(grants.contains) ?? false else {
      return refusal(rule.grant, at: command)
    }
    for (name, value) in request.sorted(by: { $0.key < $1.key }) where name != "command" && name != "id" {
      guard let grant = rule.fields[name] else {
        return unknown("field", of: ["id"] + rule.fields.keys.sorted(), at: VisibleText.visible(name))
      }
      guard grants.contains(grant) else { return refusal(grant, at: name) }
      if let refusal = refusal(in: value, of: name, grants) { return refusal }
    }
    return nil
  }

  /// The parts within a field that need another grant. A filter by region tells where a gesture is.
  private static let parts: [(field: String, member: String, grant: Grant)] = [
    ("filter", "owners", .view), ("filter", "region", .gestures), ("edits", "add_window", .keyWindow),
  ]

  private static func refusal(
    in value: JSONValue, of field: String, _ grants: Set<Grant>
  ) -> RequestError? {
    guard case .list(let elements) = value else { return nil }
    for (index, element) in elements.enumerated() {
      guard case .object(let members) = element else { continue }
      for part in parts
      where part.field == field && members[part.member] != nil && !grants.contains(part.grant) {
        return refusal(part.grant, at: "\(field)[\(index)].\(part.member)")
      }
    }
    return nil
  }

  private static func unknown(_ part: String, of known: [String], at path: String) -> RequestError {
    let allowed = known.joined(separator: ", ")
    return RequestError(.notPermitted, "pages may not send this \(part); allowed: \(allowed)", path: path)
  }

  private static func refusal(_ grant: Grant, at path: String) -> RequestError {
    RequestError(
      .notPermitted, "the page's origin lacks the grant \(grant.rawValue)", path: path, hint: grant.rawValue)
  }
}
