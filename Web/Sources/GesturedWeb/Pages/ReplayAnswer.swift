import JSONReading
import NIOCore
import NIOHTTP1

/// Answers `POST /v1/replay`: a recording comes in, and the lines that gestured prints for it go out. Other requests pass.
///
/// ```
///   page ──recording──▶ memory ──▶ gestured --replay ──lines──▶ page
/// ```
///
/// The first line may be the request `authorize` with the token. No recording begins with a brace. There is one place for a
/// recording, and a page has it from its token on.
final class ReplayAnswer: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart

  /// The longest line with a token.
  private static let longestToken = 512
  /// The longest recording, with the line before it.
  private static let mostBytes = 8_388_608

  private let service: Service
  private let gate: RequestGate
  private var context: ChannelHandlerContext?
  private var request: HTTPRequestHead?
  private var recording = ByteBuffer()
  private var refusal: Refusal?
  private var replay: Replay?
  private var hasBegun = false
  private var lateRefusal: Scheduled<Void>?

  init(_ service: Service, _ gate: RequestGate) {
    self.service = service
    self.gate = gate
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    lateRefusal?.cancel()
    // A replay that runs keeps its place to its end.
    if let replay { replay.stop() } else { leave() }
  }

  // MARK: The recording

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = Self.unwrapInboundIn(data)
    if case .head(let head) = part {
      request = gate.passed.map { $0.path == BuiltIn.replay } == true ? head : nil
      refusal = nil
    }
    guard let request else { return context.fireChannelRead(data) }
    do throws(Refusal) {
      switch part {
      case .head: break
      case .body(let bytes): if refusal == nil { try append(bytes) }
      case .end:
        if let refusal { throw refusal }
        try admit()
        replay = try Replay(
          recording, on: context.eventLoop, receive: { self.pass($0) }, end: { self.finish(request, $0) })
        recording = ByteBuffer()
      }
    } catch {
      refusal = error
      recording = ByteBuffer()
      if case .end = part { refuse(error, request, context) }
    }
  }

  private func append(_ bytes: ByteBuffer) throws(Refusal) {
    guard recording.readableBytes + bytes.readableBytes <= Self.mostBytes else {
      throw Refusal(.payloadTooLarge, "A recording has at most 8 MiB.")
    }
    recording.writeImmutableBuffer(bytes)
    let start = recording.readableBytesView.prefix(Self.longestToken)
    let isInToken =
      start.count < Self.longestToken && start.first == UInt8(ascii: "{")
      && !start.contains(UInt8(ascii: "\n"))
    if !isInToken { try admit() }
  }

  /// Gives the page the place of a recording, if it may have one.
  private func admit() throws(Refusal) {
    guard service.replay !== self else { return }
    guard let visit = gate.visit,
      service.rights(of: visit, hasToken: removeToken(visit)).grants.contains(.view)
    else { throw Refusal(.forbidden, "Give the token in the first line.") }
    guard service.replay == nil else {
      throw Refusal(.serviceUnavailable, "Another recording is replayed now. Try again.")
    }
    service.replay = self
  }

  /// Whether the first line has the token. The line is removed.
  private func removeToken(_ visit: Visit) -> Bool {
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

  /// A page without the token waits a second for the refusal, and longer after wrong tokens.
  private func refuse(_ refusal: Refusal, _ request: HTTPRequestHead, _ context: ChannelHandlerContext) {
    leave()
    let wait = max(1, service.wrongTokens.wait(of: gate.visit?.user ?? .max, at: service.second))
    lateRefusal = context.eventLoop.assumeIsolated().scheduleTask(
      in: .seconds(refusal.status == .forbidden ? wait : 0)
    ) { self.gate.refuse(refusal, request, context) }
  }

  // MARK: The lines

  private func pass(_ lines: ByteBuffer) {
    guard let context else { return }
    begin(context)
    context.writeAndFlush(Answer.part(.body(.byteBuffer(lines)))).assumeIsolated().whenComplete { _ in
      self.replay?.read()
    }
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard !hasBegun else { return }
    hasBegun = true
    let fields = [("Content-Type", "application/x-ndjson"), ("Cache-Control", "no-store")]
    Answer(.ok, service.configuration, fields).writeHead(context, isLast: request?.isKeepAlive == false)
  }

  private func finish(_ request: HTTPRequestHead, _ refusal: Refusal?) {
    replay = nil
    leave()
    guard let context else { return }
    if refusal == nil {
      begin(context)
      Answer.end(context, isLast: !request.isKeepAlive)
    } else if hasBegun {
      context.close(promise: nil)
    } else if let refusal {
      refuse(refusal, request, context)
    }
    hasBegun = false
    self.request = nil
  }

  private func leave() {
    recording = ByteBuffer()
    if service.replay === self { service.replay = nil }
  }
}
