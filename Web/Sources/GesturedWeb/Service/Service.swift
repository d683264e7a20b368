import CWeb
internal import GestureCore
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

/// The bridge: its listeners, its pages, and what all of them share. Everything runs on one loop.
final class Service {
  /// The loop.
  let loop: any EventLoop
  /// The log.
  let journal: Journal
  /// The folder with gestured.js and the view.
  let assets: String
  /// The secret of this run.
  let token = Token()
  /// Where people find the token.
  var tokenPlace = "the address that gesturectl view has printed"
  /// The settings.
  private(set) var configuration: WebConfiguration
  /// The folder of the pages, without links; nil where it is missing.
  private(set) var folder: String?
  /// The wrong tokens of each user.
  var wrongTokens = WrongTokens()
  /// The work for requests.
  let turns: Turns
  /// Connects a page to the daemon's socket.
  var connect: (String, Page) -> EventLoopFuture<any Channel>
  /// Called when no page has been there for the time after which a started service ends.
  var idleEnd: (() -> Void)?
  /// The recording that is replayed now: one at a time.
  var replay: ReplayAnswer?

  private var pages: [ObjectIdentifier: Page] = [:]
  private var connections: [ObjectIdentifier: (channel: any Channel, holder: Places.Holder)] = [:]
  private var idleTimer: Scheduled<Void>?
  private var question: EventLoopFuture<Bool>?
  private var isStopping = false

  /// How long a started service waits for a page.
  static let idleTime = TimeAmount.minutes(10)
  /// How long a live view waits for its page to come back.
  static let viewTime = TimeAmount.seconds(10)
  /// How long a live view waits for a browser to start.
  static let browserTime = TimeAmount.minutes(1)

  init(loop: any EventLoop, configuration: WebConfiguration, assets: String, journal: Journal) {
    self.loop = loop
    self.configuration = configuration
    self.assets = assets
    self.journal = journal
    turns = Turns(loop)
    connect = { DaemonConnection.connect(DaemonConnection($1), to: $0, on: loop) }
    useFolder()
  }

  /// Seconds of a steady clock.
  var second: Int64 { Int64(NIODeadline.now().uptimeNanoseconds / 1_000_000_000) }

  // MARK: Configuration

  /// Applies changed settings. Pages whose origin has lost a grant are closed.
  func use(_ changed: WebConfiguration) {
    let listened = configuration.listen
    configuration = changed
    configuration.listen = listened
    if listened != changed.listen { journal.write(.warning, "listen: counts from the next start") }
    useFolder()
    for page in pages.values { page.reload() }
    journal.write(.info, "configuration: reloaded")
  }

  /// The rights of a visitor.
  func rights(of visit: Visit, hasToken: Bool) -> PageRights {
    guard let origin = configuration.origin(visit.origin, host: visit.host), visit.user != nil || hasToken
    else { return PageRights() }
    let grants = origin.grants(withToken: hasToken)
    guard grants.contains(.touches) else { return PageRights(grants: grants) }
    let mayConnect = unsafe cweb_may_connect(configuration.rawSocket)
    let missing =
      !configuration.raw ? "raw" : !mayConnect ? "gestured-raw" : visit.user == nil ? "a known user" : nil
    return PageRights(grants: missing == nil ? grants : grants.subtracting([.touches]), missing: missing)
  }

  private func useFolder() {
    folder = nil
    let pages = configuration.pages
    if pages.isEmpty { return }
    guard let path = unsafe cweb_real_path(pages) else {
      return journal.write(.warning, "pages: cannot open \(VisibleText.quoted(pages)) (error \(errno))")
    }
    defer { unsafe free(path) }
    let folder = unsafe String(cString: path)
    self.folder = folder
    for name in BuiltIn.names where OpenFile(String(name.dropFirst()), in: folder) != nil {
      journal.write(.warning, "pages: the built-in path \(name) hides the file of that name")
    }
  }

  /// Whether the daemon answers. All who ask within a second share its answer, since each question is a connection to it.
  func health() -> EventLoopFuture<Bool> {
    if let question { return question }
    let asked = DaemonHealth.ask(configuration.socket, on: loop)
    question = asked
    asked.assumeIsolated().whenSuccess { isWell in
      self.loop.assumeIsolated().scheduleTask(in: .seconds(isWell ? 1 : 0)) { self.question = nil }
    }
    return asked
  }

  // MARK: Connections

  /// Sets a new connection up. Connections from elsewhere, which the kernel can pass on to loopback addresses, are closed at once,
  /// and so are those without a place.
  func accept(_ channel: any Channel) throws {
    guard !isStopping, channel.remoteAddress?.isLoopback == true else { throw ChannelError.eof }
    let user = PeerUser.user(of: channel)
    let holders = connections.values.map(\.holder)
    // One look into the lists of users and groups for all connections of a user.
    let mayConnect =
      holders.first { $0.user == user }?.mayConnect
      ?? user.map { PeerUser.isAllowed($0, inView: configuration.isView) } ?? false
    let holder = Places.Holder(user: user, mayConnect: mayConnect)
    guard Places(pages: configuration.maximumPages).areFree(for: holder, beside: holders)
    else { throw ChannelError.eof }
    let key = ObjectIdentifier(channel)
    connections[key] = (channel, holder)
    channel.closeFuture.assumeIsolated().whenComplete { _ in self.connections[key] = nil }
    let encoder = HTTPResponseEncoder()
    let gate = RequestGate(self, user: user)
    let before: [any RemovableChannelHandler] = [
      ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes)),
      HTTPServerPipelineHandler(), HTTPServerProtocolErrorHandler(), gate,
    ]
    let after: [any RemovableChannelHandler] = [ReplayAnswer(self, gate), RequestAnswer(self, gate)]
    let bound = NIOLoopBound((service: self, gate: gate), eventLoop: loop)
    let upgrader = NIOWebSocketServerUpgrader(
      maxFrameSize: Page.longestMessage,
      shouldUpgrade: { channel, _ in bound.value.service.handshake(bound.value.gate.visit, channel) },
      upgradePipelineHandler: { channel, _ in bound.value.service.begin(channel, bound.value.gate.visit) })
    let upgrade = HTTPServerUpgradeHandler(
      // They are removed in this order: the decoder last, as it passes on the bytes after the handshake, which are no requests.
      upgraders: [upgrader], httpEncoder: encoder, extraHTTPHandlers: after + before.reversed(),
      upgradeCompletionHandler: { _ in })
    try channel.pipeline.syncOperations.addHandlers([RequestedReads(), encoder] + before + [upgrade] + after)
  }

  /// Answers a handshake that the gate let pass, later where the user has sent wrong tokens.
  func handshake(_ visit: Visit?, _ channel: any Channel) -> EventLoopFuture<HTTPHeaders?> {
    let wait = wrongTokens.wait(of: visit?.user ?? .max, at: second)
    let headers = HTTPHeaders([("Sec-WebSocket-Protocol", BuiltIn.subprotocol)])
    if wait == 0 { return loop.makeSucceededFuture(headers) }
    let answer = loop.scheduleTask(in: .seconds(wait)) { headers as HTTPHeaders? }
    channel.closeFuture.whenComplete { _ in answer.cancel() }
    return answer.futureResult
  }

  /// Makes a page of an upgraded connection.
  private func begin(_ channel: any Channel, _ visit: Visit?) -> EventLoopFuture<Void> {
    loop.makeCompletedFuture {
      guard let visit else { throw ChannelError.eof }
      let ofOrigin = pages.values.count { $0.visit.origin == visit.origin }
      let isTooMany = pages.count >= configuration.maximumPages || ofOrigin >= configuration.pagesPerOrigin
      let outbox = Outbox()
      let page = Page(self, visit, outbox, refusal: isTooMany ? "too many pages" : nil)
      if isTooMany {
        journal.write(
          .warning, "page: refused (too many pages, origin \(visit.originText), uid \(visit.userText))")
      } else {
        let key = ObjectIdentifier(channel)
        enter(key, page)
        channel.closeFuture.assumeIsolated().whenComplete { _ in self.leave(key) }
      }
      try channel.pipeline.syncOperations.addHandler(outbox, position: .first)
      try channel.pipeline.syncOperations.addHandlers([
        FrameRules(),
        NIOWebSocketFrameAggregator(
          minNonFinalFragmentSize: 1, maxAccumulatedFrameCount: 1024,
          maxAccumulatedFrameSize: Page.longestMessage),
        page,
      ])
    }
  }

  /// A page begins.
  func enter(_ key: ObjectIdentifier, _ page: Page) {
    pages[key] = page
    idleTimer?.cancel()
  }

  /// A page has ended.
  func leave(_ key: ObjectIdentifier) {
    pages[key] = nil
    if pages.isEmpty { waitForPages(configuration.isView ? Self.viewTime : Self.idleTime) }
  }

  /// Begins to wait for a page, where the service ends by itself. A program that loads files keeps a service, but no view.
  func waitForPages(_ time: TimeAmount) {
    idleTimer?.cancel()
    guard idleEnd != nil else { return }
    idleTimer = loop.assumeIsolated().scheduleTask(in: time) {
      guard self.pages.isEmpty else { return }
      if self.configuration.isView || self.connections.isEmpty {
        self.idleEnd?()
      } else {
        self.waitForPages(time)
      }
    }
  }

  /// Tells every page that the service ends, then closes what is left.
  func stop() -> EventLoopFuture<Void> {
    isStopping = true
    for page in pages.values { page.end(.goingAway, "restarting") }
    for (key, connection) in connections where pages[key] == nil { connection.channel.close(promise: nil) }
    let promise = loop.makePromise(of: Void.self)
    EventLoopFuture.andAllComplete(connections.values.map(\.channel.closeFuture), on: loop).cascade(
      to: promise)
    loop.scheduleTask(in: .seconds(1)) { promise.succeed(()) }
    return promise.futureResult
  }
}

/// The gate's findings about a page.
struct Visit {
  /// The page's origin, in lower case; empty where a program sent none and may.
  var origin: String
  /// The host that the page asked.
  var host: String
  /// The local user; nil where the kernel does not know it.
  var user: UInt32?

  /// The origin, for the log.
  var originText: String { origin.isEmpty ? "none" : VisibleText.visible(origin) }
  /// The user, for the log.
  var userText: String { user.map { "\($0)" } ?? "unknown" }
}

/// The paths that the service answers itself.
enum BuiltIn {
  /// The WebSocket.
  static let endpoint = "/v1"
  /// Recordings in, lines out.
  static let replay = "/v1/replay"
  /// The subprotocol of version 1 of the wire.
  static let subprotocol = "gestured.1"
  /// Whether the daemon answers.
  static let health = "/healthz"
  /// The files of the package.
  static let files = ["/gestured.js": "gestured.js", "/gestured.d.ts": "gestured.d.ts", "/view": "view.html"]
  /// All names that hide files of the pages' folder.
  static let names = [endpoint, replay, health] + files.keys.sorted()
  /// The methods that a path takes.
  static func methods(of path: Substring) -> [HTTPMethod] { path == replay ? [.POST] : [.GET, .HEAD] }

  /// The view's script and style stand in its page, and the page itself names their digests. This is the rest of its
  /// Content-Security-Policy.
  static let viewPolicy =
    "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  /// The Content-Security-Policy of other built-in pages.
  static let policy = "default-src 'none'; script-src 'self'; style-src 'self'; " + viewPolicy
}
