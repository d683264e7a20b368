import NIOCore
import NIOPosix

/// Cuts what the daemon sends into lines, without their newline.
struct LineDecoder: ByteToMessageDecoder {
  typealias InboundOut = ByteBuffer

  /// The longest line of the daemon is 64 KiB. This is for surprises.
  static let mostBytes = 262_144

  /// The bytes that have no newline.
  private var searched = 0

  mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) -> DecodingState {
    let bytes = buffer.readableBytesView
    guard let end = bytes.dropFirst(searched).firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return .needMoreData
    }
    searched = 0
    guard let line = buffer.readSlice(length: end - bytes.startIndex) else { return .needMoreData }
    buffer.moveReaderIndex(forwardBy: 1)
    context.fireChannelRead(Self.wrapInboundOut(line))
    return .continue
  }

  mutating func decodeLast(
    context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool
  ) -> DecodingState {
    decode(context: context, buffer: &buffer)
  }
}

/// The listener of a connection to the daemon.
protocol DaemonListener: AnyObject {
  /// Whether the listener can take more lines now.
  var takesLines: Bool { get }
  /// A line without its newline.
  func hear(_ line: ByteBuffer)
  /// The lines of one read are over.
  func heardAll()
  /// The daemon takes requests again.
  func daemonTakesRequests()
  /// The daemon has gone.
  func daemonIsGone()
}

/// The page's end of its connection to the daemon. It reads only while the page takes lines.
final class DaemonConnection: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The bytes of one read.
  static let readSize = 8192

  /// The page; nil once the page has left this connection.
  weak var listener: (any DaemonListener)?
  private var isReadWanted = false
  private var context: ChannelHandlerContext?

  init(_ listener: any DaemonListener) {
    self.listener = listener
  }

  /// Connects to a socket.
  static func connect(
    to path: String, on loop: any EventLoop, listener: any DaemonListener
  ) -> EventLoopFuture<any Channel> {
    let connection = NIOLoopBound(DaemonConnection(listener), eventLoop: loop)
    return ClientBootstrap(group: loop)
      .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: readSize))
      .channelOption(.maxMessagesPerRead, value: 1)
      .channelOption(.writeBufferWaterMark, value: .init(low: 16_384, high: 65_536))
      .connectTimeout(.seconds(2))
      .channelInitializer { connection.value.begin($0) }
      .connect(unixDomainSocketPath: path)
  }

  /// Hears the lines of a pipe, which is closed at the end.
  static func hear(_ pipe: CInt, on loop: any EventLoop, listener: any DaemonListener) -> EventLoopFuture<
    any Channel
  > {
    let connection = NIOLoopBound(DaemonConnection(listener), eventLoop: loop)
    return NIOPipeBootstrap(group: loop)
      .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: readSize))
      .channelOption(.maxMessagesPerRead, value: 1)
      .channelInitializer { connection.value.begin($0) }
      .takingOwnershipOfDescriptor(input: pipe).map { $0 }
  }

  private func begin(_ channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      try channel.pipeline.syncOperations.addHandlers([
        ByteToMessageHandler(LineDecoder(), maximumBufferSize: LineDecoder.mostBytes), self,
      ])
    }
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    listener?.hear(Self.unwrapInboundIn(data))
  }

  func channelReadComplete(context: ChannelHandlerContext) { listener?.heardAll() }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { listener?.daemonTakesRequests() }
  }

  func channelInactive(context: ChannelHandlerContext) { listener?.daemonIsGone() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  func read(context: ChannelHandlerContext) {
    if listener?.takesLines ?? true { context.read() } else { isReadWanted = true }
  }

  /// The listener of a connection takes lines again.
  static func resume(_ channel: (any Channel)?) {
    guard let channel, let connection = try? channel.pipeline.syncOperations.handler(type: Self.self),
      connection.isReadWanted
    else { return }
    connection.isReadWanted = false
    connection.context?.read()
  }
}

/// Whether the daemon answers a ping within a second.
final class DaemonHealth: DaemonListener {
  private let answer: EventLoopPromise<Bool>
  let takesLines = true

  private init(_ answer: EventLoopPromise<Bool>) {
    self.answer = answer
  }

  static func ask(_ path: String, on loop: any EventLoop) -> EventLoopFuture<Bool> {
    let promise = loop.makePromise(of: Bool.self)
    let health = NIOLoopBound(DaemonHealth(promise), eventLoop: loop)
    let timer = loop.scheduleTask(in: .seconds(1)) { promise.succeed(false) }
    DaemonConnection.connect(to: path, on: loop, listener: health.value).whenComplete { result in
      switch result {
      case .success(let channel):
        channel.writeAndFlush(ByteBuffer(string: #"{"command":"ping"}"# + "\n"), promise: nil)
        promise.futureResult.whenComplete { _ in
          withExtendedLifetime(health.value) {}
          timer.cancel()
          channel.close(promise: nil)
        }
      case .failure:
        timer.cancel()
        promise.succeed(false)
      }
    }
    return promise.futureResult
  }

  func hear(_ line: ByteBuffer) {
    if DaemonLine.type(of: line) == "reply" { answer.succeed(true) }
  }

  func heardAll() {}
  func daemonTakesRequests() {}
  func daemonIsGone() { answer.succeed(false) }
}
