internal import GestureCore
import GestureProtocol
import JSONReading
import NIOCore
import NIOWebSocket

/// One page: a WebSocket, its connection to the daemon, and what the page may do.
///
/// ```
///   page ──text──▶ reader ──grants──▶ daemon     reads only while the daemon takes requests
///   page ◀──text── grants ◀────lines─ daemon     reads only while the page takes lines
/// ```
final class Page: ChannelDuplexHandler, DaemonListener {
  typealias InboundIn = WebSocketFrame
  typealias OutboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  /// The longest message, as the daemon's longest request.
  static let longestMessage = 65_536
  /// The time between two pings.
  private static let pingTime = TimeAmount.seconds(20)
  /// How long a page whose user is unknown may stay without the token.
  private static let tokenTime = TimeAmount.seconds(5)
  /// The wrong tokens that end a connection.
  private static let mostWrongTokens = 3

  let origin: String
  private let visit: Visit
  private let service: Service
  private var hasToken = false
  private var wrongTokens = 0
  private var grants: Set<Grant> = []
  private var missing: String?
  private var requests = PageRequests()

  private var context: ChannelHandlerContext?
  private var daemon: (any Channel)?
  private var isConnecting = false
  private var isReadWanted = false
  private var hasHello = false
  private var early: [ByteBuffer] = []
  private var isClosing = false
  private var refusal: (code: ClosingCode, reason: String)?
  private var farewell: String?
  private var hasWritten = false
  private var unansweredPings = 0
  private var timers: [Scheduled<Void>] = []

  init(_ service: Service, _ visit: Visit) {
    self.service = service
    self.visit = visit
    origin = visit.origin
    useRights()
  }

  /// The channel's identity among the service's connections.
  var key: ObjectIdentifier? { context.map { ObjectIdentifier($0.channel) } }

  /// Closes the page as soon as it has begun.
  func refuse(_ code: ClosingCode, _ reason: String) { refusal = (code, reason) }

  /// Takes the rights of the configuration over. A page that loses a grant is closed.
  func useRights() {
    let before = grants
    (grants, missing) = service.rights(of: visit, hasToken: hasToken)
    guard !before.isSubset(of: grants) else { return }
    service.journal.write(.info, "page: closed (its origin \(originText) has lost a grant)")
    end(.notPermitted, "the origin has lost a grant")
  }

  private var originText: String { origin.isEmpty ? "none" : VisibleText.visible(origin) }

  // MARK: Beginning and end

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    let page = NIOLoopBound(self, eventLoop: context.eventLoop)
    let pings = context.eventLoop.scheduleRepeatedTask(initialDelay: Self.pingTime, delay: Self.pingTime) {
      _ in
      page.value.ping()
    }
    context.channel.closeFuture.whenComplete { _ in
      pings.cancel()
      page.value.left()
    }
    if let refusal {
      end(refusal.code, refusal.reason)
    } else if grants.isEmpty {
      timers.append(
        context.eventLoop.scheduleTask(in: Self.tokenTime) {
          if page.value.grants.isEmpty { page.value.end(.noToken, "no token") }
        })
    } else {
      connect()
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  private func left() {
    for timer in timers { timer.cancel() }
    isClosing = true
    daemon?.close(promise: nil)
  }

  /// Says why, closes, and waits a second for the page to close too.
  func end(_ code: ClosingCode, _ reason: String) {
    guard !isClosing, let context else { return }
    isClosing = true
    var data = context.channel.allocator.buffer(capacity: 2 + reason.utf8.count)
    data.writeInteger(code.rawValue)
    data.writeString(String(reason.prefix(120)))
    context.writeAndFlush(
      Self.wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: data)), promise: nil)
    daemon?.close(promise: nil)
    let place = context.loopBound
    timers.append(context.eventLoop.scheduleTask(in: .seconds(1)) { place.value.close(promise: nil) })
    // Reads on until the page answers the close.
    context.read()
  }

  private func connect() {
    guard let context, daemon == nil, !isConnecting else { return }
    isConnecting = true
    let path = grants.contains(.touches) ? service.configuration.rawSocket : service.configuration.socket
    let page = NIOLoopBound(self, eventLoop: context.eventLoop)
    service.connect(path, self).whenComplete { result in
      page.value.connected(result)
    }
  }

  /// Leaves the socket of events for that of raw touches. The page hears `hello` again.
  private func leave(_ channel: any Channel) {
    (try? channel.pipeline.syncOperations.handler(type: DaemonConnection.self))?.listener = nil
    channel.close(promise: nil)
    daemon = nil
    hasHello = false
    requests = PageRequests()
  }

  private func connected(_ result: Result<any Channel, any Error>) {
    isConnecting = false
    switch result {
    case .success(let channel):
      guard !isClosing else {
        channel.close(promise: nil)
        return
      }
      daemon = channel
      service.journal.write(.info, "page: connected (origin \(originText), uid \(visit.userText))")
    case .failure:
      service.journal.write(.warning, "page: closed (gestured is not running, origin \(originText))")
      end(.tryAgain, "gestured is not running")
    }
  }

  private func ping() {
    guard let context, !isClosing else { return }
    // While the daemon takes no requests the page is not read, so its answers cannot count.
    if takesMessages { unansweredPings += 1 }
    guard unansweredPings <= 2 else {
      service.journal.write(.info, "page: closed (no answer for 40 s, origin \(originText))")
      context.close(promise: nil)
      return
    }
    context.writeAndFlush(
      Self.wrapOutboundOut(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer())), promise: nil)
  }

  // MARK: From the page

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = Self.unwrapInboundIn(data)
    unansweredPings = 0
    switch frame.opcode {
    case .text: hear(message: frame.unmaskedData)
    case .ping:
      guard !isClosing else { return }
      context.writeAndFlush(
        Self.wrapOutboundOut(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)), promise: nil
      )
    case .connectionClose:
      let place = context.loopBound
      guard !isClosing else {
        context.close(promise: nil)
        return
      }
      isClosing = true
      var data = frame.unmaskedData
      let code = data.readSlice(length: min(2, data.readableBytes)) ?? ByteBuffer()
      context.writeAndFlush(
        Self.wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: code))
      )
      .whenComplete { _ in place.value.close(promise: nil) }
    default: break
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case let mistake as FrameMistake: end(mistake.code, mistake.reason)
    case NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge,
      NIOWebSocketFrameAggregator.Error.tooManyFragments:
      end(.tooLarge, "a message has at most 65536 bytes")
    case is NIOWebSocketFrameAggregator.Error: end(.protocolError, "broken fragments")
    // NIO has said why and closes.
    case is NIOWebSocketError: isClosing = true
    default: context.close(promise: nil)
    }
  }

  /// Whether messages can be passed on.
  private var takesMessages: Bool {
    if grants.isEmpty || isClosing { return true }
    return hasHello && (daemon?.isWritable ?? false) && requests.takesMore
  }

  func read(context: ChannelHandlerContext) {
    if takesMessages { context.read() } else { isReadWanted = true }
  }

  private func resume() {
    guard isReadWanted, takesMessages, let context else { return }
    isReadWanted = false
    context.read()
  }

  private func hear(message: ByteBuffer) {
    guard !isClosing else { return }
    // One read may come before the daemon is there.
    guard hasHello || grants.isEmpty else { return early.append(message) }
    let bytes = Array(message.readableBytesView)
    guard String(validating: bytes, as: UTF8.self) != nil else { return end(.notText, "not UTF-8") }
    // A newline would make two requests of one message.
    guard !bytes.contains(UInt8(ascii: "\n")) else {
      return write(
        requests.answer(nil, RequestError(.invalidJSON, "found a newline; allowed: one line a message")))
    }
    let request: [String: JSONValue]
    do throws(RequestError) {
      request = try JSONReader.object(bytes[...])
    } catch {
      return write(requests.answer(nil, error))
    }
    let id = request["id"]
    if case .text("authorize") = request["command"] { return authorize(request, id) }
    if var refusal = RequestRules.refusal(of: request, grants: grants) {
      if refusal.hint == Grant.touches.rawValue, let missing {
        refusal = RequestError(
          .notPermitted,
          "raw touches need raw = true, gestured-raw.socket, and the service in the group gestured-raw",
          path: refusal.path, hint: missing)
      }
      return write(requests.answer(id, refusal))
    }
    let configuration = service.configuration
    if let refusal = requests.send(
      request, regions: configuration.regionsPerPage, recognizers: configuration.recognizersPerPage)
    {
      return write(requests.answer(id, refusal))
    }
    guard let daemon else { return }
    var line = message
    line.writeInteger(UInt8(ascii: "\n"))
    daemon.writeAndFlush(line, promise: nil)
  }

  private func authorize(_ request: [String: JSONValue], _ id: JSONValue?) {
    guard let isRight = service.token.isGiven(by: request) else {
      return write(
        requests.answer(
          id, RequestError(.missingField, "found no token; allowed: command, id and token", path: "token")))
    }
    guard isRight else {
      wrongTokens += 1
      write(
        requests.answer(
          id,
          RequestError(
            .notPermitted, "the token is wrong", path: "token", hint: "/run/gestured-web/token")))
      guard wrongTokens >= Self.mostWrongTokens else { return }
      service.wrongTokens.add(visit.user ?? .max, at: service.second)
      service.journal.write(
        .warning, "page: closed (three wrong tokens, origin \(originText), uid \(visit.userText))")
      return end(.notPermitted, "three wrong tokens")
    }
    hasToken = true
    let hadTouches = grants.contains(.touches)
    useRights()
    write(requests.answer(id, nil))
    if grants.contains(.touches), !hadTouches, let daemon { leave(daemon) }
    connect()
  }

  // MARK: From the daemon

  var takesLines: Bool { context?.channel.isWritable ?? false }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { DaemonConnection.resume(daemon) }
    context.fireChannelWritabilityChanged()
  }

  func hear(_ line: ByteBuffer) {
    guard !isClosing, let type = DaemonLine.type(of: line), let grant = Grant.hearing(type),
      grants.contains(grant)
    else { return }
    if type == "bye" { farewell = reason(of: line) }
    if grants.contains(.gestures) {
      write(line)
    } else if let coarse = DaemonLine.coarse(line, type: type) {
      write(coarse)
    }
    if !hasHello {
      // No reply comes before the daemon's first line.
      hasHello = true
      let waiting = early
      early = []
      for message in waiting { hear(message: message) }
      resume()
    }
    if type == "reply" {
      for reply in requests.hear(Array(line.readableBytesView)) { write(ByteBuffer(bytes: reply)) }
      resume()
    }
  }

  func heardAll() {
    guard hasWritten else { return }
    hasWritten = false
    context?.flush()
  }

  func daemonTakesRequests() { resume() }

  func daemonIsGone() {
    heardAll()
    if let farewell { end(.goingAway, farewell) } else { end(.unexpected, "gestured is gone") }
  }

  private func reason(of line: ByteBuffer) -> String {
    guard let fields = try? JSONReader.object(Array(line.readableBytesView)[...]),
      case .text(let reason) = fields["reason"]
    else { return "stopping" }
    return reason
  }

  private func write(_ line: ByteBuffer) {
    hasWritten = true
    context?.write(Self.wrapOutboundOut(WebSocketFrame(fin: true, opcode: .text, data: line)), promise: nil)
  }

  private func write(_ replies: [[UInt8]]) {
    for reply in replies { write(ByteBuffer(bytes: reply)) }
    heardAll()
  }
}
