import GestureProtocol
import NIOCore

/// The requests of a page that wait for their replies.
struct PageRequests {
  /// A request that waits.
  private enum Waiting {
    /// The daemon has it.
    case sent(id: JSONValue?)
    /// The service has refused it: this reply goes out in its turn.
    case answered([UInt8])
  }

  /// The most requests that wait: beyond it the page is not read.
  private static let mostWaiting = 128

  private var waiting: [Waiting] = []
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

  /// Records a request that goes to the daemon.
  mutating func send(_ request: [String: JSONValue]) {
    if request["command"] == .text("answer") || request["command"] == .text("state") {
      hasAnswers = true
    } else {
      waiting.append(.sent(id: request["id"]))
    }
  }

  /// Removes the request that a reply of the daemon answers.
  ///
  /// - Returns: the replies of the service that follow it.
  mutating func hear(_ reply: ByteBuffer) -> [[UInt8]] {
    guard case .sent(let id)? = waiting.first else { return [] }
    // Only wrong answers get replies, so a reply may be of none of the requests that wait. The daemon leaves out the id of a line
    // that it cannot read.
    if hasAnswers, let read = DaemonLine.values(of: reply)?["id"], read != id { return [] }
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

  private static func reply(_ id: JSONValue?, _ error: RequestError?) -> [UInt8] {
    var bytes = Array(#"{"type":"reply""#.utf8)
    if let id {
      bytes += #","id":"#.utf8
      id.append(to: &bytes)
    }
    guard let error else { return bytes + #","ok":true}"#.utf8 }
    var opening = #","error":{"#
    for (name, text) in error.members {
      bytes += "\(opening)\"\(name)\":".utf8
      JSONValue.text(text).append(to: &bytes)
      opening = ","
    }
    return bytes + "}}".utf8
  }
}
