import CWeb
internal import GestureCore
import Glibc
import JSONReading
import NIOCore
import NIOHTTP1
import NIOPosix

/// Answers `POST /v1/replay`: a recording comes in, and the lines that gestured prints for it go out. Other requests pass.
///
/// ```
///   page ──recording──▶ memory ──▶ gestured --replay ──lines──▶ page
/// ```
///
/// The first line may be the request `authorize` with the token. No recording begins with a brace. There is one place for a
/// recording, and a page has it from its token on.
final class ReplayAnswer: ChannelInboundHandler, RemovableChannelHandler, DaemonListener {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// The longest line with a token.
  private static let longestToken = 512
  /// The longest recording, with the line before it.
  static let mostBytes = 8_388_608
  /// How long a replay may take until the page has its last line.
  private static let time = TimeAmount.seconds(60)

  private let service: Service
  private let gate: RequestGate
  private var context: ChannelHandlerContext?
  private var request: HTTPRequestHead?
  private var recording = ByteBuffer()
  private var refusal: HostCheck.Refusal?
  private var child: cweb_replay?
  private var lines: (any Channel)?
  private var timer: Scheduled<Void>?
  private var hasBegun = false

  init(_ service: Service, gate: RequestGate) {
    self.service = service
    self.gate = gate
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  // MARK: The recording

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = Self.unwrapInboundIn(data)
    if case .head(let head) = part, let passed = gate.passed {
      request = passed.path == BuiltIn.replay ? head : nil
      recording = ByteBuffer()
      refusal = nil
    }
    guard let request else { return context.fireChannelRead(data) }
    switch part {
    case .head: break
    case .body(let bytes):
      guard refusal == nil else { return }
      do throws(HostCheck.Refusal) {
        try take(bytes)
      } catch {
        refusal = error
        recording = ByteBuffer()
      }
    case .end:
      do throws(HostCheck.Refusal) {
        if let refusal { throw refusal }
        try admit()
        try start(context)
      } catch {
        refuse(error, request, context)
      }
    }
  }

  private func take(_ bytes: ByteBuffer) throws(HostCheck.Refusal) {
    guard recording.readableBytes + bytes.readableBytes <= Self.mostBytes else {
      throw .init(status: .payloadTooLarge, sentence: "A recording has at most 8 MiB.")
    }
    recording.writeImmutableBuffer(bytes)
    let start = recording.readableBytesView.prefix(Self.longestToken)
    let isPastToken =
      start.count == Self.longestToken || start.first != UInt8(ascii: "{")
      || start.contains(UInt8(ascii: "\n"))
    if isPastToken { try admit() }
  }

  /// Gives the page the place of a recording, if it may have one.
  private func admit() throws(HostCheck.Refusal) {
    guard service.replay !== self else { return }
    guard let visit = gate.visit,
      service.rights(of: visit, hasToken: takeToken(from: &recording, visit)).grants.contains(.view)
    else { throw .init(status: .forbidden, sentence: "Give the token in the first line.") }
    guard service.replay == nil else {
      throw .init(status: .serviceUnavailable, sentence: "Another recording is replayed now. Try again.")
    }
    service.replay = self
  }

  private func start(_ context: ChannelHandlerContext) throws(HostCheck.Refusal) {
    let recording = recording
    self.recording = ByteBuffer()
    var child = cweb_replay()
    let error = unsafe recording.withUnsafeReadableBytes {
      unsafe cweb_start_replay($0.baseAddress, $0.count, &child)
    }
    guard error == 0 else {
      throw .init(
        status: .internalServerError, sentence: "The recording cannot be replayed (error \(error)).")
    }
    self.child = child
    let answer = NIOLoopBound(self, eventLoop: context.eventLoop)
    timer = context.eventLoop.scheduleTask(in: Self.time) { answer.value.stop() }
    DaemonConnection.hear(child.lines, on: context.eventLoop, listener: self).whenComplete { result in
      switch result {
      case .success(let channel): answer.value.lines = channel
      case .failure: answer.value.daemonIsGone()
      }
    }
  }

  /// Whether the first line has the token. The line is removed.
  private func takeToken(from recording: inout ByteBuffer, _ visit: Visit) -> Bool {
    let bytes = recording.readableBytesView
    guard bytes.first == UInt8(ascii: "{"),
      let end = bytes.prefix(Self.longestToken).firstIndex(of: UInt8(ascii: "\n")),
      let line = recording.readBytes(length: end - bytes.startIndex),
      let request = try? JSONReader.object(line[...]), let isRight = service.token.isGiven(by: request)
    else { return false }
    recording.moveReaderIndex(forwardBy: 1)
    if !isRight {
      service.wrongTokens.add(visit.user ?? .max, at: service.second)
      service.journal.write(.warning, "replay: refused (wrong token, uid \(visit.userText))")
    }
    return isRight
  }

  /// A user who has sent wrong tokens waits for the refusal.
  private func refuse(
    _ refusal: HostCheck.Refusal, _ request: HTTPRequestHead, _ context: ChannelHandlerContext
  ) {
    leave()
    let answer = NIOLoopBound((gate, context), eventLoop: context.eventLoop)
    let wait =
      refusal.status == .forbidden
      ? service.wrongTokens.wait(of: gate.visit?.user ?? .max, at: service.second) : 0
    context.eventLoop.scheduleTask(in: .seconds(wait)) {
      let (gate, context) = answer.value
      gate.refuse(refusal, request, context)
    }
  }

  // MARK: The lines

  var takesLines: Bool { context?.channel.isWritable ?? true }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { DaemonConnection.resume(lines) }
    context.fireChannelWritabilityChanged()
  }

  func hear(_ line: ByteBuffer) {
    begin()
    var line = line
    line.writeInteger(UInt8(ascii: "\n"))
    context?.write(Self.wrapOutboundOut(.body(.byteBuffer(line))), promise: nil)
  }

  func heardAll() { context?.flush() }

  func daemonTakesRequests() {}

  /// The lines are over, so gestured is about to end.
  func daemonIsGone() {
    lines = nil
    let answer = NIOLoopBound(self, eventLoop: service.loop)
    service.loop.scheduleRepeatedTask(initialDelay: .zero, delay: .milliseconds(5)) { task in
      if answer.value.hasEnded() { task.cancel() }
    }
  }

  private func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    var headers = Answer.headers(service.configuration, policy: BuiltIn.policy)
    headers.add(name: "Content-Type", value: "application/x-ndjson")
    headers.add(name: "Cache-Control", value: "no-store")
    let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
    context?.write(Self.wrapOutboundOut(.head(head)), promise: nil)
  }

  /// The answer to a recording that gestured did not play to its end.
  private static func refusal(_ code: Int32, _ message: [UInt8]) -> HostCheck.Refusal {
    let text = String(decoding: message.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    // A signal has ended it: its time or memory is over.
    if code > 128 {
      return .init(
        status: .unprocessableEntity,
        sentence:
          "The recording takes too much time or memory. On the device, gesturectl view FILE has no limit.")
    }
    if code == 127 || text.isEmpty {
      return .init(status: .internalServerError, sentence: "gestured cannot be run (code \(code)).")
    }
    return .init(status: .unprocessableEntity, sentence: VisibleText.visible(text, maximumLength: 500))
  }

  private func hasEnded() -> Bool {
    guard var child else { return true }
    let code = unsafe cweb_replay_end(&child)
    guard code >= 0 else { return false }
    let message = unsafe [UInt8](unsafeUninitializedCapacity: 2048) { bytes, count in
      count = unsafe cweb_replay_messages(&child, bytes.baseAddress, bytes.count)
    }
    let hadBegun = hasBegun
    self.child = nil
    leave()
    guard let context, let request else { return true }
    if code == 0 {
      begin()
      let place = context.loopBound
      context.writeAndFlush(Self.wrapOutboundOut(.end(nil))).whenComplete { _ in
        if !request.isKeepAlive { place.value.close(promise: nil) }
      }
    } else if hadBegun {
      context.close(promise: nil)
    } else {
      refuse(Self.refusal(code, message), request, context)
    }
    hasBegun = false
    self.request = nil
    return true
  }

  // MARK: Ends

  func channelInactive(context: ChannelHandlerContext) {
    stop()
    if child == nil { leave() }
    context.fireChannelInactive()
  }

  private func stop() {
    if let child { kill(child.process, SIGKILL) }
  }

  private func leave() {
    timer?.cancel()
    recording = ByteBuffer()
    if service.replay === self { service.replay = nil }
  }
}
