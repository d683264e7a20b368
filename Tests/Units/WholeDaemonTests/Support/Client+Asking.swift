import DaemonTestSupport
import FoundationEssentials

extension Client {
  /// Sends a request and returns its reply.
  func ask(_ request: String) throws -> String {
    try askForLines(request).of("reply").last ?? "no reply"
  }

  /// Sends a request and returns all lines up to its reply.
  func askForLines(_ request: String) throws -> [String] {
    _ = news
    try send(request)
    var lines = news
    // A long list takes more than one turn.
    while lines.of("reply").isEmpty, lines.count > 0 {
      try afterSending?()
      let more = news
      guard !more.isEmpty else { break }
      lines += more
    }
    return lines
  }

  /// The gesture lines since the last call, each as `recognizer:state`, with a value where it has one.
  func gestures(_ value: String? = nil) -> [String] {
    news.of("gesture").map { line in
      let word = "\(line.word("recognizer")):\(line.word("state"))"
      return value.map { "\(word) \(line.word($0))" } ?? word
    }
  }
}

extension String {
  /// The value of `word`, where the context needs a text.
  func field(_ name: String) -> String { word(name) }

  /// Whether the line is the reply to a request that was done.
  var isGranted: Bool { contains("\"ok\":true") }

  /// The code of the error in the reply.
  var errorCode: String { word("code") }
}
