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
  private struct Declared: Equatable {
    /// Each counts one.
    var regions: [String: Int] = [:]
    /// Each counts its numbers of fingers.
    var recognizers: [String: Int] = [:]
  }

  /// The most requests that wait: beyond it the page is not read.
  private static let mostWaiting = 128
  /// The daemon's limits, in bytes. Longer texts would only be kept until the daemon refuses them.
  private static let (longestID, longestName) = (256, 64)

  private var waiting: [Waiting] = []
  private var declared = Declared()
  private var hasAnswers = false

  /// Whether the page may send more.
  var takesMore: Bool { waiting.count < Self.mostWaiting }

  /// The error of an id that the daemon would refuse.
  static func refusal(ofID id: JSONValue?) -> RequestError? {
    switch id {
    case nil, .integer, .number: return nil
    case .text(let text) where text.utf8.count <= longestID: return nil
    default:
      let allowed = "a number or a text of at most \(longestID) bytes"
      return RequestError(.invalidValue, "found another id; allowed: \(allowed)", path: "id")
    }
  }

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
  mutating func send(_ request: [String: JSONValue], regions: Int, recognizers: Int) -> RequestError? {
    let before = declared
    guard case .text(let command) = request["command"] else { return nil }
    if command == "answer" || command == "state" {
      hasAnswers = true
      return nil
    }
    let limits: [(command: String, set: WritableKeyPath<Declared, [String: Int]>, most: Int, what: String)] =
      [
        ("regions", \.regions, regions, "regions"),
        ("recognizers", \.recognizers, recognizers, "recognizers, each number of fingers counted"),
      ]
    for limit in limits where limit.command == command {
      guard case .list(let edits) = request["edits"] else { continue }
      for case .object(let edit) in edits { Self.declare(edit, &declared[keyPath: limit.set]) }
      let counts = [declared, before].map { $0[keyPath: limit.set].values.reduce(0, +) }
      guard counts[0] > max(limit.most, counts[1]) else { continue }
      declared = before
      return RequestError(
        .limitReached, "a page may declare at most \(limit.most) \(limit.what)", path: "edits",
        hint: "\(command)_per_page")
    }
    waiting.append(.sent(id: request["id"], before))
    return nil
  }

  /// Takes a reply of the daemon.
  ///
  /// - Returns: the replies of the service that follow it.
  mutating func hear(_ reply: [UInt8]) -> [[UInt8]] {
    guard case .sent(let id, let before)? = waiting.first else { return [] }
    if hasAnswers || before != declared, let read = try? JSONReader.object(reply[...]) {
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

  private static func declare(_ edit: [String: JSONValue], _ names: inout [String: Int]) {
    if case .object(let added) = edit["add"] ?? edit["add_window"] {
      var count = 1
      if case .list(let counts) = added["touches"] { count = max(1, counts.count) }
      names[name(added["name"] ?? added["id"])] = count
    }
    if case .text = edit["remove"] { names[name(edit["remove"])] = nil }
  }

  private static func name(_ value: JSONValue?) -> String {
    if case .text(let name) = value, name.utf8.count <= longestName { name } else { "" }
  }

  private static func reply(_ id: JSONValue?, _ error: RequestError?) -> [UInt8] {
    var bytes = Array(#"{"type":"reply""#.utf8)
    if let id {
      bytes += #","id":"#.utf8
      id.append(to: &bytes)
    }
    guard let error else { return bytes + #","ok":true}"#.utf8 }
    let fields = [
      ("code", error.code.rawValue), ("message", error.message), ("path", error.path), ("hint", error.hint),
    ]
    var opening = #","error":{"#
    for case (let name, let text?) in fields {
      bytes += "\(opening)\"\(name)\":".utf8
      JSONValue.text(text).append(to: &bytes)
      opening = ","
    }
    return bytes + "}}".utf8
  }
}
