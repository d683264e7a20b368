import Foundation
import NIOCore
import NIOEmbedded
import Testing

@testable import GesturedWeb

@Suite("The live view's service")
struct ViewTests {
  /// A live view of a test's daemons.
  private final class View {
    let scratch: Scratch
    let program: Program
    let port: Int
    let token: String
    var origin: String { "http://127.0.0.1:\(port)" }

    /// - Parameter gestured: a script in the place of gestured.
    init(gestured: String? = nil) throws {
      scratch = try Scratch()
      let path = scratch.path
      if let gestured {
        let file = try scratch.write("#!/bin/bash\n" + gestured, to: "assets/gestured")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
      }
      try scratch.write("<p>view</p>", to: "assets/view.html")
      program = try Program(
        Program.web,
        [
          "--view", "--assets", path + "/assets", "--socket", path + "/events.sock", "--raw-socket",
          path + "/raw.sock",
        ], environment: ["PATH": path + "/assets:/usr/bin:/bin"])
      let running = program
      try wait(for: "the address") { running.text.contains("\n") }
      let address = try #require(URLComponents(string: running.text.trimmingCharacters(in: .newlines)))
      port = try #require(address.port)
      token = String(try #require(address.fragment).dropFirst("token=".count))
      try #require(address.path == "/view" && address.host == "127.0.0.1")
    }

    func ask(_ request: String) throws -> String {
      let client = try RawClient(port: port)
      try client.send(request)
      return String(decoding: try client.readAll(), as: UTF8.self)
    }
  }

  @Test("VIEW-4 the address has a token of 256 bits in its fragment, and the page is served")
  func address() throws {
    let view = try View()
    #expect(view.token.count == 64)
    let page = try view.ask("GET /view HTTP/1.1\r\nHost: 127.0.0.1:\(view.port)\r\nConnection: close\r\n\r\n")
    #expect(status(page) == 200)
    #expect(page.hasSuffix("<p>view</p>"))
    view.program.signal(SIGTERM)
    #expect(try view.program.finish() == 0)
  }

  @Test(
    "VIEW-4 a page with the token hears raw touches and names of others, and one without it gestures of many fingers"
  )
  func token() throws {
    let view = try View()
    let daemon = try FakeDaemon(view.scratch.path + "/events.sock")
    let rawDaemon = try FakeDaemon(view.scratch.path + "/raw.sock", hello: #"{"type":"hello","raw":true}"#)
    let page = try Socket(port: view.port, origin: view.origin)
    #expect(try page.text() == #"{"type":"hello","protocol":1}"#)
    for request in [
      #"{"command":"subscribe","touches":["phases"],"filter":[{"owners":"all"}]}"#,
      #"{"command":"recognizers","owners":"all"}"#, #"{"command":"devices"}"#,
    ] {
      try page.send(request)
      #expect(try page.text()?.contains("not_permitted") ?? false)
    }
    try page.send("{\"command\":\"authorize\",\"token\":\"\(view.token)\"}")
    #expect(try page.text() == #"{"type":"reply","ok":true}"#)
    #expect(try page.text() == #"{"type":"hello","raw":true}"#)
    for request in [
      #"{"command":"subscribe","touches":["phases"],"filter":[{"owners":"all"}]}"#,
      #"{"command":"recognizers","owners":"all"}"#,
    ] {
      try page.send(request)
      #expect(try page.text() == #"{"type":"reply","ok":true}"#)
    }
    // The view looks and changes nothing.
    for request in [
      #"{"command":"recognizers","edits":[]}"#, #"{"command":"inhibit"}"#, #"{"command":"cancel_touches"}"#,
    ] {
      try page.send(request)
      #expect(try page.text()?.contains("not_permitted") ?? false)
    }
    #expect(daemon.lines == [])
    #expect(rawDaemon.lines.count == 2)
    // The view is in the scene of its user's own programs.
    #expect(rawDaemon.limits.count == 1 && rawDaemon.limits.allSatisfy { !$0.contains("scene") })
  }

  @Test("VIEW-4 only the user who has started it may connect, even with the token")
  func otherUser() throws {
    let view = try View()
    let daemon = try FakeDaemon(view.scratch.path + "/events.sock")
    for head in [
      Socket.handshake(host: "127.0.0.1:\(view.port)", origin: view.origin),
      "POST /v1/replay HTTP/1.1\r\nHost: 127.0.0.1:\(view.port)\r\nOrigin: \(view.origin)\r\nContent-Length: 1\r\n\r\nx",
    ] {
      let request = head.replacingOccurrences(of: "\r", with: "\\r").replacingOccurrences(
        of: "\n", with: "\\n")
      let (_, text) = try runAsAnotherUser(
        "exec 3<>/dev/tcp/127.0.0.1/\(view.port); printf '\(request)' >&3; cat <&3")
      #expect(status(text) == 403)
      #expect(text.contains("Only the user who started this view may connect."))
    }
    #expect(daemon.count == 0)
  }

  @Test(
    "VIEW-36 a view of root, and its replays, write no file, read none of others, and have no capability but one"
  )
  func confined() throws {
    try #require(geteuid() == 0, "only root has a view of root")
    let place = "/var/tmp/gw-\(UUID().uuidString)"
    let secret = place + ".secret"
    try Data("hidden".utf8).write(to: URL(fileURLWithPath: secret))
    defer { for path in [place, secret] { try? FileManager.default.removeItem(atPath: path) } }
    let view = try View(
      gestured: """
        echo x >\(place) && echo written
        cat \(secret) && echo read
        for file in /dev/mem /dev/kmsg /proc/kcore /proc/1/environ /proc/1/maps; do
          (: <"$file") && echo "read $file"
        done
        (: </proc/self/maps) && echo "has its arguments"
        cat /etc/shadow && echo read
        echo "uid $UID"
        """)
    let body = "{\"command\":\"authorize\",\"token\":\"\(view.token)\"}\nx"
    let answer = try view.ask(
      "POST /v1/replay HTTP/1.1\r\nHost: 127.0.0.1:\(view.port)\r\nOrigin: \(view.origin)\r\n"
        + "Connection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
    #expect(status(answer) == 200)
    #expect(answer.contains("uid 0"), "\(answer)")
    // A program in Swift without its own arguments would do something else.
    #expect(answer.contains("has its arguments"), "\(answer)")
    for word in ["written", "hidden", "read"] { #expect(!answer.contains(word), "\(answer)") }
    #expect(!FileManager.default.fileExists(atPath: place))
    let own = try String(contentsOfFile: "/proc/\(view.program.identifier)/status", encoding: .utf8)
    // CAP_DAC_OVERRIDE reaches a socket that its owner has closed to others. A replay gets no more than the bound.
    for line in ["CapPrm:\t0000000000000002", "CapBnd:\t0000000000000002", "NoNewPrivs:\t1"] {
      #expect(own.contains(line), "\(own)")
    }
  }

  @Test("VIEW-4 members of gestured-clients are no users of another user's view")
  func members() {
    #expect(PeerUser.isAllowed(0, inView: true))
    #expect(PeerUser.isAllowed(geteuid(), inView: true))
    #expect(!PeerUser.isAllowed(65_534, inView: true))
  }

  @Test("VIEW-4 it ends 10 s after its page is closed, and after a minute without one")
  func ends() throws {
    for hasPage in [false, true] {
      let channel = EmbeddedChannel()
      let loop = channel.embeddedEventLoop
      let service = Service(
        loop: loop, configuration: .view(socket: nil, rawSocket: nil), assets: "/nonexistent",
        journal: Journal(isJournal: false))
      var hasEnded = false
      service.idleEnd = { hasEnded = true }
      service.waitForPages(Service.browserTime)
      loop.advanceTime(by: .seconds(59))
      #expect(!hasEnded)
      if hasPage {
        let page = ObjectIdentifier(channel)
        service.enter(page, Page(service, Visit(origin: "http://localhost", host: "localhost", user: 0)))
        loop.advanceTime(by: .hours(1))
        #expect(!hasEnded)
        service.leave(page)
        loop.advanceTime(by: .seconds(9))
        #expect(!hasEnded)
      }
      loop.advanceTime(by: .seconds(1))
      #expect(hasEnded)
    }
  }

  @Test("VIEW-4 it has no configuration, and other services have no sockets on the command line")
  func arguments() throws {
    for arguments in [
      ["--view", "--config", "/x"], ["--socket", "/x"], ["--raw-socket", "/x"], ["--view", "--socket"],
    ] {
      #expect(try Program.run(Program.web, arguments).code == 64)
    }
  }
}
