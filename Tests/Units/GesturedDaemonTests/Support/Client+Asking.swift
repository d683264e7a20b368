import FoundationEssentials

extension Client {
  /// Sends a request and gives its reply.
  func ask(_ request: String) throws -> String {
    try askForLines(request).of("reply").last ?? "no reply"
  }

  /// Sends a request and gives all lines that came of it.
  func askForLines(_ request: String) throws -> [String] {
    _ = news
    try send(request)
    var lines = news
    // A long list comes in more than one turn.
    while lines.of("reply").isEmpty, lines.count > 0 {
      try afterSending?()
      let more = news
      guard !more.isEmpty else { break }
      lines += more
    }
    return lines
  }

  /// What came since this was asked last: each gesture line as `recognizer:state`, with a value where it has one.
  func gestures(_ value: String? = nil) -> [String] {
    news.of("gesture").map { line in
      let word = "\(line.word("recognizer")):\(line.word("state"))"
      return value.map { "\(word) \(line.word($0))" } ?? word
    }
  }
}

extension String {
  /// A field of a JSON line, as it is written; texts without their quotes, and empty where it is not there.
  func word(_ name: String) -> String {
    guard let start = firstRange(of: "\"\(name)\":")?.upperBound else { return "" }
    let rest = self[start...]
    if rest.hasPrefix("\"") { return String(rest.dropFirst().prefix { $0 != "\"" }) }
    if rest.hasPrefix("[") { return String(rest.prefix { $0 != "]" }) + "]" }
    return String(rest.prefix { $0 != "," && $0 != "}" })
  }

  /// The same, where it is clear that a text is wanted.
  func field(_ name: String) -> String { word(name) }

  /// Whether it is the reply to a request that was done.
  var isGranted: Bool { contains("\"ok\":true") }

  /// The code of the error that it tells of.
  var errorCode: String { word("code") }
}
