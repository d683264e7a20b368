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
  /// The settings.
  private(set) var configuration: WebConfiguration
  /// The folder of the pages, without links; nil where it is missing.
  private(set) var folder: String?
  /// The wrong tokens of each user.
  var wrongTokens = WrongTokens()
  /// Connects a page to the daemon's socket.
  var connect: (String, any DaemonListener) -> EventLoopFuture<any Channel>
  /// Called when no page has been there for the time after which a started service ends.
  var idleEnd: (() -> Void)?
  /// The recording that is replayed now: one at a time.
  var replay: ReplayAnswer?

  private var pages: [ObjectIdentifier: Page] = [:]
  private var connections: [ObjectIdentifier: any Channel] = [:]
  private var idleTimer: Scheduled<Void>?
  private var isStopping = false

  /// The most TCP connections, of pages and of requests.
  static let mostConnections = 256
  /// How long a started service waits for a page.
  static let idleTime = TimeAmount.minutes(10)
  /// How long a live view waits for its page to come back.
  static let viewTime = TimeAmount.seconds(10)
  /// How long a live view waits for a browser to start.
  static let browserTime = TimeAmount.minutes(1)

  init(
    loop: any EventLoop, configuration: WebConfiguration, assets: String, journal: Journal
  ) {
    self.loop = loop
    self.configuration = configuration
    self.assets = assets
    self.journal = journal
    connect = { DaemonConnection.connect(to: $0, on: loop, listener: $1) }
    useFolder()
  }

  /// Seconds of a steady clock.
  var second: Int64 { Int64(NIODeadline.now().uptimeNanoseconds / 1_000_000_000) }

  // MARK: Configuration

  /// Takes over changed settings. Pages whose origin has lost a grant are closed.
  func use(_ changed: WebConfiguration) {
    let listened = configuration.listen
    configuration = changed
    configuration.listen = listened
    if listened != changed.listen { journal.write(.warning, "listen: counts from the next start") }
    useFolder()
    for page in pages.values { page.useRights() }
    journal.write(.info, "configuration: reloaded")
  }

  /// The grants of a visitor. `missing` names the service's lack where the origin may have raw touches: the key of web.toml, or the
  /// group.
  func rights(of visit: Visit, hasToken: Bool) -> (grants: Set<Grant>, missing: String?) {
    guard let origin = configuration.origin(visit.origin, host: visit.host), visit.user != nil || hasToken
    else { return ([], nil) }
    var grants = origin.grants(withToken: hasToken)
    guard grants.contains(.touches) else { return (grants, nil) }
    var missing: String?
    if !configuration.raw {
      missing = "raw"
    } else if !(unsafe cweb_may_connect(configuration.rawSocket)) {
      missing = "gestured-raw"
    }
    if missing != nil || visit.user == nil { grants.remove(.touches) }
    return (grants, missing)
  }

  private func useFolder() {
    folder = nil
    guard let pages = configuration.pages else { return }
    guard let path = unsafe cweb_real_path(pages) else {
      journal.write(.warning, "pages: cannot open \(VisibleText.quoted(pages)) (error \(errno))")
      return
    }
    defer { unsafe free(path) }
    let folder = unsafe String(cString: path)
    self.folder = folder
    for name in BuiltIn.names {
      var file = cweb_file()
      guard unsafe cweb_open_below(folder, String(name.dropFirst()), &file) == 0 else { continue }
      close(file.descriptor)
      journal.write(.warning, "pages: the built-in path \(name) hides the file of that name")
    }
  }

  // MARK: Connections

  /// Sets a new connection up. Too many connections are closed at once.
  func accept(_ channel: any Channel) throws {
    guard connections.count < Self.mostConnections, !isStopping else { throw ChannelError.eof }
    let key = ObjectIdentifier(channel)
    connections[key] = channel
    let service = NIOLoopBound(self, eventLoop: loop)
    channel.closeFuture.whenComplete { _ in service.value.connections[key] = nil }
    let encoder = HTTPResponseEncoder()
    let decoder = ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes))
    let pipelining = HTTPServerPipelineHandler()
    let errors = HTTPServerProtocolErrorHandler()
    let gate = RequestGate(self)
    let replays = ReplayAnswer(self, gate: gate)
    let answers = RequestAnswer(self, gate: gate)
    let upgrader = NIOWebSocketServerUpgrader(
      maxFrameSize: Page.longestMessage,
      shouldUpgrade: { channel, _ in service.value.handshake(of: channel) },
      upgradePipelineHandler: { channel, _ in service.value.begin(channel) })
    let upgrade = HTTPServerUpgradeHandler(
      upgraders: [upgrader], httpEncoder: encoder,
      extraHTTPHandlers: [decoder, pipelining, errors, gate, replays, answers],
      upgradeCompletionHandler: { _ in })
    try channel.pipeline.syncOperations.addHandlers([
      encoder, decoder, pipelining, errors, gate, upgrade, replays, answers,
    ])
  }

  /// Answers a handshake that the gate let pass, later where the user has sent wrong tokens.
  private func handshake(of channel: any Channel) -> EventLoopFuture<HTTPHeaders?> {
    guard let gate = try? channel.pipeline.syncOperations.handler(type: RequestGate.self),
      let visit = gate.visit
    else { return loop.makeSucceededFuture(nil) }
    visits[ObjectIdentifier(channel)] = visit
    let key = ObjectIdentifier(channel)
    let service = NIOLoopBound(self, eventLoop: loop)
    channel.closeFuture.whenComplete { _ in service.value.visits[key] = nil }
    let headers = HTTPHeaders([("Sec-WebSocket-Protocol", BuiltIn.subprotocol)])
    let wait = wrongTokens.wait(of: visit.user ?? .max, at: second)
    guard wait > 0 else { return loop.makeSucceededFuture(headers) }
    return loop.scheduleTask(in: .seconds(wait)) { headers }.futureResult
  }

  private var visits: [ObjectIdentifier: Visit] = [:]

  /// Makes a page of an upgraded connection.
  private func begin(_ channel: any Channel) -> EventLoopFuture<Void> {
    guard let visit = visits.removeValue(forKey: ObjectIdentifier(channel)) else {
      return loop.makeFailedFuture(ChannelError.eof)
    }
    let page = Page(self, visit)
    let key = ObjectIdentifier(page)
    let ofOrigin = pages.values.count { $0.origin == visit.origin }
    let isTooMany = pages.count >= configuration.maximumPages || ofOrigin >= configuration.pagesPerOrigin
    if !isTooMany {
      enter(key, page)
      let service = NIOLoopBound(self, eventLoop: loop)
      channel.closeFuture.whenComplete { _ in service.value.leave(key) }
    } else {
      page.refuse(.tryAgain, "too many pages")
      journal.write(.warning, "page: refused (too many pages, origin \(visit.origin), uid \(visit.userText))")
    }
    do {
      try channel.pipeline.syncOperations.addHandlers([
        FrameRules(),
        NIOWebSocketFrameAggregator(
          minNonFinalFragmentSize: 1, maxAccumulatedFrameCount: 1024,
          maxAccumulatedFrameSize: Page.longestMessage),
        page,
      ])
      return loop.makeSucceededVoidFuture()
    } catch {
      return loop.makeFailedFuture(error)
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

  /// Begins to wait for a page, where the service ends by itself.
  func waitForPages(_ time: TimeAmount) {
    idleTimer?.cancel()
    guard idleEnd != nil else { return }
    let service = NIOLoopBound(self, eventLoop: loop)
    idleTimer = loop.scheduleTask(in: time) {
      if service.value.pages.isEmpty { service.value.idleEnd?() }
    }
  }

  /// Tells every page that the service ends, then closes what is left.
  func stop() -> EventLoopFuture<Void> {
    isStopping = true
    for page in pages.values { page.end(.goingAway, "restarting") }
    for (key, channel) in connections where !pages.values.contains(where: { $0.key == key }) {
      channel.close(promise: nil)
    }
    let rest = connections.values.map { $0.closeFuture.recover { _ in } }
    let promise = loop.makePromise(of: Void.self)
    EventLoopFuture.andAllComplete(rest, on: loop).cascade(to: promise)
    loop.scheduleTask(in: .seconds(1)) { promise.succeed(()) }
    return promise.futureResult
  }
}

/// The gate's findings about a handshake.
struct Visit {
  /// The page's origin, in lower case; empty where a program sent none and may.
  var origin: String
  /// The host that the page asked.
  var host: String
  /// The local user; nil where the kernel does not know it.
  var user: UInt32?

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
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}
