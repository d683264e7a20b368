import FoundationEssentials
import GestureTestSupport
import LinuxEventLoop
import Testing

@testable import GestureClient

@Suite("A connection to the daemon")
struct ConnectionTests {
  private static let tap =
    #"{"type":"gesture","seq":5,"time":12.5,"device":1,"sequence":1,"gesture_id":1,"recognizer":"tap","kind":"tap","state":"ended","touch_count":1,"region":"root","location":[80,50],"taps":2}"#

  @Test("it hears who the daemon is, and then every event, typed")
  func events() async throws {
    let daemon = try FakeDaemon {
      $0.say(FakeDaemon.hello, FakeDaemon.device, Self.tap, #"{"type":"bye","reason":"end of replay"}"#)
    }
    let connection = try await GestureConnection.connect(to: daemon.path, patience: .endless)
    #expect(connection.hello.version == "9.8.7")
    #expect(connection.hello.unixTime(of: 12.5) == 1000.5)
    var events: [GestureEvent] = []
    for try await event in connection.events { events.append(event) }
    try #require(events.count == 2)
    guard case .device(let screen) = events[0], case .gesture(let gesture) = events[1] else {
      Issue.record("\(events)")
      return
    }
    #expect(screen.name == "a screen" && screen.state == .added && screen.size == ScreenPoint(x: 160, y: 100))
    #expect(gesture.kind == .tap && gesture.state == .ended && gesture.taps == 2)
    #expect(gesture.location == ScreenPoint(x: 80, y: 50))
  }

  @Test("gestures are the events that are gestures")
  func gestures() async throws {
    let daemon = try FakeDaemon {
      $0.say(FakeDaemon.hello, FakeDaemon.device, Self.tap, #"{"type":"bye","reason":"end of replay"}"#)
    }
    var kinds: [GestureKind] = []
    let connection = try await GestureConnection.connect(to: daemon.path, patience: .endless)
    for try await gesture in connection.gestures { kinds.append(gesture.kind) }
    #expect(kinds == ["tap"])
  }

  @Test(
    "nobody there, another program there, another version, and a full daemon are told apart, with what to do")
  func refusals() async throws {
    let folder = try TemporaryFolder()
    await expectFailure(.notRunning(path: folder.file("none")), to: folder.file("none"))
    #expect("\(GestureClientError.notRunning(path: "/x"))".contains("systemctl start gestured"))
    let other = try FakeDaemon { $0.say("220 mail.example.org ESMTP") }
    await expectFailure(.notGestured(other.path), to: other.path)
    let endless = try FakeDaemon { $0.send([UInt8](repeating: 0x41, count: 100_000)) }
    await expectFailure(.notGestured(endless.path), to: endless.path)
    let newer = try FakeDaemon { $0.say(#"{"type":"hello","protocol":2,"motto":"later"}"#) }
    await expectFailure(.wrongVersion(2), to: newer.path)
    let full = try FakeDaemon { $0.say(#"{"type":"bye","reason":"too many subscribers"}"#) }
    await expectFailure(.bye("too many subscribers"), to: full.path)
    let dead = try FakeDaemon { _ in }
    await expectFailure(.notRunning(path: dead.path), to: dead.path)
    let silent = try FakeDaemon { _ = $0.hear() }
    await expectFailure(.noGreeting(path: silent.path), to: silent.path, patience: .milliseconds(20))
  }

  @Test("raw touches that are not served are told from a daemon that is not there")
  func rawTouches() async throws {
    let folder = try TemporaryFolder()
    let nowhere = folder.file("raw.sock")
    await expectFailure(.notRunning(path: nowhere), to: nowhere)
    #expect("\(GestureClientError.notRunning(path: nowhere))".contains("systemctl start gestured"))
    let daemon = try FakeDaemon { $0.say(FakeDaemon.hello) }
    let raw = SocketPlace.raw(beside: daemon.path)
    await expectFailure(.rawNotServed(path: raw), to: raw)
    #expect("\(GestureClientError.rawNotServed(path: raw))".contains("set raw = true in [socket]"))
  }

  @Test("ROT-7, XFM-6 set asks for whatever value a gesture has")
  func set() async throws {
    let daemon = try FakeDaemon { client in
      client.say(FakeDaemon.hello)
      #expect(client.hear() == #"{"command":"set","id":2,"identity":true,"recognizer":"zoom"}"#)
      client.say(#"{"type":"reply","id":2,"ok":true}"#)
      #expect(client.hear() == #"{"command":"set","id":3,"recognizer":"zoom","scale":2.0}"#)
      client.say(#"{"type":"reply","id":3,"ok":true}"#)
      _ = client.hear()
    }
    let connection = try await GestureConnection.connect(to: daemon.path, patience: .endless)
    try await connection.set("zoom", identity: true)
    try await connection.set("zoom", scale: 2)
  }

  @Test("what a refusal hints at is what was meant, or what to look at")
  func hints() throws {
    for (code, hint, expected) in [
      ("unknown_field", "kind", "did you mean kind?"),
      ("unknown_device", "ACME Touch", "did you mean ACME Touch?"),
      ("invalid_value", "tap", "did you mean tap?"),
      ("conflict", "can_become_first_responder, can_resign", "see can_become_first_responder, can_resign"),
      ("conflict", "subscribe", "see subscribe"), ("not_permitted", "raw.sock", "see raw.sock"),
    ] {
      let json = #"{"code":"\#(code)","message":"no","hint":"\#(hint)"}"#
      let refusal = try JSONDecoder().decode(RequestRefusal.self, from: Data(json.utf8))
      #expect("\(refusal)" == "no; \(expected)")
    }
  }

  private func expectFailure(
    _ expected: GestureClientError, to path: String, patience: Duration = .endless
  ) async {
    await #expect(throws: expected) {
      _ = try await GestureConnection.connect(to: path, patience: patience)
    }
  }

  @Test(
    "the last word of the daemon is thrown, after everything that came before it; so is an end without one")
  func ends() async throws {
    for (last, error) in [
      ([#"{"type":"bye","reason":"too slow"}"#], GestureClientError.bye("too slow")), ([], .connectionLost),
    ] {
      let daemon = try FakeDaemon { client in
        client.say(FakeDaemon.hello, Self.tap)
        for line in last { client.say(line) }
      }
      let connection = try await GestureConnection.connect(to: daemon.path, patience: .endless)
      var events = connection.events.makeAsyncIterator()
      #expect(try await events.next() != nil)
      await #expect(throws: error) { try await events.next() }
      await #expect(throws: error) { try await events.next() }
      await #expect(throws: error) { try await connection.ping() }
    }
  }

  @Test("requests get their own replies, whatever comes between, and the lines that belong to them")
  func requests() async throws {
    let daemon = try FakeDaemon { client in
      client.say(FakeDaemon.hello, FakeDaemon.device)
      #expect(client.hear() == #"{"command":"ping","id":2}"#)
      client.say(
        Self.tap, #"{"type":"reply","id":77,"ok":true}"#, #"{"type":"reply","id":2,"ok":true,"time":3}"#)
      #expect(client.hear() == #"{"command":"regions","id":3}"#)
      client.say(
        #"{"type":"region","seq":9,"time":1,"device":1,"region":"new","state":"added"}"#,
        #"{"type":"region","seq":9,"time":1,"device":1,"region":"a","state":"present","frame":[0,0,10,5]}"#,
        #"{"type":"reply","id":3,"ok":true,"count":1}"#)
      _ = client.hear()
      client.say(
        #"{"type":"reply","id":4,"error":{"code":"invalid_value","message":"no kind","path":"filter[0].kind","hint":"tap"}}"#
      )
      _ = client.hear()
    }
    let connection = try await GestureConnection.connect(to: daemon.path, patience: .endless)
    try await connection.ping()
    let regions = try await connection.regions()
    #expect(regions.map(\.region) == ["a"] && regions.first?.frame == [0, 0, 10, 5])
    do {
      try await connection.subscribe(to: GestureFilter(kinds: ["tip"]))
      Issue.record("it was refused")
    } catch {
      #expect("\(error)" == "gestured refused the request: filter[0].kind: no kind; did you mean tap?")
    }
    connection.close()
    var types: [String?] = []
    for try await line in connection.lines { types.append(line.type) }
    #expect(types == [])
  }

  @Test("a reply that does not come in time is an error, and so is one behind events that nobody reads")
  func noReply() async throws {
    let silent = try FakeDaemon { client in
      client.say(FakeDaemon.hello)
      while client.hear() != nil {}
    }
    let first = try await GestureConnection.connect(to: silent.path, patience: .endless)
    let reply = await first.driver.request("ping", patience: .milliseconds(1)) { _ in Array("{}\n".utf8) }
    #expect(reply == .failure(.noReply(command: "ping")))
    let talker = try FakeDaemon { client in
      client.say(FakeDaemon.hello)
      _ = client.hear()
      while client.say(Self.tap) {}
    }
    let second = try await GestureConnection.connect(to: talker.path, patience: .endless)
    await #expect(throws: GestureClientError.eventsNotRead) { try await second.ping() }
  }

  @Test("what was sent just before the end still leaves")
  func lastWords() async throws {
    let (heard, mouth) = AsyncStream.makeStream(of: String?.self)
    let daemon = try FakeDaemon { mouth.yield($0.hear()) }
    let core = try StreamCore()
    core.perform { guarded in
      guarded.outgoing += Array("{}\n".utf8)
      return guarded.state.finish(.closed)
    }
    core.run(try UnixConnection(connectingTo: SocketPath(daemon.path)))
    for await line in heard {
      #expect(line == "{}")
      break
    }
  }

  @Test("S1 what nobody asks for is not read: it stays with the daemon")
  func backPressure() async throws {
    let story = [UInt8](Array(repeating: Self.tap + "\n", count: 5000).joined().utf8)
    let (taken, tell) = AsyncStream.makeStream(of: Int.self)
    let daemon = try FakeDaemon { client in
      client.say(FakeDaemon.hello)
      // The first request is sent before hello is read.
      _ = client.hear()
      let first = client.fill(story[...])
      tell.yield(first)
      _ = client.hear()
      tell.yield(0)
      _ = client.hear()
      let second = client.fill(story[first...])
      tell.yield(second)
      client.send(Array(story[(first + second)...]))
      client.say(#"{"type":"bye","reason":"end of replay"}"#)
    }
    let connection = try await GestureConnection.connect(to: daemon.path, patience: .endless)
    try connection.driver.send(Array("begin\n".utf8))
    // The kernel's buffers fill up. After two sent lines the connection's thread has passed its loop once, and would
    // have read.
    var news = taken.makeAsyncIterator()
    let first = try #require(await news.next())
    #expect(first > 0 && first < story.count)
    try connection.driver.send(Array("one\n".utf8))
    _ = await news.next()
    try connection.driver.send(Array("two\n".utf8))
    #expect(await news.next() == 0)
    var count = 0
    for try await _ in connection.lines { count += 1 }
    #expect(count == 5001)
  }

  @Test("a task that is cancelled stops waiting, and its connection goes on for others")
  func cancellation() async throws {
    let daemon = try FakeDaemon { client in
      client.say(FakeDaemon.hello)
      _ = client.hear()
      client.say(Self.tap)
      _ = client.hear()
    }
    let connection = try await GestureConnection.connect(to: daemon.path, patience: .endless)
    let waiting = Task { try await connection.events.first { _ in true } }
    waiting.cancel()
    #expect(try await waiting.value == nil)
    let asking = Task { () throws(GestureClientError) in try await connection.ping() }
    asking.cancel()
    await #expect(throws: GestureClientError.cancelled) { try await asking.value }
    let last = Task { try? await connection.ping() }
    let gesture = try await connection.gestures.first { _ in true }
    #expect(gesture?.kind == .tap)
    connection.close()
    _ = await last.value
  }

  @Test("what is no line of the daemon's, or is of a later one, is unknown and ends nothing")
  func unknown() async throws {
    let daemon = try FakeDaemon {
      $0.say(
        FakeDaemon.hello, #"{"type":"weather","sun":true}"#, "", "nonsense", #"{"type":"gesture","seq":-1}"#,
        Self.tap.replacing("\"taps\":2", with: "\"taps\":2,\"mood\":{\"x\":[1]}"),
        #"{"type":"bye","reason":"end of replay"}"#)
    }
    var events: [GestureEvent] = []
    for try await event in try await GestureConnection.connect(to: daemon.path, patience: .endless)
      .events
    {
      events.append(event)
    }
    #expect(
      events.prefix(4) == [
        .unknown(type: "weather"), .unknown(type: nil), .unknown(type: nil), .unknown(type: "gesture"),
      ])
    guard case .gesture(let gesture)? = events.last else {
      Issue.record("\(events)")
      return
    }
    #expect(gesture.taps == 2)
  }

  @Test("a connection that nobody holds any more is closed, whatever was under way")
  func closing() async throws {
    let (ends, ended) = AsyncStream.makeStream(of: Void.self)
    let daemon = try FakeDaemon { client in
      client.say(FakeDaemon.hello, Self.tap)
      while client.hear() != nil {}
      ended.yield()
    }
    for number in 0..<5 {
      let connection = try await GestureConnection.connect(to: daemon.path, patience: .endless)
      switch number {
      case 0: break
      case 1: _ = try await connection.events.first { _ in true }
      case 2: connection.close()
      case 3: _ = Task { try await connection.ping() }
      default:
        let waiting = Task { try await connection.events.first { _ in false } }
        waiting.cancel()
        _ = try await waiting.value
      }
      if number == 3 { connection.close() }
    }
    var count = 0
    for await _ in ends {
      count += 1
      if count == 5 { break }
    }
    #expect(count == 5)
  }
}
