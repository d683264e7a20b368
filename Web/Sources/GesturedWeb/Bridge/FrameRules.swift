import NIOCore
import NIOWebSocket

/// Why the service closes a WebSocket, beside the reasons that NIO knows.
extension WebSocketErrorCode {
  static let tryAgain = WebSocketErrorCode(codeNumber: 1013)
  static let noToken = WebSocketErrorCode(codeNumber: 4401)
  static let notPermitted = WebSocketErrorCode(codeNumber: 4403)
}

/// A frame that the wire does not allow.
struct FrameMistake: Error {
  let code: WebSocketErrorCode
  let reason: String
}

/// Refuses frames that a browser never sends: without a mask, with reserved bits, with bytes instead of text.
final class FrameRules: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = Self.unwrapInboundIn(data)
    let known: [WebSocketOpcode] = [.text, .continuation, .ping, .pong, .connectionClose]
    let mistakes: [(isMade: Bool, code: WebSocketErrorCode, reason: String)] = [
      (frame.maskKey == nil, .protocolError, "unmasked frame"),
      (frame.rsv1 || frame.rsv2 || frame.rsv3, .protocolError, "reserved bits"),
      (frame.opcode == .binary, .unacceptableData, "send text"),
      (!known.contains(frame.opcode), .protocolError, "unknown opcode"),
    ]
    guard let mistake = mistakes.first(where: \.isMade) else { return context.fireChannelRead(data) }
    context.fireErrorCaught(FrameMistake(code: mistake.code, reason: mistake.reason))
  }

  /// The mistake in the data of a close; nil for a right one. A code has two bytes, and a reason is UTF-8.
  ///
  /// The codes are those of RFC 6455, 7.4, and of its registry. 1005, 1006 and 1015 are for programs alone.
  static func mistake(inClose data: ByteBufferView) -> FrameMistake? {
    if data.isEmpty { return nil }
    let code = data.prefix(2).reduce(0) { $0 << 8 | Int($1) }
    let isKnown =
      data.count >= 2
      && ((1000...1003).contains(code) || (1007...1014).contains(code) || (3000...4999).contains(code))
    guard isKnown else { return FrameMistake(code: .protocolError, reason: "wrong close code") }
    guard String(validating: data.dropFirst(2), as: UTF8.self) == nil else { return nil }
    return FrameMistake(code: .dataInconsistentWithMessage, reason: "not UTF-8")
  }
}
