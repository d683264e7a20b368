import NIOCore
import NIOPosix

/// Cuts what the daemon sends into lines, without their newline.
struct LineDecoder: ByteToMessageDecoder {
  typealias InboundOut = ByteBuffer

  /// The longest line of the daemon is 64 KiB. This is for surprises.
  static let mostBytes = 262_144

  mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) -> DecodingState {
    guard let end = buffer.readableBytesView.firstIndex(of: UInt8(ascii: "\n")),
      let line = buffer.readSlice(length: end - buffer.readerIndex)
    else { return .needMoreData }
    buffer.moveReaderIndex(forwardBy: 1)
    context.fireChannelRead(Self.wrapInboundOut(line))
    return .continue
  }
}

/// A buffer of its own for each read. Memory that is freed is cleared, and a buffer that is read into again would keep the
/// end of a longer line. To clear 8 KiB takes a fifth of the cost of a line, so a buffer is small until one is filled.
struct FreshBuffers: RecvByteBufferAllocator {
  /// Memory of up to 1 KiB is not cleared when it is freed (WEB-36).
  private static let least = 2048
  private static let most = 8192

  private var capacity = least

  /// - Returns: true, so that NIO asks for a buffer for the next read, and does not read into the last one.
  mutating func record(actualReadBytes: Int) -> Bool {
    capacity = actualReadBytes == capacity ? Self.most : Self.least
    return true
  }

  func buffer(allocator: ByteBufferAllocator) -> ByteBuffer { allocator.buffer(capacity: capacity) }
}

/// The page's end of its connection to the daemon.
final class DaemonConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  /// The page; nil once the page has left this connection.
  weak var page: Page?

  init(_ page: Page) { self.page = page }

  /// Connects a handler of lines to a socket.
  static func connect(
    _ handler: any ChannelHandler, to path: String, on loop: any EventLoop
  ) -> EventLoopFuture<any Channel> {
    let handler = NIOLoopBound(handler, eventLoop: loop)
    return ClientBootstrap(group: loop)
      .channelOption(.recvAllocator, value: FreshBuffers())
      .channelOption(.maxMessagesPerRead, value: 1)
      .channelOption(.writeBufferWaterMark, value: .init(low: 16_384, high: 65_536))
      .connectTimeout(.seconds(2))
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandlers([
            ByteToMessageHandler(LineDecoder(), maximumBufferSize: LineDecoder.mostBytes), handler.value,
          ])
        }
      }
      .connect(unixDomainSocketPath: path)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) { page?.hear(Self.unwrapInboundIn(data)) }

  func channelReadComplete(context: ChannelHandlerContext) { page?.heardAll() }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { page?.resume() }
  }

  func channelInactive(context: ChannelHandlerContext) { page?.daemonIsGone() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

/// Whether the daemon answers a ping within a second.
final class DaemonHealth: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let answer: EventLoopPromise<Bool>

  private init(_ answer: EventLoopPromise<Bool>) { self.answer = answer }

  static func ask(_ path: String, on loop: any EventLoop) -> EventLoopFuture<Bool> {
    let answer = loop.makePromise(of: Bool.self)
    let timer = loop.scheduleTask(in: .seconds(1)) { answer.succeed(false) }
    DaemonConnection.connect(DaemonHealth(answer), to: path, on: loop).whenComplete { result in
      guard let channel = try? result.get() else { return answer.succeed(false) }
      channel.writeAndFlush(ByteBuffer(string: #"{"command":"ping"}"# + "\n"), promise: nil)
      answer.futureResult.whenComplete { _ in channel.close(promise: nil) }
    }
    answer.futureResult.whenComplete { _ in timer.cancel() }
    return answer.futureResult
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if DaemonLine.type(of: Self.unwrapInboundIn(data)) == "reply" { answer.succeed(true) }
  }

  func channelInactive(context: ChannelHandlerContext) { answer.succeed(false) }
}
