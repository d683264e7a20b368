import GestureProtocol
import JSONReading

/// The requests of a page that wait for their replies, and what the page has declared.
struct PageRequests {
  /// A request that waits.
  private enum Waiting {
    /// The daemon has it. The changes are undone where the reply is an error.
    case sent(id: JSONValue?, Declared)
    /// The service has refused it: this reply goes out in its turn.
    case answered([UInt8])
  }

  /// Names of declarations.
  private struct Declared {
    var regions: Set<String> = []
    var recognizers: [String: Int] = [:]
    var recognizerCount: Int { recognizers.values.reduce(0, +) }
  }

  /// The most requests that wait: beyond it the page is not read.
  static let mostWaiting = 512

  private var waiting: [Waiting] = []
  private var declared = Declared()
  private var hasAnswers = false

  /// Whether the page may send more.
  var takesMore: Bool { waiting.count < Self.mostWaiting }

  /// A reply of the service to a request: an error, or success. It waits for the replies of earlier requests.
  ///
  /// - Returns: the replies that may go out now.
  mutating func answer(_ id: JSONValue?, _ error: RequestError?) -> [[UInt8]] {
    waiting.append(.answered(Self.reply(id, error)))
    return answered()
  }

  /// Takes a request that goes to the daemon.
  ///
  /// - Returns: the error where the page declares too much.
  mutating func send(
    _ request: [String: JSONValue], regions: Int, recognizers: Int
  ) -> RequestError? {
    let before = declared
    guard case .text(let command) = request["command"] else { return nil }
    if command == "answer" || command == "state" {
      hasAnswers = true
      return nil
    }
    if command == "regions" || command == "recognizers", case .list(let edits) = request["edits"] {
      for edit in edits {
        guard case .object(let edit) = edit else { continue }
        count(edit, isRegion: command == "regions")
      }
      if declared.regions.count > max(regions, before.regions.count) {
        declared = before
        return RequestError(
          .limitReached, "a page may declare at most \(regions) regions", path: "edits",
          hint: "regions_per_page")
      }
      if declared.recognizerCount > max(recognizers, before.recognizerCount) {
        declared = before
        return RequestError(
          .limitReached,
          "a page may declare at most \(recognizers) recognizers, each number of fingers counted",
          path: "edits", hint: "recognizers_per_page")
      }
    }
    waiting.append(.sent(id: request["id"], before))
    return nil
  }

  /// Takes a reply of the daemon.
  ///
  /// - Returns: the replies of the service that follow it.
  mutating func hear(_ reply: [UInt8]) -> [[UInt8]] {
    guard case .sent(let id, let before)? = waiting.first else { return [] }
    let needsReading =
      hasAnswers || before.regions != declared.regions || before.recognizers != declared.recognizers
    if needsReading, let read = try? JSONReader.object(reply[...]) {
      // Only wrong answers get replies, so a reply may be of none of the requests that wait.
      if hasAnswers, read["id"] != id { return [] }
      if read["error"] != nil { declared = before }
    }
    waiting.removeFirst()
    return answered()
  }

  private mutating func answered() -> [[UInt8]] {
    var replies: [[UInt8]] = []
    while case .answered(let reply)? = waiting.first {
      replies.append(reply)
      waiting.removeFirst()
    }
    return replies
  }

  private mutating func count(_ edit: [String: JSONValue], isRegion: Bool) {
    if case .object(let added) = edit["add"] ?? edit["add_window"] {
      let name = Self.name(of: added)
      if isRegion {
        declared.regions.insert(name)
      } else {
        declared.recognizers[name] = Self.fingerCounts(of: added)
      }
    }
    if case .text(let name) = edit["remove"] {
      declared.regions.remove(isRegion ? name : "")
      if !isRegion { declared.recognizers[name] = nil }
    }
  }

  private static func name(of table: [String: JSONValue]) -> String {
    if case .text(let name) = table["name"] ?? table["id"] { name } else { "" }
  }

  private static func fingerCounts(of table: [String: JSONValue]) -> Int {
    if case .list(let counts) = table["touches"] { max(1, counts.count) } else { 1 }
  }

  private static func reply(_ id: JSONValue?, _ error: RequestError?) -> [UInt8] {
    var bytes = Array(#"{"type":"reply""#.utf8)
    if let id {
      bytes += #","id":"#.utf8
      id.append(to: &bytes)
    }
    guard let error else { return bytes + #","ok":true}"#.utf8 }
    bytes += #","error":{"#.utf8
    let fields = [
      ("code", error.code.rawValue), ("message", error.message), ("path", error.path), ("hint", error.hint),
    ]
    var isFirst = true
    for case (let name, let text?) in fields {
      bytes += (isFirst ? "\"\(name)\":" : ",\"\(name)\":").utf8
      JSONValue.text(text).append(to: &bytes)
      isFirst = false
    }
    return bytes + "}}".utf8
  }
}
