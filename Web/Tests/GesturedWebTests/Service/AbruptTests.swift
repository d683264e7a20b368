import Foundation
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import GesturedWeb

/// Numbers of a seed (SplitMix64).
private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// Ends the connection at some write, within the write, as a socket does whose client has gone.
private final class EndAtWrite: ChannelOutboundHandler {
  typealias OutboundIn = IOData

  private let last: Int
  private(set) var count = 0
  init(_ last: Int) { self.last = last }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    count += 1
    guard count > last else { return context.write(data, promise: promise) }
    promise?.fail(ChannelError.ioOnClosedChannel)
    context.close(promise: nil)
  }
}

@Suite("Abrupt ends")
struct AbruptTests {
  private let own = "127.0.0.1:4378"

  private func get(_ path: String, _ method: String = "GET", _ more: String = "", host: String) -> [UInt8] {
    Array("\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n\(more)\r\n".utf8)
  }

  /// A frame of a page, with a mask of zeros.
  private func frame(_ opcode: UInt8, _ text: String) -> [UInt8] {
    let data = Array(text.utf8)
    return [0x80 | opcode, 0x80 | UInt8(data.count), 0, 0, 0, 0] + data
  }

  /// The whole requests of a client.
  private func parts(host: String, origin: String) -> [[UInt8]] {
    let handshake = Array(Socket.handshake(host: host, origin: origin).utf8)
    let chunked = "Transfer-Encoding: chunked\r\n"
    return [
      get("/gestured.js", host: host), get("/gestured.js", host: host), get("/big.txt", host: host),
      get("/healthz", host: host), get("/nothing", host: host), get("/", "PUT", host: host),
      get("/big.txt", "HEAD", host: host), get("/gestured.js", "GET", "Connection: close\r\n", host: host),
      get("/gestured.js", "GET", chunked, host: host) + Array("3\r\nabc\r\n0\r\n\r\n".utf8),
      get("/big.txt", "GET", "Expect: 100-continue\r\nContent-Length: 4\r\n", host: host)
        + Array("abcd".utf8),
      get("/v1/replay", "POST", "Origin: \(trustedOrigin)\r\nContent-Length: 3\r\n", host: host)
        + Array("abc".utf8),
      get("/v1/replay", "POST", "Origin: \(trustedOrigin)\r\nContent-Length: 30\r\n", host: host)
        + Array("{\"command\"".utf8),
      handshake, handshake + frame(1, #"{"command":"ping"}"#) + frame(1, #"{"command":"inhibit"}"#),
      handshake + frame(8, "\u{3}"), handshake + frame(9, "x") + [0x81, 0xFE, 0x10],
      Array("garbage\r\n\r\n".utf8),
    ]
  }

  @Test("WEB-65 a client that pipelines requests, reads nothing and goes ends its own connection only")
  func pipelined() throws {
    let web = try Web()
    for count in [2, 3, 7, 100, 400] {
      for _ in 0..<3 {
        let client = try RawClient(port: web.port, receiveBuffer: 2048)
        try client.send((0..<count).flatMap { _ in get("/gestured.js", host: web.host) })
      }
      #expect(status(try RawClient.get(web, "/gestured.js")) == 200)
    }
    #expect(web.program.isRunning, "\(web.program.text)")
  }

  @Test("WEB-66 only a recording has a body, so that the pieces of others cost no connection its turn")
  func bodies() throws {
    let web = try Web()
    for field in ["Content-Length: 7", "Transfer-Encoding: chunked"] {
      #expect(status(try RawClient.get(web, "/gestured.js", [field])) == 400)
    }
    #expect(status(try RawClient.get(web, "/gestured.js", ["Content-Length: 0"])) == 200)
  }

  @Test(
    "WEB-65 the service outlives clients that go at any place, with requests, recordings and frames half sent",
    arguments: 0..<6)
  func stories(seed: UInt64) throws {
    let scratch = try Scratch()
    try scratch.write(String(repeating: "x", count: 2_000_000), to: "pages/big.txt")
    let web = try Web(scratch, trusted("view", "declare"), environment: try Program.findsDaemon)
    let daemon = try FakeDaemon(web.socket)
    var random = Seeded(state: seed)
    let all = parts(host: web.host, origin: web.origin)
    for story in 0..<120 where web.program.isRunning {
      let client = try RawClient(port: web.port, receiveBuffer: Bool.random(using: &random) ? 2048 : nil)
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        var bytes = all.randomElement(using: &random) ?? []
        bytes = Array(
          repeatElement(bytes, count: [1, 1, 2, 3, 40].randomElement(using: &random) ?? 1).joined())
        if Int.random(in: 0..<4, using: &random) == 0 {
          bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
        }
        guard client.trySend(bytes) else { break }
        // An answer of the service is a place in its story; a time would not be.
        if Int.random(in: 0..<4, using: &random) == 0 { client.drain() }
      }
      if Int.random(in: 0..<3, using: &random) == 0 { client.endAtOnce() }
      if story % 40 == 39 { #expect(status(try RawClient.get(web, "/gestured.js")) == 200) }
    }
    #expect(web.program.isRunning, "\(web.program.text)")
    try wait(for: "the end of all pages") { daemon.openCount == 0 }
    #expect(status(try RawClient.get(web, "/gestured.js")) == 200)
  }

  @Test(
    "WEB-65 no handler answers, or stops the service, after a connection that ends within a write",
    arguments: 0..<40)
  func withinWrite(seed: UInt64) throws {
    var random = Seeded(state: seed &* 7919)
    let loop = EmbeddedEventLoop()
    let scratch = try Scratch()
    try scratch.write(String(repeating: "x", count: 200_000), to: "pages/big.txt")
    try scratch.write("// module", to: "assets/gestured.js")
    var configuration = WebConfiguration()
    configuration.pages = scratch.path + "/pages"
    configuration.allowNoOrigin = true
    let service = Service(
      loop: loop, configuration: configuration, assets: scratch.path + "/assets",
      journal: Journal(isJournal: false))
    service.connect = { _, _ in
      let daemon = EmbeddedChannel(loop: loop)
      try? daemon.connect(to: .init(unixDomainSocketPath: "/x")).wait()
      return loop.makeSucceededFuture(daemon as any Channel)
    }
    // A question about the daemon needs a real loop.
    let all = parts(host: own, origin: "http://" + own).filter {
      !$0.starts(with: Array("GET /healthz".utf8))
    }
    var (writes, ends) = (0, 0)
    for _ in 0..<25 {
      let channel = EmbeddedChannel(loop: loop)
      channel.localAddress = try SocketAddress(ipAddress: "127.0.0.1", port: 4378)
      channel.remoteAddress = try SocketAddress(ipAddress: "127.0.0.1", port: 50000)
      try channel.connect(to: .init(ipAddress: "127.0.0.1", port: 50000)).wait()
      try service.accept(channel)
      let last = Int.random(in: 0...12, using: &random)
      let end = EndAtWrite(last)
      try channel.pipeline.syncOperations.addHandler(end, position: .first)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let part = all.randomElement(using: &random) ?? []
        let bytes = Array(repeatElement(part, count: [1, 2, 5].randomElement(using: &random) ?? 1).joined())
        // NIO asks for the next piece after each one, and the gate passes that on in a turn.
        channel.read()
        loop.advanceTime(by: .microseconds(50))
        _ = try? channel.writeInbound(ByteBuffer(bytes: bytes))
        if Bool.random(using: &random) { loop.advanceTime(by: .milliseconds(1)) }
        if Int.random(in: 0..<6, using: &random) == 0 { channel.close(promise: nil) }
      }
      loop.advanceTime(by: .milliseconds(Int64.random(in: 0...40, using: &random)))
      if channel.isActive { channel.close(promise: nil) }
      loop.run()
      writes += end.count
      ends += end.count > last ? 1 : 0
    }
    loop.advanceTime(by: .minutes(2))
    // Stories in which no answer begins, or none is cut off, would attack nothing.
    #expect(writes > 25 && ends > 1, "\(writes) writes, \(ends) ends")
  }

  @Test("WEB-28 frames that come with a handshake that waits after wrong tokens are heard")
  func lateHandshake() throws {
    let web = try Web()
    let daemon = try FakeDaemon(web.socket)
    let page = try Socket(web)
    for _ in 0..<3 { try page.send(#"{"command":"authorize","token":"0"}"#) }
    #expect(try page.close()?.code == 4403)
    let client = try RawClient(port: web.port)
    try client.send(
      Array(Socket.handshake(host: web.host, origin: web.origin).utf8) + frame(1, #"{"command":"ping"}"#))
    #expect(status(try client.readHead()) == 101)
    try wait(for: "the request") { daemon.lines == [#"{"command":"ping"}"#] || !web.program.isRunning }
    #expect(web.program.isRunning)
  }

  @Test("WEB-66 what a client has sent before it goes is parsed only as far as it was asked for")
  func afterTheEnd() throws {
    let channel = EmbeddedChannel(handler: RequestedReads())
    // NIO reads to the end of a connection whose client has gone, past the handlers that hold reads.
    for asks in [false, true, false, false, true] {
      if asks { channel.read() }
      _ = try channel.writeInbound(ByteBuffer(string: "GET / HTTP/1.1\r\n"))
      #expect((try channel.readInbound(as: ByteBuffer.self) != nil) == asks)
    }
  }

  @Test(
    "WEB-66 a connection is answered one request a turn, and the next only when the answer before has left")
  func turns() throws {
    let loop = EmbeddedEventLoop()
    let turns = Turns(loop)
    var done: [Int] = []
    for number in 0..<20 { turns.add { done.append(number) } }
    #expect(done.isEmpty)
    loop.advanceTime(by: .microseconds(50))
    // Between two turns the loop serves pages.
    #expect(done == Array(0..<8))
    turns.add { turns.add { done.append(99) } }
    loop.advanceTime(by: .microseconds(50))
    #expect(done == Array(0..<16))
    loop.advanceTime(by: .microseconds(100))
    #expect(done == Array(0..<20) + [99])
  }

  @Test("WEB-66 a client that pipelines requests and reads nothing makes the service keep nothing")
  func unreadAnswers() throws {
    let web = try Web()
    _ = try RawClient.get(web, "/gestured.js")
    let before = web.memory
    let clients = try (0..<20).map { _ in try RawClient(port: web.port, receiveBuffer: 2048) }
    let requests = (0..<400).flatMap { _ in get("/nothing", "HEAD", host: web.host) }
    for client in clients {
      for _ in 0..<60 where client.trySend(requests) {}
    }
    #expect(web.memory - before < 4096)
    #expect(status(try RawClient.get(web, "/gestured.js")) == 200)
    withExtendedLifetime(clients) {}
  }
}

extension RawClient {
  /// Reads something of what has come; nothing where nothing has.
  func drain() {
    var bytes = [UInt8](repeating: 0, count: 5000)
    _ = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
  }

  /// Makes the close that follows a reset.
  func endAtOnce() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }
}
