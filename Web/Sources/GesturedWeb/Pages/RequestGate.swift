internal import GestureCore
import NIOCore
import NIOHTTP1

/// Lets a request pass only after every check: the host, the method, the origin, and for handshakes the user. Refuses all
/// others, and ends requests that take too long.
final class RequestGate: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// The longest head of a request, in bytes.
  static let longestHead = 16_384
  /// How long a request may take to arrive.
  static let requestTime = TimeAmount.seconds(10)
  /// How long an answer may take until its reader has it: a replay has 60 s, and so has the longest wait after wrong tokens.
  static let answerTime = TimeAmount.seconds(70)
  /// How long a connection may stay without a request.
  static let idleTime = TimeAmount.seconds(30)

  /// The handshake that has passed.
  private(set) var visit: Visit?
  /// The host and target of the request that has passed.
  private(set) var passed: HostCheck.Passed?

  private let service: Service
  private var timer: Scheduled<Void>?
  private var isRefused = false
  private var hasHead = false

  init(_ service: Service) {
    self.service = service
  }

  func handlerAdded(context: ChannelHandlerContext) { expect(Self.requestTime, context) }

  func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isRefused else { return }
    switch Self.unwrapInboundIn(data) {
    case .head(let head):
      expect(Self.requestTime, context)
      do throws(HostCheck.Refusal) {
        try check(head, context)
      } catch {
        refuse(error, head, context)
        return
      }
    case .body: break
    case .end: expect(Self.answerTime, context)
    }
    hasHead = true
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .end = Self.unwrapOutboundIn(data), !isRefused else {
      context.write(data, promise: promise)
      return
    }
    let gate = NIOLoopBound(self, eventLoop: context.eventLoop)
    let place = context.loopBound
    let written = promise ?? context.eventLoop.makePromise(of: Void.self)
    written.futureResult.whenSuccess { gate.value.expect(Self.idleTime, place.value) }
    context.write(data, promise: written)
  }

  private func check(
    _ head: HTTPRequestHead, _ context: ChannelHandlerContext
  ) throws(HostCheck.Refusal) {
    let hosts = HostCheck(
      hosts: service.configuration.hosts, port: context.channel.localAddress?.port ?? 0)
    let passed = try hosts.check(head)
    self.passed = passed
    let length = head.headers.reduce(head.uri.utf8.count) {
      $0 + $1.name.utf8.count + $1.value.utf8.count + 4
    }
    guard length <= Self.longestHead else {
      throw .init(status: .requestHeaderFieldsTooLarge, sentence: "The head of a request has at most 16 KiB.")
    }
    let path = passed.path
    guard BuiltIn.methods(of: path).contains(head.method) else {
      throw .init(
        status: .methodNotAllowed, sentence: path == BuiltIn.replay ? "Use POST." : "Use GET or HEAD.")
    }
    guard head.headers.contains(name: "upgrade") || path == BuiltIn.endpoint else {
      let isNavigation =
        head.headers.first(name: "sec-fetch-mode") == "navigate"
        && head.headers.first(name: "sec-fetch-dest") == "document"
      if head.headers["sec-fetch-site"].contains("cross-site"), !isNavigation {
        throw .init(status: .forbidden, sentence: "Pages of other sites may not load this.")
      }
      guard path == BuiltIn.replay else { return }
      let visit = try visitor(head, passed.host, context)
      guard service.rights(of: visit, hasToken: true).grants.contains(.view) else {
        throw .init(status: .forbidden, sentence: "The page's origin lacks the grant view.")
      }
      self.visit = visit
      return
    }
    guard path == BuiltIn.endpoint else {
      throw .init(status: .notFound, sentence: "The WebSocket is at /v1.")
    }
    visit = try handshake(head, visitor(head, passed.host, context))
  }

  /// The page and the user that a request comes from, where both may ask.
  private func visitor(
    _ head: HTTPRequestHead, _ host: String, _ context: ChannelHandlerContext
  ) throws(HostCheck.Refusal) -> Visit {
    let origins = head.headers["origin"]
    guard origins.count <= 1 else { throw .init(status: .badRequest, sentence: "Send one Origin field.") }
    let origin = origins.first?.lowercased() ?? ""
    guard service.configuration.origin(origin, host: host) != nil else {
      guard !origins.isEmpty else {
        throw .init(
          status: .forbidden,
          sentence: "Programs without an origin use the Unix socket \(service.configuration.socket).")
      }
      service.journal.write(.warning, "page: refused (origin \(VisibleText.visible(origin)) has no table)")
      throw .init(status: .forbidden, sentence: "This origin has no table in web.toml.")
    }
    let user = PeerUser.user(of: context.channel)
    // A view is one user's, so that a user who is not found is another one.
    let isAllowed = user.map { PeerUser.isAllowed($0, inView: service.configuration.isView) }
    if !(isAllowed ?? !service.configuration.isView) {
      let allowed = service.configuration.isView ? "the user of this view" : "in gestured-clients"
      let uid = user.map(String.init) ?? "unknown"
      service.journal.write(
        .warning, "page: refused (uid \(uid) is not \(allowed), origin \(VisibleText.visible(origin)))")
      throw .init(
        status: .forbidden,
        sentence: service.configuration.isView
          ? "Only the user who started this view may connect."
          : "Only members of the group gestured-clients may connect.")
    }
    return Visit(origin: origin, host: host, user: user)
  }

  private func handshake(
    _ head: HTTPRequestHead, _ visit: Visit
  ) throws(HostCheck.Refusal) -> Visit {
    let tokens = { (name: String) in
      head.headers[canonicalForm: name].map { $0.lowercased() }
    }
    guard head.method == .GET, tokens("connection").contains("upgrade"),
      tokens("upgrade").contains("websocket"), head.headers["sec-websocket-version"] == ["13"],
      head.headers["sec-websocket-key"].count == 1
    else { throw .init(status: .badRequest, sentence: "Send a WebSocket handshake of version 13.") }
    guard head.headers[canonicalForm: "sec-websocket-protocol"].contains(where: { $0 == BuiltIn.subprotocol })
    else { throw .init(status: .badRequest, sentence: "Ask for the subprotocol gestured.1.") }
    return visit
  }

  // MARK: Ends

  private func expect(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    timer?.cancel()
    let gate = NIOLoopBound(self, eventLoop: context.eventLoop)
    let place = context.loopBound
    timer = context.eventLoop.scheduleTask(in: time) { gate.value.late(place.value, time) }
  }

  private func late(_ context: ChannelHandlerContext, _ time: TimeAmount) {
    guard time == Self.requestTime, !isRefused else {
      context.close(promise: nil)
      return
    }
    refuse(.init(status: .requestTimeout, sentence: "The request took more than 10 s."), nil, context)
  }

  /// Answers a request with a sentence, and closes the connection.
  func refuse(
    _ refusal: HostCheck.Refusal, _ request: HTTPRequestHead?, _ context: ChannelHandlerContext
  ) {
    isRefused = true
    expect(Self.answerTime, context)
    var headers = Answer.headers(service.configuration, policy: BuiltIn.policy)
    let text = request?.method == .HEAD ? "" : refusal.sentence + "\n"
    headers.add(name: "Content-Type", value: "text/plain; charset=utf-8")
    headers.add(name: "Content-Length", value: "\(text.utf8.count)")
    headers.add(name: "Connection", value: "close")
    if refusal.status == .methodNotAllowed {
      let path = passed?.path ?? "/"
      headers.add(name: "Allow", value: BuiltIn.methods(of: path).map(\.rawValue).joined(separator: ", "))
    }
    let head = HTTPResponseHead(version: .http1_1, status: refusal.status, headers: headers)
    let place = context.loopBound
    // The handler of pipelined requests takes no answer before a request, so this one goes past it.
    let decoder = try? context.pipeline.syncOperations.context(
      handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self)
    let way = request == nil && !hasHead ? decoder ?? context : context
    way.write(Self.wrapOutboundOut(.head(head)), promise: nil)
    way.write(Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
    way.writeAndFlush(Self.wrapOutboundOut(.end(nil))).whenComplete { _ in
      place.value.close(promise: nil)
    }
  }
}

/// The fields of every answer.
enum Answer {
  static func headers(_ configuration: WebConfiguration, policy: String) -> HTTPHeaders {
    var headers = HTTPHeaders([
      ("Cross-Origin-Resource-Policy", "same-origin"), ("X-Content-Type-Options", "nosniff"),
      ("Referrer-Policy", "no-referrer"), ("Content-Security-Policy", policy),
    ])
    if configuration.frameAncestors.isEmpty { headers.add(name: "X-Frame-Options", value: "DENY") }
    return headers
  }
}
