import NIOCore
import NIOWebSocket

/// Why the service closes a WebSocket.
enum ClosingCode: UInt16 {
  case goingAway = 1001, protocolError, unacceptable
  case notText = 1007
  case tooLarge = 1009
  case unexpected = 1011
  case tryAgain = 1013
  case noToken = 4401
  case notPermitted = 4403
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
