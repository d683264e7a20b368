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
final class Page: ChannelDuplexHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  /// The longest message, as the daemon's longest request.
  static let longestMessage = 65_536
  /// The time between two pings.
  private static let pingTime = TimeAmount.seconds(20)
  /// How long a page whose user is unknown may stay without the token.
  private static let tokenTime = TimeAmount.seconds(5)

  let visit: Visit
  private let service: Service
  private let outbox: Outbox
  private let refusal: String?
  private var hasToken = false
  private var wrongTokens = 0
  private var rights = PageRights()
  private var requests = PageRequests()
  private var coarseLines = CoarseLines()
  private var limit = DeclarationLimit()
  private var ownMessages = OwnMessages()

  private var context: ChannelHandlerContext?
  private var daemon: (any Channel)?
  private var isConnecting = false
  private var isReadWanted = false
  private var hasHello = false
  private var early: [ByteBuffer] = []
  private var isClosing = false
  private var farewell: String?
  private var hasWritten = false
  private var unansweredPings = 0

  /// A page.
  ///
  /// - Parameters:
  ///   - outbox: where its frames wait.
  ///   - refusal: why the page is closed as soon as it has begun.
  init(_ service: Service, _ visit: Visit, _ outbox: Outbox = Outbox(), refusal: String? = nil) {
    self.service = service
    self.visit = visit
    self.outbox = outbox
    self.refusal = refusal
    _ = useRights()
  }

  /// Sets the rights that the configuration grants. A page that loses a grant is closed.
  ///
  /// - Returns: whether the page may hear raw touches now, and could not before. They come from another socket of the daemon.
  private func useRights() -> Bool {
    let before = rights.grants
    rights = service.rights(of: visit, hasToken: hasToken)
    if !before.isSubset(of: rights.grants) {
      service.journal.write(.info, "page: closed (its origin \(visit.originText) has lost a grant)")
      end(.notPermitted, "the origin has lost a grant")
    }
    return rights.grants.contains(.touches) && !before.contains(.touches)
  }

  /// Applies a changed configuration.
  func reload() {
    // The page comes to their socket with its next connection.
    if useRights() { end(.goingAway, "the origin has gained raw touches") }
  }

  // MARK: Beginning and end

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    let page = NIOLoopBound(self, eventLoop: context.eventLoop)
    let pings = context.eventLoop.scheduleRepeatedTask(initialDelay: Self.pingTime, delay: Self.pingTime) {
      _ in page.value.ping()
    }
    context.channel.closeFuture.whenComplete { _ in
      pings.cancel()
      page.value.left()
    }
    if let refusal {
      end(.tryAgain, refusal)
    } else if rights.grants.isEmpty {
      after(Self.tokenTime, context) { if self.rights.grants.isEmpty { self.end(.noToken, "no token") } }
    } else {
      connect()
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  /// Acts later, also where the page has left by then.
  private func after(_ time: TimeAmount, _ context: ChannelHandlerContext, _ act: @escaping () -> Void) {
    context.eventLoop.assumeIsolated().scheduleTask(in: time, act)
  }

  private func left() {
    isClosing = true
    daemon?.close(promise: nil)
  }

  /// Says why, closes, and waits a second for the page to close too.
  func end(_ code: WebSocketErrorCode, _ reason: String) {
    guard !isClosing, let context else { return }
    isClosing = true
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    var text = reason.unicodeScalars
    // A reason has at most 123 bytes, and ends with a whole letter.
    while String(text).utf8.count > 120 { text.removeLast() }
    data.writeString(String(text))
    send(.connectionClose, data, context)
    daemon?.close(promise: nil)
    after(.seconds(1), context) { context.close(promise: nil) }
    // Reads on until the page answers the close.
    context.read()
  }

  @discardableResult
  private func send(
    _ opcode: WebSocketOpcode, _ data: ByteBuffer, _ context: ChannelHandlerContext
  ) -> EventLoopFuture<Void> {
    context.writeAndFlush(Self.wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: data)))
  }

  private func connect() {
    guard daemon == nil, !isConnecting else { return }
    isConnecting = true
    let path =
      rights.grants.contains(.touches) ? service.configuration.rawSocket : service.configuration.socket
    service.connect(path, self).assumeIsolated().whenComplete { result in
      self.isConnecting = false
      guard let channel = try? result.get() else {
        self.service.journal.write(
          .warning, "page: closed (gestured is not running, origin \(self.visit.originText))")
        return self.end(.tryAgain, "gestured is not running")
      }
      if self.isClosing { return channel.close(promise: nil) }
      self.daemon = channel
      self.followPage()
      self.service.journal.write(
        .info, "page: connected (origin \(self.visit.originText), uid \(self.visit.userText))")
    }
  }

  /// Leaves the socket of events for that of raw touches. The page hears `hello` again.
  private func leave(_ channel: any Channel) {
    (try? channel.pipeline.syncOperations.handler(type: DaemonConnection.self))?.page = nil
    channel.close(promise: nil)
    daemon = nil
    hasHello = false
    requests = PageRequests()
    limit = DeclarationLimit()
  }

  private func ping() {
    guard let context, !isClosing else { return }
    // While the daemon takes no requests the page is not read, so its answers cannot count. A page that does not read is
    // not read either, and it counts.
    if daemonTakesMessages && ownMessages.takesMore || !takesLines { unansweredPings += 1 }
    guard unansweredPings <= 2 else {
      service.journal.write(.info, "page: closed (no answer for 40 s, origin \(visit.originText))")
      return context.close(promise: nil)
    }
    send(.ping, ByteBuffer(), context)
  }

  // MARK: From the page

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = Self.unwrapInboundIn(data)
    unansweredPings = 0
    switch frame.opcode {
    case .text: hear(message: frame.unmaskedData)
    case .ping where !isClosing:
      countOwn(frame.data)
      send(.pong, frame.unmaskedData, context)
    case .connectionClose where isClosing: context.close(promise: nil)
    case .connectionClose:
      let closing = frame.unmaskedData.readableBytesView
      if let mistake = FrameRules.mistake(inClose: closing) { return end(mistake.code, mistake.reason) }
      isClosing = true
      let code = ByteBuffer(closing.prefix(2))
      send(.connectionClose, code, context).assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    default: countOwn(frame.data)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case let mistake as FrameMistake: end(mistake.code, mistake.reason)
    case NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge,
      NIOWebSocketFrameAggregator.Error.tooManyFragments:
      end(.messageTooLarge, "a message has at most 65536 bytes")
    case is NIOWebSocketFrameAggregator.Error: end(.protocolError, "broken fragments")
    // NIO has said why and closes.
    case is NIOWebSocketError: isClosing = true
    default: context.close(promise: nil)
    }
  }

  /// Whether the daemon takes messages, or none is passed on.
  private var daemonTakesMessages: Bool {
    if rights.grants.isEmpty || isClosing { return true }
    return hasHello && (daemon?.isWritable ?? false) && requests.takesMore
  }

  /// Whether messages are read: a page that does not read the answers is not read.
  private var takesMessages: Bool {
    daemonTakesMessages && (takesLines || isClosing) && ownMessages.takesMore
  }

  /// Counts a message that does not reach the daemon.
  private func countOwn(_ message: ByteBuffer) {
    guard let context, ownMessages.add(message) else { return }
    after(.seconds(1), context) {
      self.ownMessages.endSecond()
      self.resume()
    }
  }

  func read(context: ChannelHandlerContext) {
    if takesMessages { context.read() } else { isReadWanted = true }
  }

  private func hear(message: ByteBuffer) {
    guard !isClosing else { return }
    // One read may come before the daemon is there.
    guard hasHello || rights.grants.isEmpty else { return early.append(message) }
    var id: JSONValue?
    do throws(RequestError) {
      guard let request = try request(of: message, &id) else { return countOwn(message) }
      if limit.isUnset {
        daemon?.write(limit.ask(service.configuration, origin: visit.origin), promise: nil)
      }
      requests.send(request)
      var line = message
      line.writeInteger(UInt8(ascii: "\n"))
      daemon?.writeAndFlush(line, promise: nil)
    } catch {
      answer(id, error)
      countOwn(message)
    }
  }

  /// The request of a message that goes to the daemon; nil where nothing goes there. An error is the message's reply.
  ///
  /// - Parameter id: the request's id, once it is known.
  private func request(
    of message: ByteBuffer, _ id: inout JSONValue?
  ) throws(RequestError) -> [String: JSONValue]? {
    let bytes = Array(message.readableBytesView)
    guard String(validating: bytes, as: UTF8.self) != nil else {
      end(.dataInconsistentWithMessage, "not UTF-8")
      return nil
    }
    // A newline would make two requests of one message.
    guard !bytes.contains(UInt8(ascii: "\n")) else {
      throw RequestError(.invalidJSON, "found a newline; allowed: one line a message")
    }
    let request = try JSONReader.object(bytes[...])
    // An id that the daemon would refuse is not kept.
    if try RequestID(of: request) != nil { id = request["id"] }
    guard request["command"] != .text("authorize") else {
      try authorize(request, id)
      return nil
    }
    try rights.check(request)
    return request
  }

  private func authorize(_ request: [String: JSONValue], _ id: JSONValue?) throws(RequestError) {
    guard let isRight = service.token.isGiven(by: request) else {
      throw RequestError(.missingField, "found no token; allowed: command, id and token", path: "token")
    }
    guard isRight else {
      wrongTokens += 1
      service.wrongTokens.add(visit.user ?? .max, at: service.second)
      answer(
        id, RequestError(.notPermitted, "the token is wrong", path: "token", hint: service.tokenPlace))
      guard wrongTokens >= WrongTokens.most else { return }
      service.journal.write(
        .warning, "page: closed (three wrong tokens, origin \(visit.originText), uid \(visit.userText))")
      return end(.notPermitted, "three wrong tokens")
    }
    hasToken = true
    // Requests that wait have no reply any more once their connection has been left.
    if useRights(), let daemon { leave(daemon) }
    answer(id, nil)
    connect()
  }

  // MARK: From the daemon

  private var takesLines: Bool { (context?.channel.isWritable ?? false) && outbox.hasPlace }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    followPage()
    resume()
    context.fireChannelWritabilityChanged()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event is Outbox.Event else { return context.fireUserInboundEventTriggered(event) }
    followPage()
    resume()
  }

  /// Reads the daemon's lines only while the page takes them.
  private func followPage() { _ = daemon?.setOption(.autoRead, value: takesLines) }

  /// Passes a line of the daemon, without its newline, on to the page as far as its rights allow.
  func hear(_ line: ByteBuffer) {
    guard !isClosing, let type = DaemonLine.type(of: line), let grant = Grant.hearing(type),
      rights.grants.contains(grant)
    else { return }
    if type == "reply", limit.isAsked {
      if let refusal = limit.receive(line) { end(refusal.code, refusal.reason) }
      return
    }
    if type == "bye" { farewell = "stopping" }
    if type == "bye", case .text(let reason)? = DaemonLine.values(of: line)?["reason"] { farewell = reason }
    if grant != .coarse || rights.grants.contains(.gestures) {
      write(line)
    } else if let coarse = coarseLines.coarse(line, type: type) {
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
      for reply in requests.hear(line) { write(ByteBuffer(bytes: reply)) }
      resume()
    }
  }

  /// Sends the lines of one read.
  func heardAll() {
    guard hasWritten else { return }
    hasWritten = false
    context?.flush()
  }

  /// Reads messages again, where they can be passed on.
  func resume() {
    guard isReadWanted, takesMessages, let context else { return }
    isReadWanted = false
    context.read()
  }

  func daemonIsGone() {
    heardAll()
    if let farewell { end(.goingAway, farewell) } else { end(.unexpectedServerError, "gestured is gone") }
  }

  private func write(_ line: ByteBuffer) {
    hasWritten = true
    defer { if !outbox.hasPlace { followPage() } }
    context?.write(Self.wrapOutboundOut(WebSocketFrame(fin: true, opcode: .text, data: line)), promise: nil)
  }

  /// Answers a request in its turn.
  private func answer(_ id: JSONValue?, _ error: RequestError?) {
    for reply in requests.answer(id, error) { write(ByteBuffer(bytes: reply)) }
    heardAll()
  }
}
