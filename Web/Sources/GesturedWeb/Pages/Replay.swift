import CWeb
internal import GestureCore
import Glibc
import NIOCore
import NIOPosix

/// A run of gestured that prints the lines of a recording. Each piece of them is read when the reader asks for it, so that a
/// slow reader stops gestured.
final class Replay: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  /// How long a replay may take until its reader has the last line.
  private static let time = TimeAmount.seconds(60)

  private let loop: any EventLoop
  private var child = cweb_replay()
  private var lines: (any Channel)?
  private var timer: Scheduled<Void>?
  private let receive: (ByteBuffer) -> Void
  private let end: (Refusal?) -> Void

  /// Starts gestured.
  ///
  /// - Parameters:
  ///   - receive: called with each piece of the lines.
  ///   - end: called when gestured has ended, with the reason where it did not play the recording to its end.
  init(
    _ recording: ByteBuffer, on loop: any EventLoop, receive: @escaping (ByteBuffer) -> Void,
    end: @escaping (Refusal?) -> Void
  ) throws(Refusal) {
    self.loop = loop
    self.receive = receive
    self.end = end
    let error = unsafe recording.withUnsafeReadableBytes {
      unsafe cweb_start_replay($0.baseAddress, $0.count, &child)
    }
    guard error == 0 else {
      throw Refusal(.internalServerError, "The recording cannot be replayed (error \(error)).")
    }
    timer = loop.assumeIsolated().scheduleTask(in: Self.time) { self.stop() }
    let replay = NIOLoopBound(self, eventLoop: loop)
    NIOPipeBootstrap(group: loop)
      .channelOption(.autoRead, value: false)
      .channelOption(.maxMessagesPerRead, value: 1)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(replay.value) }
      }
      .takingOwnershipOfDescriptor(input: child.lines).assumeIsolated().whenComplete { result in
        self.lines = try? result.get()
        if self.lines == nil { self.finish() } else { self.read() }
      }
  }

  /// Reads the next piece of the lines.
  func read() { lines?.read() }

  /// Ends gestured.
  func stop() { if child.process > 0 { kill(child.process, SIGKILL) } }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) { receive(Self.unwrapInboundIn(data)) }

  func channelInactive(context: ChannelHandlerContext) { finish() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  /// The lines are over, so gestured is about to end.
  private func finish() {
    let code = unsafe cweb_replay_end(&child)
    guard code >= 0 else {
      loop.assumeIsolated().scheduleTask(in: .milliseconds(5)) { self.finish() }
      return
    }
    child.process = 0
    timer?.cancel()
    let message = unsafe [UInt8](unsafeUninitializedCapacity: 2048) { bytes, count in
      count = unsafe cweb_replay_messages(&child, bytes.baseAddress, bytes.count)
    }
    end(Self.refusal(code, message))
  }

  /// The answer to a recording that gestured did not play to its end.
  private static func refusal(_ code: Int32, _ message: [UInt8]) -> Refusal? {
    if code == 0 { return nil }
    let text = String(decoding: message.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    // A signal has ended it: its time or memory is over.
    if code > 128 {
      return Refusal(
        .unprocessableEntity,
        "The recording takes too much time or memory. On the device, gesturectl view FILE has no limit.")
    }
    if code == 127 || text.isEmpty {
      return Refusal(.internalServerError, "gestured cannot be run (code \(code)).")
    }
    return Refusal(.unprocessableEntity, VisibleText.visible(text, maximumLength: 500))
  }
}
