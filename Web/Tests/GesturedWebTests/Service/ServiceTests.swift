import Foundation
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOWebSocket
import Testing

@testable import GesturedWeb

@Suite("The service")
struct ServiceTests {
  @Test("WEB-11 an address that is not of this machine alone is a mistake, with the allowed ones")
  func addresses() throws {
    for address in [
      "0.0.0.0:4378", "[::]:4378", "192.168.0.1:80", "localhost:4378", "127.0.0.1", "127.0.0.1:70000",
      "::1:4378",
    ] {
      let scratch = try Scratch()
      let file = try scratch.write("\nlisten = [\"\(address)\"]\n", to: "web.toml")
      let (code, text) = try Program.run(Program.web, ["--check-config", "--config", file])
      #expect(code == 78)
      #expect(
        text.contains(
          "\(file):2:11: listen: found \"\(address)\"; allowed: loopback addresses with a port"), "\(text)")
    }
  }

  @Test("WEB-15 an origin has no wildcard, no path and no capital letter")
  func origins() throws {
    for origin in [
      "https://*.example", "https://panel.example/", "https://panel.example/a", "panel.example", "https://",
      "https://Panel.example", "ftp://panel.example", "*", "https://panel.example:443", "http://a b",
    ] {
      #expect(throws: ConfigurationError.self, "\(origin)") {
        try WebConfigurationReader.read(Array("[origin.\"\(origin)\"]\n".utf8), file: "web.toml")
      }
    }
    for origin in ["https://panel.example", "http://192.0.2.2:8123", "null", "https://[2001:db8::1]:8443"] {
      _ = try WebConfigurationReader.read(Array("[origin.\"\(origin)\"]\n".utf8), file: "web.toml")
    }
  }

  @Test("WEB-61 each mistake has its line, key, value and the nearest key")
  func mistakes() throws {
    let text = """
      lisen = []
      raw = "yes"
      regions_per_page = 0
      [origin.self]
      allow = ["gesture"]
      tokn = true
      """
    let error = #expect(throws: ConfigurationError.self) {
      try WebConfigurationReader.read(Array(text.utf8), file: "web.toml")
    }
    #expect(
      error?.description == """
        web.toml:1:1: lisen: unknown key; did you mean listen?
        web.toml:2:7: raw: found "yes"; allowed: true or false
        web.toml:3:20: regions_per_page: found 0; allowed: a whole number from 1 to 1024
        web.toml:5:10: origin.self.allow: found "gesture"; allowed: \(Grant.allCases.map(\.rawValue).joined(separator: ", ")); did you mean gestures?
        web.toml:6:1: origin.self.tokn: unknown key; allowed: allow
        """)
  }

  @Test("WEB-16, WEB-27 settings that need care are warned of")
  func warnings() throws {
    let text =
      "allow_no_origin = true\n[origin.null]\n[origin.\"https://a.example\"]\nallow = [\"touches\"]\ntoken = false"
    let warnings = try WebConfigurationReader.read(Array(text.utf8), file: "web.toml").warnings
    #expect(warnings.count == 4)
    #expect(warnings.contains { $0.contains("sandboxed frames") })
    #expect(warnings.contains { $0.contains("without the token") })
    let own = try WebConfigurationReader.read(
      Array("[origin.self]\nallow = [\"declare\", \"focus\"]".utf8), file: "web.toml"
    ).warnings
    #expect(own.count == 1 && own[0].hasPrefix("origin.\"self\": only the token gives focus"), "\(own)")
  }

  @Test("WEB-61 the file of the package is right, and what is printed is read again")
  func printed() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../../config/web.toml").standardized.path
    let (code, text) = try Program.run(Program.web, ["--check-config", "--config", file])
    #expect(code == 0, "\(text)")
    let shown = try Program.run(Program.web, ["--print-config", "--config", file])
    let again = try WebConfigurationReader.read(Array(shown.text.utf8), file: "web.toml").configuration
    var expected = WebConfiguration()
    expected.pagesPolicy = again.pagesPolicy
    #expect(again == expected)
  }

  @Test("WEB-61 long paths and quotes are printed whole, as TOML")
  func printedWhole() throws {
    var configuration = WebConfiguration()
    configuration.pages = "/srv/" + String(repeating: "long/", count: 30) + "\"\\"
    configuration.policy = #"default-src 'self'; report-to "a\b""#
    configuration.origins["https://panel.example"] = .init(grants: [.gestures, .coarse], needsToken: false)
    let again = try WebConfigurationReader.read(Array(configuration.toml.utf8), file: "web.toml")
    #expect(again.configuration == configuration)
  }

  @Test(
    "WEB-61 SIGHUP takes changes over; a page whose origin has lost a grant is closed; a mistake changes nothing"
  )
  func reload() throws {
    let web = try Web()
    let daemon = try FakeDaemon(web.socket)
    let page = try Socket(web)
    _ = try page.text()
    try web.scratch.write(Web.text(web.scratch.path, "nonsense = 1"), to: "web.toml")
    web.program.signal(SIGHUP)
    try wait(for: "the mistake") { web.program.text.contains("kept as it was") }
    try page.send(#"{"command":"ping"}"#)
    #expect(try page.text() == #"{"type":"reply","ok":true}"#)
    try web.scratch.write(Web.text(web.scratch.path, "[origin.self]\nallow = [\"coarse\"]"), to: "web.toml")
    web.program.signal(SIGHUP)
    #expect(try page.close()?.code == 4403)
    withExtendedLifetime(daemon) {}
  }

  @Test("WEB-54 each page hears why the service ends, and the service ends within a second")
  func stop() throws {
    let web = try Web()
    let daemon = try FakeDaemon(web.socket)
    let page = try Socket(web)
    _ = try page.text()
    let start = Date()
    web.program.signal(SIGTERM)
    let close = try page.close()
    #expect(close?.code == 1001)
    #expect(close?.reason == "restarting")
    #expect(try web.program.finish() == 0)
    #expect(Date().timeIntervalSince(start) < 5)
    #expect(!FileManager.default.fileExists(atPath: web.scratch.path + "/run/token"))
    withExtendedLifetime(daemon) {}
  }

  @Test("WEB-55 the log names origin, user and reason, and never a place, a token, a query or a gesture")
  func log() throws {
    let web = try Web()
    let daemon = try FakeDaemon(web.socket)
    let page = try Socket(web)
    _ = try page.text()
    daemon.send(#"{"type":"gesture","recognizer":"secret-name","location":[62.531,46.875]}"# + "\n")
    _ = try page.text()
    try page.send(#"{"command":"authorize","token":"wrong-token"}"#)
    _ = try page.text()
    _ = try RawClient.get(web, "/secret-path?secret-query=62.531")
    _ = try RawClient.ask(web, Socket.handshake(host: web.host, origin: "http://evil.test\u{1B}[31m"))
    let text = web.program.text
    #expect(text.contains("connected (origin \(web.origin), uid \(geteuid()))"))
    for secret in ["62.531", "46.875", "secret", "wrong-token", "\u{1B}"] { #expect(!text.contains(secret)) }
  }

  /// Runs the service with a socket that Python passes as systemd does: descriptor 3, and the number of the process.
  private func run(passing address: String, _ scratch: Scratch) throws -> Program {
    let file = try scratch.write(Web.text(scratch.path, ""), to: "web.toml")
    let script = """
      import os, socket, sys
      s = socket.socket()
      s.bind((sys.argv[1], 0))
      s.listen(8)
      os.dup2(s.fileno(), 3)
      os.set_inheritable(3, True)
      os.environ["LISTEN_PID"] = str(os.getpid())
      os.environ["LISTEN_FDS"] = "1"
      os.execv(sys.argv[2], sys.argv[2:])
      """
    return try Program("/usr/bin/env", ["python3", "-c", script, address, Program.web, "--config", file])
  }

  @Test("WEB-57 the sockets of systemd are served")
  func passed() throws {
    let scratch = try Scratch()
    let program = try run(passing: "127.0.0.1", scratch)
    try wait(for: "the address") { program.text.contains("listening: http://127.0.0.1:") }
    program.signal(SIGTERM)
    #expect(try program.finish() == 0)
  }

  @Test("WEB-11 a socket of systemd that is not of this machine alone is a mistake")
  func passedToAll() throws {
    let scratch = try Scratch()
    let program = try run(passing: "0.0.0.0", scratch)
    #expect(try program.finish() == 78)
    #expect(program.text.contains("ListenStream: found 0.0.0.0:"))
    #expect(program.text.contains("; allowed: loopback addresses with a port"))
  }

  @Test("WEB-57 the service tells systemd that it is ready, and that it ends")
  func notified() throws {
    let scratch = try Scratch()
    let file = try scratch.write(Web.text(scratch.path, ""), to: "web.toml")
    let script = """
      import os, socket, subprocess, sys
      s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      s.bind(sys.argv[1] + "/notify")
      os.environ["NOTIFY_SOCKET"] = sys.argv[1] + "/notify"
      p = subprocess.Popen(sys.argv[2:])
      print(s.recv(100).decode(), flush=True)
      p.terminate()
      print(s.recv(100).decode(), flush=True)
      sys.exit(p.wait())
      """
    let result = try Program.run(
      "/usr/bin/env", ["python3", "-c", script, scratch.path, Program.web, "--config", file])
    #expect(result.code == 0)
    #expect(result.text.contains("READY=1\n"))
    #expect(result.text.contains("STOPPING=1\n"))
  }

  @Test("WEB-39, WEB-40 the policy for browsers names the origins, and http origins twice with a warning")
  func policy() throws {
    let one = try Program.run(Program.web, ["policy", "https://panel.example"])
    #expect(one.code == 0)
    #expect(one.text.contains(#"{"LoopbackNetworkAllowedForUrls":["https://panel.example"]}"#))
    #expect(one.text.contains("/etc/chromium/policies/managed/"))
    let two = try #require(BrowserPolicy.make(["http://192.0.2.2:8123"]))
    #expect(
      two.json
        == #"{"LoopbackNetworkAllowedForUrls":["http://192.0.2.2:8123"],"OverrideSecurityRestrictionsOnInsecureOrigin":["http://192.0.2.2:8123"]}"#
    )
    #expect(two.notes[0].contains("secure context"))
    #expect(try Program.run(Program.web, ["policy", "panel.example"]).code == 64)
  }

  @Test("WEB-61 wrong arguments end with 64, an address in use with 73")
  func exits() throws {
    #expect(try Program.run(Program.web, ["--nonsense"]).code == 64)
    #expect(try Program.run(Program.web, ["--config"]).code == 64)
    #expect(try Program.run(Program.web, ["--config", "/nonexistent/web.toml"]).code == 78)
    #expect(try Program.run(Program.web, ["--help"]).text.contains("\nUSAGE: gestured-web "))
    let web = try Web()
    let file = try web.scratch.write("listen = [\"\(web.host)\"]", to: "second.toml")
    #expect(try Program.run(Program.web, ["--config", file]).code == 73)
  }

  // MARK: In virtual time

  private func makeService(_ loop: EmbeddedEventLoop) -> Service {
    Service(
      loop: loop, configuration: WebConfiguration(), assets: "/nonexistent",
      journal: Journal(isJournal: false))
  }

  @Test("WEB-24 a page whose user is unknown may only give the token, and is closed with 4401 after 5 s")
  func unknownUser() throws {
    let channel = EmbeddedChannel()
    let page = Page(
      makeService(channel.embeddedEventLoop), Visit(origin: "http://localhost", host: "localhost", user: nil))
    try channel.connect(to: .init(unixDomainSocketPath: "/x")).wait()
    try channel.pipeline.syncOperations.addHandler(page)
    try channel.writeInbound(
      WebSocketFrame(
        fin: true, opcode: .text, data: ByteBuffer(string: #"{"command":"ping"}"#)))
    let refusal = try #require(try channel.readOutbound(as: WebSocketFrame.self))
    #expect(String(buffer: refusal.data).contains("not_permitted"))
    channel.embeddedEventLoop.advanceTime(by: .seconds(4))
    #expect(try channel.readOutbound(as: WebSocketFrame.self) == nil)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    var close = try #require(try channel.readOutbound(as: WebSocketFrame.self)).data
    #expect(close.readInteger(as: UInt16.self) == 4401)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
  }

  @Test(
    "WEB-52 a page is not read for the rest of a second after 50 messages for the service, or fewer long ones",
    arguments: [
      (WebSocketOpcode.text, 10, 50), (.ping, 0, 50), (.pong, 0, 50), (.text, 30_000, 2),
    ])
  func ownMessages(opcode: WebSocketOpcode, size: Int, most: Int) throws {
    let channel = EmbeddedChannel()
    let loop = channel.embeddedEventLoop
    let reads = Reads()
    let page = Page(makeService(loop), Visit(origin: "http://localhost", host: "localhost", user: nil))
    try channel.pipeline.syncOperations.addHandlers([reads, page])
    try channel.connect(to: .init(unixDomainSocketPath: "/x")).wait()
    let text = ByteBuffer(repeating: 32, count: size)
    for number in 1...most {
      reads.count = 0
      channel.read()
      #expect(reads.count == 1, "\(number)")
      try channel.writeInbound(WebSocketFrame(fin: true, opcode: opcode, data: text))
    }
    reads.count = 0
    channel.read()
    #expect(reads.count == 0)
    loop.advanceTime(by: .seconds(1))
    #expect(reads.count == 1)
  }

  @Test("WEB-57 a started service does not end while a program has a connection")
  func idle() throws {
    let loop = EmbeddedEventLoop()
    let service = makeService(loop)
    var hasEnded = false
    service.idleEnd = { hasEnded = true }
    service.waitForPages(Service.idleTime)
    let channel = EmbeddedChannel(loop: loop)
    channel.localAddress = try SocketAddress(ipAddress: "127.0.0.1", port: 4378)
    channel.remoteAddress = try SocketAddress(ipAddress: "127.0.0.1", port: 50000)
    // A connection without a request is closed after 10 s.
    loop.advanceTime(by: Service.idleTime - .seconds(5))
    try service.accept(channel)
    loop.advanceTime(by: .seconds(5))
    #expect(!hasEnded)
    loop.advanceTime(by: Service.idleTime)
    #expect(hasEnded)
  }

  @Test("WEB-48 connections from elsewhere are closed, which the kernel can pass on to loopback addresses")
  func foreignPeer() throws {
    let loop = EmbeddedEventLoop()
    let channel = EmbeddedChannel(loop: loop)
    channel.localAddress = try SocketAddress(ipAddress: "127.0.0.1", port: 4378)
    channel.remoteAddress = try SocketAddress(ipAddress: "192.0.2.1", port: 50000)
    #expect(throws: ChannelError.self) { try makeService(loop).accept(channel) }
  }

  @Test("WEB-51 a page that answers no ping for 40 s is closed")
  func pings() throws {
    let channel = EmbeddedChannel()
    let service = makeService(channel.embeddedEventLoop)
    let daemon = EmbeddedChannel(loop: channel.embeddedEventLoop)
    try daemon.connect(to: .init(unixDomainSocketPath: "/x")).wait()
    service.connect = { _, _ in channel.embeddedEventLoop.makeSucceededFuture(daemon as any Channel) }
    let page = Page(service, Visit(origin: "http://localhost", host: "localhost", user: 0))
    try channel.connect(to: .init(unixDomainSocketPath: "/x")).wait()
    try channel.pipeline.syncOperations.addHandler(page)
    channel.embeddedEventLoop.run()
    page.hear(ByteBuffer(string: #"{"type":"settled"}"#))
    page.heardAll()
    #expect(try channel.readOutbound(as: WebSocketFrame.self)?.opcode == .text)
    // Each answer counts anew.
    for round in 1...5 {
      channel.embeddedEventLoop.advanceTime(by: .seconds(20))
      #expect(try channel.readOutbound(as: WebSocketFrame.self)?.opcode == .ping)
      guard round <= 3 else { continue }
      try channel.writeInbound(
        WebSocketFrame(fin: true, opcode: .pong, data: ByteBuffer()))
    }
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .seconds(20))
    #expect(!channel.isActive)
    #expect(!daemon.isActive)
  }

  @Test("WEB-51 a page that does not read is closed after 40 s as well")
  func frozen() throws {
    let channel = EmbeddedChannel()
    let service = makeService(channel.embeddedEventLoop)
    let daemon = EmbeddedChannel(loop: channel.embeddedEventLoop)
    service.connect = { _, _ in channel.embeddedEventLoop.makeSucceededFuture(daemon as any Channel) }
    try channel.connect(to: .init(unixDomainSocketPath: "/x")).wait()
    try channel.pipeline.syncOperations.addHandler(
      Page(service, Visit(origin: "http://localhost", host: "localhost", user: 0)))
    channel.isWritable = false
    channel.embeddedEventLoop.advanceTime(by: .seconds(40))
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .seconds(20))
    #expect(!channel.isActive)
  }

  @Test(
    "WEB-47 a head that does not end in 10 s is answered 408, and an idle connection is closed after 30 s")
  func slow() throws {
    let channel = EmbeddedChannel()
    channel.localAddress = try SocketAddress(ipAddress: "127.0.0.1", port: 4378)
    try channel.connect(to: .init(ipAddress: "127.0.0.1", port: 50000)).wait()
    let gate = RequestGate(makeService(channel.embeddedEventLoop), user: nil)
    try channel.pipeline.syncOperations.addHandler(gate)
    channel.embeddedEventLoop.advanceTime(by: .seconds(10))
    guard case .head(let head)? = try channel.readOutbound(as: HTTPServerResponsePart.self) else {
      Issue.record("no answer")
      return
    }
    #expect(head.status == .requestTimeout)
    #expect(!channel.isActive)
  }

  @Test(
    "WEB-47 a connection whose answer does not get through is closed after 70 s, and one that has become a page is not",
    arguments: [false, true])
  func unread(isUpgraded: Bool) throws {
    let channel = EmbeddedChannel()
    channel.localAddress = try SocketAddress(ipAddress: "127.0.0.1", port: 4378)
    try channel.connect(to: .init(ipAddress: "127.0.0.1", port: 50000)).wait()
    let gate = RequestGate(makeService(channel.embeddedEventLoop), user: nil)
    try channel.pipeline.syncOperations.addHandler(gate)
    let head = HTTPRequestHead(
      version: .http1_1, method: .GET, uri: "/view", headers: ["Host": "127.0.0.1:4378"])
    try channel.writeInbound(HTTPServerRequestPart.head(head))
    try channel.writeInbound(HTTPServerRequestPart.end(nil))
    // As an upgrade does.
    if isUpgraded { try channel.pipeline.syncOperations.removeHandler(gate).wait() }
    channel.embeddedEventLoop.advanceTime(by: .seconds(69))
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(channel.isActive == isUpgraded)
  }

  @Test("WEB-66 each connection is read in a turn of its own, once the request before has its answer")
  func readsInTurns() throws {
    let loop = EmbeddedEventLoop()
    let service = makeService(loop)
    let connections = try (0..<7).map { _ in
      let channel = EmbeddedChannel(loop: loop)
      channel.localAddress = try SocketAddress(ipAddress: "127.0.0.1", port: 4378)
      try channel.connect(to: .init(ipAddress: "127.0.0.1", port: 50000)).wait()
      let reads = Reads()
      try channel.pipeline.syncOperations.addHandlers([reads, RequestGate(service, user: nil)])
      return (channel: channel, reads: reads)
    }
    for connection in connections { connection.channel.read() }
    for turn in 1...7 {
      loop.advanceTime(by: .microseconds(50))
      #expect(connections.reduce(0) { $0 + $1.reads.count } == turn)
    }
    let (channel, reads) = connections[3]
    let head = HTTPRequestHead(
      version: .http1_1, method: .GET, uri: "/view", headers: ["Host": "127.0.0.1:4378"])
    try channel.writeInbound(HTTPServerRequestPart.head(head))
    try channel.writeInbound(HTTPServerRequestPart.end(nil))
    channel.read()
    loop.advanceTime(by: .milliseconds(3))
    #expect(reads.count == 1)
    let answer = HTTPResponseHead(version: .http1_1, status: .ok)
    try channel.writeOutbound(HTTPServerResponsePart.head(answer))
    try channel.writeOutbound(HTTPServerResponsePart.end(nil))
    loop.advanceTime(by: .microseconds(50))
    #expect(reads.count == 2)
  }

  @Test("WEB-28 a handshake that waits after wrong tokens ends with its connection")
  func leftHandshake() throws {
    let channel = EmbeddedChannel()
    let service = makeService(channel.embeddedEventLoop)
    for _ in 0..<WrongTokens.most { service.wrongTokens.add(1, at: service.second) }
    let visit = Visit(origin: "http://localhost", host: "localhost", user: 1)
    var isOver = false
    service.handshake(visit, channel).assumeIsolated().whenComplete { _ in isOver = true }
    #expect(!isOver)
    try channel.close().wait()
    channel.embeddedEventLoop.run()
    #expect(isOver)
  }

  @Test("WEB-47 a handshake that stays half open is closed, and holds no page")
  func halfOpen() throws {
    let channel = EmbeddedChannel()
    channel.localAddress = try SocketAddress(ipAddress: "127.0.0.1", port: 4378)
    try channel.connect(to: .init(ipAddress: "127.0.0.1", port: 50000)).wait()
    let gate = RequestGate(makeService(channel.embeddedEventLoop), user: nil)
    try channel.pipeline.syncOperations.addHandler(gate)
    var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
    head.headers = ["Host": "localhost:4378"]
    try channel.writeInbound(HTTPServerRequestPart.head(head))
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .seconds(10))
    #expect(!channel.isActive)
  }
}

/// Counts reads that reach the channel.
private final class Reads: ChannelOutboundHandler {
  typealias OutboundIn = WebSocketFrame

  var count = 0

  func read(context: ChannelHandlerContext) {
    count += 1
    context.read()
  }
}
