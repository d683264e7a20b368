import NIOCore
import NIOPosix
import Synchronization

@testable import GesturedWeb

/// A daemon that keeps what it hears, and sends what a test says.
final class FakeDaemon: Sendable {
  private struct State {
    var lines: [String] = []
    var limits: [String] = []
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
  ///   - limit: the reply to the service's own request.
  ///   - answers: the reply to each line; nil sends none.
  ///   - isReading: whether the daemon takes requests.
  init(
    _ path: String, hello: String = #"{"type":"hello","protocol":1}"#, isReading: Bool = true,
    limit: String = #"{"type":"reply","ok":true}"#,
    answers: @escaping @Sendable (String) -> String? = { _ in #"{"type":"reply","ok":true}"# }
  ) throws {
    let listener = try ServerBootstrap(group: group)
      .childChannelOption(.autoRead, value: isReading)
      .childChannelInitializer { [weak self] channel in
        // A connection may come while the test ends.
        guard let self else { return channel.close() }
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandlers([
            ByteToMessageHandler(LineDecoder()), Hearer(self, limit, answers),
          ])
          channel.pipeline.fireUserInboundEventTriggered(hello)
        }
      }
      .bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true).wait()
    server.withLock { $0 = listener }
  }

  deinit { group.shutdownGracefully { _ in } }

  /// The requests of pages.
  var lines: [String] { state.withLock { $0.lines } }
  /// The requests of the service itself: the limits of each page.
  var limits: [String] { state.withLock { $0.limits } }
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
    private let limit: String
    private let answers: @Sendable (String) -> String?
    private var hello = ""

    init(_ daemon: FakeDaemon, _ limit: String, _ answers: @escaping @Sendable (String) -> String?) {
      self.daemon = daemon
      self.limit = limit
      self.answers = answers
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if let text = event as? String { hello = text }
    }

    func channelActive(context: ChannelHandlerContext) {
      let channel = context.channel
      // Before hello: a test that has heard it may send at once.
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
      let isLimit = line.hasPrefix(#"{"command":"limit""#)
      daemon.state.withLock { if isLimit { $0.limits.append(line) } else { $0.lines.append(line) } }
      if let answer = isLimit ? limit : answers(line) {
        context.writeAndFlush(Self.wrapOutboundOut(ByteBuffer(string: answer + "\n")), promise: nil)
      }
    }
  }
}
