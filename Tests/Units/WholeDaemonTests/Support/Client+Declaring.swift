import DaemonTestSupport

extension Client {
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
