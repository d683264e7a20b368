import DaemonTestSupport
import GestureCore
import LinuxEventLoop
import Testing

@testable import GesturedDaemon

/// Clients of every kind at a whole daemon, over real sockets, with valid requests and misuse.
@Suite struct ServingTests {
  private static let ping = #"{"command":"ping"}"#

  @Test("A client gets the greeting, the screen and what fingers do, at both sockets")
  func bothSockets() throws {
    let rig = try ServingRig(raw: true)
    let clients = [try rig.connect(), try rig.connect(.raw)]
    try rig.touch("A↓100,100@10 A↑@80 ⏲500")
    for client in clients {
      #expect(client.lines.map { $0.prefix(14) }.first == #"{"type":"hello"#)
      #expect(client.lines.of("device").count == 1)
      #expect(client.lines.of("gesture").contains { $0.contains(#""kind":"tap""#) })
    }
  }

  @Test("Both sockets have their modes, and go when the daemon does")
  func modes() throws {
    let rig = try ServingRig(
      DaemonFiles.threeRecognizers + "\n[socket]\nmode = \"0600\"\nraw_mode = \"0660\"\n", raw: true)
    _ = try rig.connect(.raw)
    #expect(try rig.files.mode(of: rig.files.socket) == 0o600)
    #expect(try rig.files.mode(of: rig.files.rawSocket) == 0o660)
    try rig.daemon.stop(at: rig.now)
    _ = try rig.daemon.tick(at: rig.now)
    #expect(try rig.files.mode(of: rig.files.socket) == nil)
    #expect(try rig.files.mode(of: rig.files.rawSocket) == nil)
  }

  // MARK: What is said

  @Test("S3 requests are taken whatever pieces they come in, and after their end lines still come")
  func halfClosed() throws {
    let rig = try ServingRig()
    let client = try rig.connect()
    for byte in #"{"id":1,"command":"ping"}"# {
      _ = client.say(String(byte))
      try rig.settle()
    }
    #expect(client.lines.of("reply").isEmpty)
    _ = client.say("\n{\"id\":2,\"command\":\"ping\"}\r\n\n{\"id\":3,")
    try client.endRequests()
    try rig.settle()
    #expect(
      client.lines.of("reply").map { $0.prefix(22) } == [
        #"{"type":"reply","id":1"#, #"{"type":"reply","id":2"#,
      ])
    try rig.touch("A↓100,100@10 A↑@80 ⏲500")
    try rig.advance(toMilliseconds: 40_000)
    #expect(!client.lines.of("gesture").isEmpty && !client.isAtEnd)
  }

  @Test("S3 what a client said last is done though it went at once, its lines unread")
  func gone() throws {
    let rig = try ServingRig()
    let watcher = try rig.connect()
    do {
      let client = try rig.connect()
      _ = client.say("{\"command\":\"inhibit\"}\n{\"command\":")
    }
    try rig.settle()
    #expect(rig.daemon.connections.count == 1)
    #expect(watcher.lines.of("inhibit").count == 2)
    try rig.touch("A↓100,100@10 A↑@80 ⏲500")
    #expect(!watcher.lines.of("gesture").isEmpty)
  }

  @Test(
    "S5 garbage is answered line by line; a megabyte without a newline ends the stream, and little of it is kept"
  )
  func garbage() throws {
    let rig = try ServingRig()
    let client = try rig.connect()
    _ = client.say("\u{0}\u{1}\u{7f}garbage\n[]\nnull\n")
    try rig.settle()
    #expect(client.news.of("reply").count == 3)
    var taken = 0
    let piece = String(repeating: "x", count: 1 << 16)
    pouring: for _ in 0..<100 {
      switch client.say(piece) {
      case .wrote(let count): taken += count
      case .wouldBlock: break
      case .closed: break pouring
      }
      try rig.settle()
    }
    // At most the kernel's buffer of a client, and the line that was begun.
    #expect(taken < 1 << 20)
    let end = client.news
    #expect(end.count == 2 && end[0].contains(#""code":"too_long""#))
    #expect(end.last == #"{"type":"bye","reason":"request too long"}"#)
    #expect(client.isAtEnd && rig.daemon.connections.count == 0)
  }

  @Test("S6 half a request is dropped when its client goes, and waited for 30 s when it stays")
  func half() throws {
    let rig = try ServingRig()
    let client = try rig.connect()
    do {
      let other = try rig.connect()
      _ = other.say(#"{"command":"inhibit"}"#)
    }
    _ = client.say(#"{"id":1,"command":"pi"#)
    try rig.settle()
    try rig.advance(toMilliseconds: 29_900)
    #expect(client.lines.of("inhibit").isEmpty)
    #expect(!client.isAtEnd && rig.daemon.connections.count == 1)
    try rig.advance(toMilliseconds: 30_100)
    #expect(client.lines.of("reply").count == 1 && client.lines.of("reply")[0].contains(#""code":"timeout""#))
    #expect(client.lines.last == #"{"type":"bye","reason":"request not finished"}"#)
    #expect(client.isAtEnd && rig.daemon.nextDeadline == nil)
  }

  @Test(
    "S10 a client that asks without end is answered in order, 100 times at once and then 50 times a second")
  func budget() throws {
    let rig = try ServingRig()
    let client = try rig.connect()
    let other = try rig.connect()
    _ = client.say((1...300).map { "{\"id\":\($0),\"command\":\"ping\"}\n" }.joined())
    try rig.settle(reading: client)
    #expect(client.lines.of("reply").count == 100)
    try other.send(Self.ping)
    #expect(other.lines.of("reply").count == 1)
    for step in 1...50 {
      try rig.advance(toMilliseconds: Int64(step * 20))
      client.read()
    }
    #expect((149...151).contains(client.lines.of("reply").count))
    for step in 51...250 {
      try rig.advance(toMilliseconds: Int64(step * 20))
      client.read()
    }
    let ids = client.lines.of("reply").map { $0.dropFirst(21).prefix { $0 != "," } }
    #expect(ids == (1...300).map { "\($0)" }[...].map { $0[...] })
    #expect(rig.daemon.nextDeadline == nil)
  }

  @Test(
    "S10 a client that does not read its replies is not read either, is let go in the end, and delays nobody")
  func unreadReplies() throws {
    let rig = try ServingRig(
      DaemonFiles.threeRecognizers + "\n[socket]\nrequests_per_second = 100000\nrequest_burst = 100000\n")
    let client = try rig.connect()
    let other = try rig.connect()
    let pings = String(repeating: Self.ping + "\n", count: 1000)
    var said = 0
    for _ in 0..<100 {
      if case .wrote(let count) = client.say(pings) { said += count }
      try rig.settle()
    }
    // Far fewer than all replies: the kernel's buffer and half a queue of replies.
    #expect(said < 100 * pings.utf8.count / 2)
    try other.send(Self.ping)
    #expect(other.lines.of("reply").count == 1)
    #expect(rig.daemon.connections.count == 2)
    try rig.advance(toMilliseconds: 5001)
    #expect(rig.daemon.connections.count == 1)
    #expect(client.lines.last == #"{"type":"bye","reason":"too slow"}"# && client.isAtEnd)
    #expect(Set(client.lines.dropFirst(2).dropLast().map { $0.prefix(16) }).count == 1)
  }

  @Test("S10 a client that reads its replies late gets all of them")
  func lateReader() throws {
    let rig = try ServingRig(
      DaemonFiles.threeRecognizers + "\n[socket]\nrequests_per_second = 100000\nrequest_burst = 100000\n")
    let client = try rig.connect()
    _ = client.say((1...1000).map { "{\"id\":\($0),\"command\":\"ping\"}\n" }.joined())
    try rig.settle(reading: client, turns: 500)
    #expect(client.lines.of("reply").count == 1000)
  }

  @Test("S16 ten thousand filters are refused, in a line that is too long or not")
  func filters() throws {
    let rig = try ServingRig()
    let client = try rig.connect()
    func subscribe(_ count: Int) -> String {
      #"{"command":"subscribe","filter":["#
        + Array(repeating: #"{"touch_count":1}"#, count: count).joined(separator: ",")
        + "]}\n"
    }
    _ = client.say(subscribe(33))
    try rig.settle()
    _ = client.say(subscribe(3000))
    try rig.settle(reading: client)
    #expect(client.lines.of("reply").filter { $0.contains(#""error""#) }.count == 2)
    _ = client.say(subscribe(10_000))
    try rig.settle(reading: client)
    #expect(client.lines.last == #"{"type":"bye","reason":"request too long"}"#)
  }

  // MARK: How many

  @Test("S12 the 65th connection of a user is told why and hung up on; others get in, and it when one goes")
  func perUser() throws {
    let rig = try ServingRig()
    var clients: [Client] = []
    for number in 0..<64 {
      try rig.advance(toMilliseconds: Int64(number * 100))
      clients.append(try rig.connect(as: .user(1000)))
    }
    try rig.advance(toMilliseconds: 10_000)
    let refused = try rig.connect(as: .user(1000))
    #expect(
      refused.lines == [#"{"type":"bye","reason":"too many connections of this user"}"#] && refused.isAtEnd)
    let other = try rig.connect(as: .user(1001))
    let root = try rig.connect(as: .user(0))
    #expect(other.lines.of("hello").count == 1 && root.lines.of("hello").count == 1)
    clients.removeLast()
    try rig.settle()
    let next = try rig.connect(as: .user(1000))
    #expect(next.lines.of("hello").count == 1)
    #expect(rig.daemon.connections.count == 66)
  }

  @Test(
    "S13 a user that connects all the time gets in 64 times at once and 32 times a second, and others do too")
  func flood() throws {
    let rig = try ServingRig()
    func greeted(_ count: Int) throws -> Int {
      var greeted = 0
      for _ in 0..<count {
        let client = try rig.connect(as: .user(1000))
        greeted += client.lines.of("hello").count
      }
      try rig.settle()
      return greeted
    }
    #expect(try greeted(100) == 64)
    try rig.advance(toMilliseconds: 1000)
    #expect((31...33).contains(try greeted(100)))
    #expect(try rig.connect(as: .user(1001)).lines.of("hello").count == 1)
    #expect(rig.daemon.connections.count <= 1)
  }

  @Test("S12 limits of the configuration hold, over both sockets together")
  func configured() throws {
    let rig = try ServingRig(
      DaemonFiles.threeRecognizers + "\n[socket]\nsubscribers_per_user = 2\nconnections_per_second = 2\n",
      raw: true
    )
    let clients = [
      try rig.connect(as: .user(1000)), try rig.connect(.raw, as: .user(1000)),
      try rig.connect(as: .user(1000)), try rig.connect(.raw, as: .user(1000)),
    ]
    #expect(clients.map { $0.lines.of("hello").count } == [1, 1, 0, 0])
  }

  /// The tests that start a process. lane-unit runs them beside the other ones that do.
  @Suite struct OwnProcess {
    @Test("A thousand who are well are not looked at: only those who wait for something are")
    func scaling() async {
      // In a process of its own, because it needs more descriptors than other tests leave free.
      await #expect(processExitsWith: .success) {
        raiseDescriptorLimit()
        let rig = try ServingRig()
        var clients: [Client] = []
        for _ in 0..<500 { clients.append(try rig.connect()) }
        try rig.touch("A↓100,100@10 A→200,100@20 A→300,100@30 A↑@40 ⏲600")
        #expect(clients.allSatisfy { $0.lines.of("gesture").count > 2 })
        #expect(rig.daemon.connections.listedCount == 0)
        _ = clients[7].say("{")
        try rig.settle()
        #expect(rig.daemon.connections.listedCount == 1)
      }
    }
  }
}
