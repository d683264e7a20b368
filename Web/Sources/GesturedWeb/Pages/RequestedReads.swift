import NIOCore

/// Drops the bytes that no handler has asked for.
///
/// Once a client has gone, NIO reads all that it had sent, however much that is, in one go and past every handler that holds its reads.
/// No answer to it could leave any more, and to parse it took up to 12 ms a connection. With `maxMessagesPerRead` 1, each request for a
/// read brings one piece; what comes without is of a client that has gone.
final class RequestedReads: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = Never

  private var isRequested = false

  func read(context: ChannelHandlerContext) {
    isRequested = true
    context.read()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard isRequested else { return }
    isRequested = false
    context.fireChannelRead(data)
  }
}
