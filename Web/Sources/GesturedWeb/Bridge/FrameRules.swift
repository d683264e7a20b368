import NIOCore
import NIOWebSocket

/// Why the service closes a WebSocket.
struct ClosingCode {
  let number: UInt16

  static let goingAway = ClosingCode(number: 1001)
  static let protocolError = ClosingCode(number: 1002)
  static let unacceptable = ClosingCode(number: 1003)
  static let notText = ClosingCode(number: 1007)
  static let tooLarge = ClosingCode(number: 1009)
  static let unexpected = ClosingCode(number: 1011)
  static let tryAgain = ClosingCode(number: 1013)
  static let noToken = ClosingCode(number: 4401)
  static let notPermitted = ClosingCode(number: 4403)
}

/// A frame that the wire does not allow.
struct FrameMistake: Error {
  let code: ClosingCode
  let reason: String
}

/// Refuses frames that a browser never sends: without a mask, with reserved bits, with bytes instead of text.
final class FrameRules: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias InboundOut = WebSocketFrame

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = Self.unwrapInboundIn(data)
    if frame.maskKey == nil {
      context.fireErrorCaught(FrameMistake(code: .protocolError, reason: "unmasked frame"))
    } else if frame.rsv1 || frame.rsv2 || frame.rsv3 {
      context.fireErrorCaught(FrameMistake(code: .protocolError, reason: "reserved bits"))
    } else if frame.opcode == .binary {
      context.fireErrorCaught(FrameMistake(code: .unacceptable, reason: "send text"))
    } else if ![.text, .continuation, .ping, .pong, .connectionClose].contains(frame.opcode) {
      context.fireErrorCaught(FrameMistake(code: .protocolError, reason: "unknown opcode"))
    } else {
      context.fireChannelRead(data)
    }
  }
}
