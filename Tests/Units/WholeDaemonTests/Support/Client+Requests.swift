import DaemonTestSupport
import FoundationEssentials

extension Client {
  /// Sends a subscription and waits for its reply.
  ///
  /// - Parameter fields: The request's fields besides its command.
  func subscribe(_ fields: String = "") throws {
    try send(#"{"command":"subscribe"\#(fields.isEmpty ? "" : ",")\#(fields)}"#)
  }

  /// All gestures so far: `pan:began@10`, with `+` after those of a snapshot.
  var gestures: [String] { lines.of("gesture").map(\.gesture) }

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

  /// Declares a region of the client's own, by default the whole screen, and recognizers with the keys of
  /// `[recognizer.NAME]` as JSON.
  ///
  /// - Returns: The reply to the recognizers.
  @discardableResult
  func declare(
    region: String, in parent: String = "root", frame: String = "[0,0,160,100]", _ recognizers: String...
  )
    throws -> String
  {
    let reply = try ask(
      #"{"command":"regions","edits":[{"add":{"name":"\#(region)","parent":"\#(parent)","frame":\#(frame),"multiple":true,"foreign_children":true}}]}"#
    )
    guard reply.isGranted else { return reply }
    return try declare(recognizers)
  }

  /// Declares recognizers.
  @discardableResult
  func declare(_ recognizers: [String]) throws -> String {
    let edits = recognizers.map { #"{"add":\#($0)}"# }.joined(separator: ",")
    return try ask(#"{"command":"recognizers","edits":[\#(edits)]}"#)
  }

  /// The lines since the last call about the connection's own recognizers: `ask tap should_begin 1`, `timeout 1 true`,
  /// `offer spiral 3`, `reset spiral`, and gestures as `tap:ended`.
  func told() -> [String] {
    news.compactMap { line -> String? in
      let type: String = line.field("type")
      return switch type {
      case "ask": "ask \(line.field("recognizer")) \(line.field("what")) \(line.field("question"))"
      case "timeout" where line.field("what") == "holds_touches": "timeout \(line.field("recognizer"))"
      case "timeout": "timeout \(line.field("question")) \(line.field("value"))"
      case "offer": "offer \(line.field("recognizer")) \(line.field("event"))"
      case "reset": "reset \(line.field("recognizer"))"
      case "gesture": "\(line.field("recognizer")):\(line.field("state"))"
      case "reply" where !line.isGranted: "error \(line.errorCode)"
      default: nil
      }
    }
  }

  /// Answers a question.
  func answer(_ question: Int, _ value: Bool) throws {
    try send(#"{"command":"answer","question":\#(question),"value":\#(value)}"#)
  }

  /// Replies to an offer.
  ///
  /// - Parameter more: Further fields, as `,"ignore":[2]`.
  func reply(_ event: Int, _ state: String, _ more: String = "") throws {
    try send(#"{"command":"state","event":\#(event),"state":"\#(state)"\#(more)}"#)
  }
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

  /// The value of `word`, where the context needs a text.
  func field(_ name: String) -> String { word(name) }

  /// Whether the line is the reply to a request that was done.
  var isGranted: Bool { contains("\"ok\":true") }

  /// The code of the error in the reply.
  var errorCode: String { word("code") }
}
