import NIOCore
import NIOPosix
import Synchronization

@testable import GesturedWeb

/// A daemon that keeps what it hears, and sends what a test says.
final class FakeDaemon: Sendable {
  private struct State {
    var lines: [String] = []
    var count = 0
    var open: [ObjectIdentifier: any Channel] = [:]
  }

  private let state = Mutex(State())
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let server: Mutex<(any Channel)?> = Mutex(nil)

  /// Answers on a socket.
  ///
  /// - Parameters:
  ///   - hello: sent to each connection.
  ///   - answers: the reply to each line; nil sends none.
  ///   - isReading: whether the daemon takes requests.
  init(
    _ path: String, hello: String = #"{"type":"hello","protocol":1}"#, isReading: Bool = true,
    answers: @escaping @Sendable (String) -> String? = { _ in #"{"type":"reply","ok":true}"# }
  ) throws {
    let listener = try ServerBootstrap(group: group)
      .childChannelOption(.autoRead, value: isReading)
      .childChannelInitializer { [unowned self] channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandlers([
            ByteToMessageHandler(LineDecoder()), Hearer(self, answers),
          ])
          channel.pipeline.fireUserInboundEventTriggered(hello)
        }
      }
      .bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true).wait()
    server.withLock { $0 = listener }
  }

  deinit { group.shutdownGracefully { _ in } }

  var lines: [String] { state.withLock { $0.lines } }
  /// The connections so far.
  var count: Int { state.withLock { $0.count } }
  /// The connections that are open.
  var openCount: Int { state.withLock { $0.open.count } }

  /// Sends text to every connection.
  func send(_ text: String) {
    for channel in state.withLock({ Array($0.open.values) }) {
      channel.writeAndFlush(ByteBuffer(string: text), promise: nil)
    }
  }

  /// Ends every connection.
  func leave() {
    for channel in state.withLock({ Array($0.open.values) }) { channel.close(promise: nil) }
  }

  private final class Hearer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let daemon: FakeDaemon
    private let answers: @Sendable (String) -> String?
    private var hello = ""

    init(_ daemon: FakeDaemon, _ answers: @escaping @Sendable (String) -> String?) {
      self.daemon = daemon
      self.answers = answers
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if let text = event as? String { hello = text }
    }

    func channelActive(context: ChannelHandlerContext) {
      let channel = context.channel
      // A test that has read the hello may send to this connection, or end it.
      daemon.state.withLock {
        $0.count += 1
        $0.open[ObjectIdentifier(channel)] = channel
      }
      context.writeAndFlush(Self.wrapOutboundOut(ByteBuffer(string: hello + "\n")), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
      let channel = context.channel
      daemon.state.withLock { $0.open[ObjectIdentifier(channel)] = nil }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let line = String(buffer: Self.unwrapInboundIn(data))
      daemon.state.withLock { $0.lines.append(line) }
      if let answer = answers(line) {
        context.writeAndFlush(Self.wrapOutboundOut(ByteBuffer(string: answer + "\n")), promise: nil)
      }
    }
  }
}
