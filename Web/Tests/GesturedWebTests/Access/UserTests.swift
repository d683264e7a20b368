import Foundation
import Testing

@testable import GesturedWeb

@Suite("Users and tokens")
struct UserTests {
  private func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "\r", with: "\\r").replacingOccurrences(of: "\n", with: "\\n")
  }

  @Test("WEB-23 another user of the machine is refused, whatever the origin says")
  func otherUser() throws {
    let web = try Web()
    let daemon = try FakeDaemon(web.socket)
    let request = escaped(Socket.handshake(host: web.host, origin: web.origin))
    let (_, text) = try runAsAnotherUser(
      "exec 3<>/dev/tcp/127.0.0.1/\(web.port); printf '\(request)' >&3; cat <&3")
    #expect(status(text) == 403)
    #expect(text.contains("gestured-clients"))
    #expect(web.program.text.contains("uid 65534 is not in gestured-clients"))
    #expect(daemon.count == 0)
  }

  @Test("WEB-23 another user is refused whose socket is bound to the loopback device")
  func boundUser() throws {
    let web = try Web()
    let daemon = try FakeDaemon(web.socket)
    let script = """
      import socket
      s = socket.socket()
      s.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, b"lo")
      s.connect(("127.0.0.1", \(web.port)))
      s.sendall(b"\(escaped(Socket.handshake(host: web.host, origin: web.origin)))")
      print(s.recv(65536).decode())
      """
    let (_, text) = try runAsAnotherUser("python3 -c '\(script)'")
    #expect(status(text) == 403)
    #expect(web.program.text.contains("uid 65534 is not in gestured-clients"))
    #expect(daemon.count == 0)
  }

  @Test("WEB-23 a user who has closed its end already is not taken for root")
  func closedEnd() throws {
    let web = try Web()
    let daemon = try FakeDaemon(web.socket)
    let request = escaped(Socket.handshake(host: web.host, origin: web.origin))
    for _ in 0..<20 {
      _ = try runAsAnotherUser("exec 3<>/dev/tcp/127.0.0.1/\(web.port); printf '\(request)' >&3; exec 3>&-")
    }
    _ = try RawClient.get(web, "/healthz")
    // The only connection is that of /healthz.
    #expect(daemon.count == 1)
  }

  @Test("WEB-48 one user has so many connections, and others are served meanwhile")
  func connections() throws {
    let web = try Web(nil, "maximum_pages = 1")
    let idle = try (0..<40).map { _ in try RawClient(port: web.port) }
    // The last ones are closed at once.
    #expect(try idle[39].readAll() == [])
    let request = escaped("GET /gestured.js HTTP/1.1\r\nHost: \(web.host)\r\nConnection: close\r\n\r\n")
    let (_, text) = try runAsAnotherUser(
      "exec 3<>/dev/tcp/127.0.0.1/\(web.port); printf '\(request)' >&3; cat <&3")
    #expect(status(text) == 200)
    withExtendedLifetime(idle) {}
  }

  @Test(
    "WEB-68 users without rights have half of all places together, so that a page of a user with rights comes in"
  )
  func strangers() throws {
    try #require(geteuid() == 0, "only root can be other users")
    let web = try Web()
    let daemon = try FakeDaemon(web.socket)
    // A connection belongs to the user who has opened it. Each of seven tries for 45 places.
    let script = """
      import os, signal, socket
      held = []
      for user in range(61101, 61108):
          os.seteuid(user)
          for _ in range(45):
              held.append(socket.socket())
              held[-1].connect(("127.0.0.1", \(web.port)))
          os.seteuid(0)
      print("held", flush=True)
      signal.pause()
      """
    let holder = try Program("/usr/bin/env", ["python3", "-c", script])
    try wait(for: "the connections") { holder.text.contains("held") }
    for _ in 0..<5 { #expect(try Socket(web).text() != nil) }
    #expect(daemon.count == 5)
    withExtendedLifetime(holder) {}
  }

  @Test("WEB-68 places of one user, of all, and of those without rights")
  func places() {
    let places = Places(pages: 4)
    func free(_ user: UInt32?, _ may: Bool, beside counts: [(UInt32?, Bool, Int)]) -> Bool {
      let holders = counts.flatMap { count in
        (0..<count.2).map { _ in Places.Holder(user: count.0, mayConnect: count.1) }
      }
      return places.areFree(for: .init(user: user, mayConnect: may), beside: holders)
    }
    #expect(free(1, true, beside: [(1, true, 35)]))
    #expect(!free(1, true, beside: [(1, true, 36)]))
    #expect(free(2, false, beside: [(2, false, 31)]))
    #expect(!free(2, false, beside: [(2, false, 32)]))
    let crowd: [(UInt32?, Bool, Int)] = [(2, false, 32), (3, false, 32), (4, false, 32), (nil, false, 32)]
    #expect(!free(5, false, beside: crowd))
    #expect(!free(nil, false, beside: crowd))
    #expect(free(1, true, beside: crowd + [(6, true, 36), (7, true, 36), (8, true, 36), (9, true, 19)]))
    #expect(!free(1, true, beside: crowd + [(6, true, 36), (7, true, 36), (8, true, 36), (9, true, 20)]))
  }

  @Test("WEB-25 the token has 256 random bits, differs at each start, and only the group may read it")
  func token() throws {
    let first = try Web()
    let second = try Web()
    let token = try first.token
    #expect(token.count == 64 && token.allSatisfy(\.isHexDigit))
    #expect(try second.token != token)
    let attributes = try FileManager.default.attributesOfItem(atPath: first.scratch.path + "/run/token")
    let mode = try #require(attributes[.posixPermissions] as? Int)
    #expect(mode & 0o027 == 0)
    #expect(!first.program.text.contains(token))
  }

  @Test("WEB-25 a token is compared as a whole")
  func comparison() {
    let token = Token()
    func isRight(_ text: String) -> Bool? {
      token.isGiven(by: ["command": .text("authorize"), "token": .text(text)])
    }
    #expect(isRight(token.text) == true)
    for wrong in ["", String(token.text.dropLast()), token.text + "0", String(token.text.reversed()) + "x"] {
      #expect(isRight(wrong) == false)
    }
  }

  @Test("WEB-26 the token counts in a message only, and gives the origin its grants")
  func authorize() throws {
    let web = try Web(nil, "[origin.\"https://panel.example\"]\nallow = [\"gestures\"]")
    let daemon = try FakeDaemon(web.socket)
    let token = try web.token
    let client = try RawClient(port: web.port)
    try client.send(
      Socket.handshake(
        host: web.host, origin: "https://panel.example", path: "/v1?token=\(token)",
        more: ["Cookie: token=\(token)", "Authorization: Bearer \(token)"]))
    #expect(status(try client.readHead()) == 101)
    let page = try Socket(web, origin: "https://panel.example")
    #expect(try page.text()?.contains("hello") == true)
    try page.send(#"{"id":1,"command":"devices"}"#)
    #expect(
      try page.text()
        == #"{"type":"reply","id":1,"error":{"code":"not_permitted","message":"the page's origin lacks the grant gestures","path":"devices","hint":"gestures"}}"#
    )
    try page.send("{\"id\":2,\"command\":\"authorize\",\"token\":\"\(token)\"}")
    #expect(try page.text() == #"{"type":"reply","id":2,"ok":true}"#)
    try page.send(#"{"id":3,"command":"devices"}"#)
    #expect(try page.text() == #"{"type":"reply","ok":true}"#)
    #expect(daemon.lines == [#"{"id":3,"command":"devices"}"#])
    #expect(!web.program.text.contains(token))
  }

  @Test("WEB-34 with the token a page leaves the socket of events for that of raw touches")
  func touchesWithToken() throws {
    let web = try Web(
      nil, "raw = true\n[origin.\"https://panel.example\"]\nallow = [\"touches\", \"gestures\"]")
    let daemon = try FakeDaemon(web.socket)
    let rawDaemon = try FakeDaemon(web.scratch.path + "/raw.sock", hello: #"{"type":"hello","raw":true}"#)
    let page = try Socket(web, origin: "https://panel.example")
    _ = try page.text()
    try page.send("{\"command\":\"authorize\",\"token\":\"\(try web.token)\"}")
    #expect(try page.text() == #"{"type":"reply","ok":true}"#)
    #expect(try page.text() == #"{"type":"hello","raw":true}"#)
    try page.send(#"{"command":"subscribe","touches":"all"}"#)
    #expect(try page.text() == #"{"type":"reply","ok":true}"#)
    #expect(rawDaemon.lines == [#"{"command":"subscribe","touches":"all"}"#])
    try wait(for: "the end of the first connection") { daemon.openCount == 0 }
  }

  @Test("WEB-34 a page whose origin gains touches by a reload is told to connect again")
  func gainedTouches() throws {
    let web = try Web(nil, trusted("touches"))
    let daemon = try FakeDaemon(web.socket)
    let rawDaemon = try FakeDaemon(web.scratch.path + "/raw.sock")
    let page = try Socket(web, origin: trustedOrigin)
    _ = try page.text()
    try web.scratch.write(
      Web.text(web.scratch.path, "raw = true\n" + trusted("touches")), to: "web.toml")
    web.program.signal(SIGHUP)
    #expect(try page.close()?.code == 1001)
    #expect(try Socket(web, origin: trustedOrigin).text() != nil)
    #expect((daemon.count, rawDaemon.count) == (1, 1))
  }

  @Test(
    "WEB-34 without its own right to the raw socket the service refuses touches, and the hint names the group"
  )
  func touchesWithoutGroup() throws {
    let web = try Web(
      nil, "raw = true\n" + trusted("gestures", "touches"), through: asAnotherUser)
    let daemon = try FakeDaemon(web.socket)
    let rawDaemon = try FakeDaemon(web.scratch.path + "/raw.sock")
    for (name, mode) in [("events.sock", 0o666), ("raw.sock", 0o660)] {
      try FileManager.default.setAttributes(
        [.posixPermissions: mode], ofItemAtPath: web.scratch.path + "/" + name)
    }
    let page = try Socket(web, origin: trustedOrigin)
    _ = try page.text()
    try page.send(#"{"id":1,"command":"subscribe","touches":"all"}"#)
    let refusal = try page.text()
    #expect(refusal?.contains(#""code":"not_permitted""#) ?? false)
    #expect(refusal?.contains(#""path":"touches","hint":"gestured-raw""#) ?? false)
    #expect((daemon.count, rawDaemon.count) == (1, 0))
  }

  @Test("WEB-27 another origin gets coarse without the token, unless its table lifts that")
  func withoutToken() throws {
    let web = try Web(
      nil,
      """
      [origin."https://one.example"]
      allow = ["gestures"]
      [origin."https://two.example"]
      allow = ["gestures"]
      token = false
      """)
    let daemon = try FakeDaemon(web.socket)
    for (origin, isHeard) in [("https://one.example", false), ("https://two.example", true)] {
      let page = try Socket(web, origin: origin)
      _ = try page.text()
      try page.send(#"{"command":"devices"}"#)
      let reply = try page.text() ?? ""
      #expect(reply.contains("not_permitted") != isHeard)
    }
    withExtendedLifetime(daemon) {}
  }

  @Test(
    "WEB-63 a program that forges the origin of the service's pages gets the defaults of the table, and the rest with the token"
  )
  func forgedOwn() throws {
    let web = try Web(
      nil, "raw = true\n[origin.self]\nallow = [\"declare\", \"inhibit\", \"audio\", \"view\"]")
    let daemon = try FakeDaemon(web.socket)
    let rawDaemon = try FakeDaemon(web.scratch.path + "/raw.sock", hello: #"{"type":"hello","raw":true}"#)
    let page = try Socket(web)
    #expect(try page.text() == #"{"type":"hello","protocol":1}"#)
    for request in ["inhibit", "audio"] {
      try page.send(#"{"command":"\#(request)"}"#)
      #expect(try page.text()?.contains(#""code":"not_permitted""#) ?? false)
    }
    try page.send(#"{"command":"recognizers","owners":"all"}"#)
    #expect(try page.text()?.contains(#""hint":"view""#) ?? false)
    for request in ["regions", "devices"] {
      try page.send(#"{"command":"\#(request)"}"#)
      #expect(try page.text() == #"{"type":"reply","ok":true}"#)
    }
    #expect(status(try RawClient.post(web, "/v1/replay", "E:", origin: web.origin)) == 403)
    try page.send("{\"command\":\"authorize\",\"token\":\"\(try web.token)\"}")
    #expect(try page.text() == #"{"type":"reply","ok":true}"#)
    #expect(try page.text() == #"{"type":"hello","raw":true}"#)
    try page.send(#"{"command":"inhibit"}"#)
    #expect(try page.text() == #"{"type":"reply","ok":true}"#)
    #expect((daemon.lines.count, rawDaemon.lines.count) == (2, 1))
    #expect(web.program.text.contains("only the token gives view, inhibit, audio"), "\(web.program.text)")
  }

  @Test("WEB-28 three wrong tokens close the connection, and the user's next handshake waits")
  func wrongTokens() throws {
    let web = try Web()
    let daemon = try FakeDaemon(web.socket)
    let page = try Socket(web)
    for _ in 0..<3 { try page.send(#"{"command":"authorize","token":"0"}"#) }
    #expect(try page.close()?.code == 4403)
    let start = Date()
    _ = try Socket(web)
    #expect(Date().timeIntervalSince(start) > 0.9)
    withExtendedLifetime(daemon) {}
  }

  @Test("WEB-28 wrong tokens of several connections and recordings count together, each once")
  func together() throws {
    let web = try Web(nil, "[origin.\"https://panel.example\"]\nallow = [\"view\"]")
    let daemon = try FakeDaemon(web.socket)
    let wrong = #"{"command":"authorize","token":"0"}"#
    let recording = try RawClient.post(web, "/v1/replay", wrong + "\nx", origin: "https://panel.example")
    #expect(status(recording) == 403)
    let pages = try (0..<2).map { _ in try Socket(web) }
    for page in pages {
      _ = try page.text()
      try page.send(wrong)
      #expect(try page.text()?.contains("the token is wrong") == true)
    }
    let start = Date()
    _ = try Socket(web)
    #expect(Date().timeIntervalSince(start) > 0.9)
    withExtendedLifetime(daemon) {}
  }

  @Test("WEB-34 the token is answered although the daemon owes replies on the socket that the page leaves")
  func touchesWithDebts() throws {
    let web = try Web(
      nil, "raw = true\n[origin.\"https://panel.example\"]\nallow = [\"touches\", \"gestures\"]")
    let daemon = try FakeDaemon(web.socket) { _ in nil }
    let rawDaemon = try FakeDaemon(web.scratch.path + "/raw.sock", hello: #"{"type":"hello","raw":true}"#)
    let page = try Socket(web, origin: "https://panel.example")
    _ = try page.text()
    try page.send(#"{"command":"ping"}"#)
    try page.send("{\"id\":2,\"command\":\"authorize\",\"token\":\"\(try web.token)\"}")
    #expect(try page.text() == #"{"type":"reply","id":2,"ok":true}"#)
    #expect(try page.text() == #"{"type":"hello","raw":true}"#)
    #expect((daemon.count, rawDaemon.count) == (1, 1))
  }

  @Test("WEB-28 the wait doubles up to a minute, for that user only")
  func waits() {
    var wrong = WrongTokens()
    #expect(wrong.wait(of: 1000, at: 0) == 0)
    var waits: [Int64] = []
    for second in 0..<24 {
      wrong.add(1000, at: Int64(second))
      waits.append(wrong.wait(of: 1000, at: Int64(second)))
    }
    // Each third one counts.
    #expect(waits.prefix(6) == [0, 0, 1, 1, 1, 2])
    #expect(stride(from: 2, to: 24, by: 3).map { waits[$0] } == [1, 2, 4, 8, 16, 32, 60, 60])
    #expect(wrong.wait(of: 1001, at: 8) == 0)
    #expect(wrong.wait(of: 1000, at: 10_000) == 0)
    // Forgotten ones count no more.
    wrong.add(1000, at: 10_000)
    #expect(wrong.wait(of: 1000, at: 10_000) == 0)
  }
}
