import DaemonTestSupport

extension Client {
  /// Sends a subscription and waits for its reply.
  ///
  /// - Parameter fields: The request's fields besides its command.
  func subscribe(_ fields: String = "") throws {
    try send(#"{"command":"subscribe"\#(fields.isEmpty ? "" : ",")\#(fields)}"#)
  }

  /// All gestures so far: `pan:began@10`, with `+` after those of a snapshot.
  var gestures: [String] { lines.of("gesture").map(\.gesture) }
}

extension String {
  /// A short form of a gesture's line, with its time in milliseconds after the beginning: `pan:began@10`.
  var gesture: String {
    let name = field("recognizer") ?? "?"
    let time = field("time").flatMap(Double.init).map { Int(($0 * 1000).rounded()) - 1000 } ?? -1
    return "\(name):\(field("state") ?? "?")@\(time)\(contains(#""snapshot":true"#) ? "+" : "")"
  }

  /// The value of a line's field without quotes; nil without the field.
  func field(_ name: String) -> String? {
    guard let start = firstRange(of: #""\#(name)":"#)?.upperBound else { return nil }
    let rest = self[start...]
    if rest.hasPrefix("[") { return rest.firstIndex(of: "]").map { String(rest[...$0]) } }
    return String(rest.prefix { $0 != "," && $0 != "}" }.filter { $0 != "\"" })
  }
}
