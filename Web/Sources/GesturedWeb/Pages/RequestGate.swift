internal import GestureCore
import NIOCore
import NIOHTTP1

/// Lets a request pass only after every check: the host, the method, the origin, and for handshakes the user. Refuses all
/// others, and ends requests that take too long.
final class RequestGate: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// The longest head of a request, in bytes.
  static let longestHead = 16_384
  /// How long a request may take to arrive.
  static let requestTime = TimeAmount.seconds(10)
  /// How long an answer may take until its reader has the next piece: a replay has 60 s, and so has the longest wait after wrong tokens.
  static let answerTime = TimeAmount.seconds(70)
  /// How long a connection may stay without a request.
  static let idleTime = TimeAmount.seconds(30)

  /// The page that has passed: of a handshake, or of a recording.
  private(set) var visit: Visit?
  /// The host and target of the request that has passed.
  private(set) var passed: HostCheck.Passed?

  private let service: Service
  private let user: UInt32?
  private var timer: Scheduled<Void>?
  private var isRefused = false
  private var hasHead = false
  /// The end of the request that waits for its turn.
  private var heldEnd: NIOAny?
  private var isAnswering = false
  /// Whether the connection is to be read, once no request of it waits.
  private var isReadWanted = false
  private var isReadPlanned = false
  private var isRemoved = false

  private var configuration: WebConfiguration { service.configuration }

  /// - Parameter user: the local user at the other end of the connection; nil where the kernel does not know it.
  init(_ service: Service, user: UInt32?) {
    self.service = service
    self.user = user
  }

  func handlerAdded(context: ChannelHandlerContext) { expect(Self.requestTime, context) }

  func handlerRemoved(context: ChannelHandlerContext) {
    isRemoved = true
    timer?.cancel()
    if isReadWanted { context.read() }
  }

  func read(context: ChannelHandlerContext) {
    isReadWanted = true
    awaitRead(context)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // After a close NIO still hands out the requests that it has buffered. Their client has gone.
    guard !isRefused, context.channel.isActive else { return }
    switch Self.unwrapInboundIn(data) {
    case .head(let head):
      expect(Self.requestTime, context)
      do throws(Refusal) {
        try check(head, context)
      } catch {
        return refuse(error, head, context)
      }
    case .body: break
    case .end:
      expect(Self.answerTime, context)
      heldEnd = data
      if !isAnswering { awaitTurn(context) }
      return
    }
    hasHead = true
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isRefused else { return context.write(data, promise: promise) }
    let isEnd = if case .end = Self.unwrapOutboundIn(data) { true } else { false }
    let written = promise ?? context.eventLoop.makePromise()
    written.futureResult.assumeIsolated().whenSuccess {
      self.expect(isEnd ? Self.idleTime : Self.answerTime, context)
      guard isEnd else { return }
      self.isAnswering = false
      if self.heldEnd != nil { self.awaitTurn(context) }
      self.awaitRead(context)
    }
    context.write(data, promise: written)
  }

  /// Passes the end of a request in its turn, when the kernel has the answer before. So a connection whose client pipelines requests and
  /// reads nothing has one answer in memory, and costs other connections one request a turn.
  private func awaitTurn(_ context: ChannelHandlerContext) {
    service.turns.add {
      guard let end = self.heldEnd, !self.isRefused, context.channel.isActive else { return }
      self.heldEnd = nil
      self.isAnswering = true
      context.fireChannelRead(end)
      context.fireChannelReadComplete()
    }
  }

  /// Reads in a turn of its own: one read can have 200 requests, which are parsed at once and take 2 ms. A read that
  /// waits further towards the kernel, for the end of an answer, would be in no turn.
  private func awaitRead(_ context: ChannelHandlerContext) {
    guard isReadWanted, !isReadPlanned, mayRead else { return }
    isReadPlanned = true
    service.turns.add(isLast: true) {
      self.isReadPlanned = false
      guard self.mayRead, !self.isRemoved else { return }
      self.isReadWanted = false
      context.read()
    }
  }

  /// Whether no request of the connection waits. Bytes after a refused request are read and dropped.
  private var mayRead: Bool { isRefused || heldEnd == nil && !isAnswering }

  // MARK: Checks

  private func check(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) throws(Refusal) {
    let port = context.channel.localAddress?.port ?? 0
    let passed = try HostCheck(hosts: configuration.hosts, port: port).check(head)
    self.passed = passed
    let length = head.headers.reduce(head.uri.utf8.count) {
      $0 + $1.name.utf8.count + $1.value.utf8.count + 4
    }
    guard length <= Self.longestHead else {
      throw Refusal(.requestHeaderFieldsTooLarge, "The head of a request has at most 16 KiB.")
    }
    let path = passed.path
    guard BuiltIn.methods(of: path).contains(head.method) else {
      throw Refusal(.methodNotAllowed, path == BuiltIn.replay ? "Use POST." : "Use GET or HEAD.")
    }
    // Without a limit of work, the pieces of a body would cost other connections much.
    guard path == BuiltIn.replay || !Self.hasBody(head) else {
      throw Refusal(.badRequest, "Only a recording for \(BuiltIn.replay) has a body.")
    }
    let isUpgrade = head.headers.contains(name: "upgrade") || path == BuiltIn.endpoint
    guard !isUpgrade || path == BuiltIn.endpoint else { throw Refusal(.notFound, "The WebSocket is at /v1.") }
    // In a frame the browser itself compares the pages around it with `frame_ancestors`, once it has the answer.
    let places = ["document"] + (configuration.frameAncestors.isEmpty ? [] : ["iframe", "frame"])
    let isNavigation =
      head.headers.first(name: "sec-fetch-mode") == "navigate"
      && head.headers.first(name: "sec-fetch-dest").map(places.contains) == true
    guard isUpgrade || isNavigation || !head.headers["sec-fetch-site"].contains("cross-site") else {
      throw Refusal(.forbidden, "Pages of other sites may not load this.")
    }
    guard isUpgrade || path == BuiltIn.replay else { return }
    let visit = try visitor(head, passed.host, context)
    if isUpgrade { try checkHandshake(head) }
    guard isUpgrade || service.rights(of: visit, hasToken: true).grants.contains(.view) else {
      throw Refusal(.forbidden, "The page's origin lacks the grant view.")
    }
    self.visit = visit
  }

  private static func hasBody(_ head: HTTPRequestHead) -> Bool {
    head.headers.contains(name: "transfer-encoding") || head.headers["content-length"].contains { $0 != "0" }
  }

  /// The page and the user that a request comes from, where both may ask.
  private func visitor(
    _ head: HTTPRequestHead, _ host: String, _ context: ChannelHandlerContext
  ) throws(Refusal) -> Visit {
    let origins = head.headers["origin"]
    guard origins.count <= 1 else { throw Refusal(.badRequest, "Send one Origin field.") }
    let origin = origins.first?.lowercased() ?? ""
    guard configuration.origin(origin, host: host) != nil else {
      guard !origins.isEmpty else {
        throw Refusal(
          .forbidden, "Programs without an origin use the Unix socket \(configuration.socket).")
      }
      service.journal.write(.warning, "page: refused (origin \(VisibleText.visible(origin)) has no table)")
      throw Refusal(.forbidden, "This origin has no table in web.toml.")
    }
    let visit = Visit(origin: origin, host: host, user: user)
    // A view is one user's, so that a user who is not found is another one.
    let isView = configuration.isView
    guard visit.user.map({ PeerUser.isAllowed($0, inView: isView) }) ?? !isView else {
      let (allowed, sentence) =
        isView
        ? ("the user of this view", "Only the user who started this view may connect.")
        : ("in gestured-clients", "Only members of the group gestured-clients may connect.")
      service.journal.write(
        .warning, "page: refused (uid \(visit.userText) is not \(allowed), origin \(visit.originText))")
      throw Refusal(.forbidden, sentence)
    }
    return visit
  }

  private func checkHandshake(_ head: HTTPRequestHead) throws(Refusal) {
    let words = { (name: String) in head.headers[canonicalForm: name].map { $0.lowercased() } }
    guard head.method == .GET, words("connection").contains("upgrade"),
      words("upgrade").contains("websocket"),
      head.headers["sec-websocket-version"] == ["13"], head.headers["sec-websocket-key"].count == 1
    else { throw Refusal(.badRequest, "Send a WebSocket handshake of version 13.") }
    guard head.headers[canonicalForm: "sec-websocket-protocol"].contains(BuiltIn.subprotocol[...])
    else { throw Refusal(.badRequest, "Ask for the subprotocol \(BuiltIn.subprotocol).") }
  }

  // MARK: Ends

  private func expect(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    timer?.cancel()
    // The last pieces of the answer to a handshake come through after the page has begun.
    guard !isRemoved else { return }
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
      guard time == Self.requestTime, !self.isRefused else { return context.close(promise: nil) }
      self.refuse(Refusal(.requestTimeout, "The request took more than 10 s."), nil, context)
    }
  }

  /// Answers a request with a sentence, and closes the connection.
  func refuse(_ refusal: Refusal, _ request: HTTPRequestHead?, _ context: ChannelHandlerContext) {
    isRefused = true
    awaitRead(context)
    expect(Self.answerTime, context)
    var answer = Answer(refusal.status, configuration, text: refusal.sentence)
    if refusal.status == .methodNotAllowed {
      let methods = BuiltIn.methods(of: passed?.path ?? "/").map(\.rawValue)
      answer.fields.add(name: "Allow", value: methods.joined(separator: ", "))
    }
    // The handler of pipelined requests takes no answer before a request, so this one goes past it.
    let decoder = try? context.pipeline.syncOperations.context(
      handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self)
    answer.write(
      request == nil && !hasHead ? decoder ?? context : context, to: request, isLast: true, service.turns)
  }
}
