import GestureProtocol
import NIOCore
import NIOWebSocket

/// The daemon's limit of what a page declares (WEB-53), in a scene apart from pages of other origins (WEB-69).
///
/// ```
///   page        first request ──▶
///   service                 limit, first request ──▶
///   daemon                                 ◀── reply to limit, reply to the request
/// ```
///
/// The service asks right before the page's first request. A page that says nothing stays a silent client, because a replay waits
/// for the first client that speaks.
struct DeclarationLimit {
  private enum State { case unset, asked, answered }

  private var state = State.unset

  /// Whether the service has not asked yet.
  var isUnset: Bool { state == .unset }
  /// Whether the daemon's next reply is about the limit.
  var isAsked: Bool { state == .asked }

  /// The line that asks the daemon for the limit.
  mutating func ask(_ configuration: WebConfiguration, origin: String) -> ByteBuffer {
    state = .asked
    let (regions, recognizers) = (configuration.regionsPerPage, configuration.recognizersPerPage)
    var line = Array(#"{"command":"limit","regions":\#(regions),"recognizers":\#(recognizers)"#.utf8)
    // A live view shows what its user's programs declare, so it has no scene of its own.
    if !configuration.isView {
      line += #","scene":"#.utf8
      JSONValue.text(origin.isEmpty ? "none" : origin).append(to: &line)
    }
    return ByteBuffer(bytes: line + "}\n".utf8)
  }

  /// Receives the daemon's reply.
  ///
  /// - Returns: why the page is closed, if the daemon refuses the limit.
  mutating func receive(_ reply: ByteBuffer) -> (code: WebSocketErrorCode, reason: String)? {
    state = .answered
    let values = DaemonLine.values(of: reply)
    if values?["ok"] == .flag(true) { return nil }
    if case .object(let error)? = values?["error"],
      error["code"] == .text(RequestError.Code.limitReached.rawValue)
    {
      return (.tryAgain, "gestured has no room for this page")
    }
    return (.unexpectedServerError, "gestured is too old for this bridge")
  }
}
