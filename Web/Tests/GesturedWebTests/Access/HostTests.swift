import Foundation
import Testing

@Suite("Addresses, Host and Origin")
struct HostTests {
  @Test("WEB-12 a name that leads to this machine is answered 421, before any other check")
  func rebound() throws {
    let web = try Web()
    for request in [
      "GET / HTTP/1.1\r\nHost: evil.test:\(web.port)\r\n\r\n",
      "PUT /v1 HTTP/1.1\r\nHost: evil.test:\(web.port)\r\n\r\n",
      Socket.handshake(host: "evil.test:\(web.port)", origin: "http://evil.test:\(web.port)"),
      "GET / HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: localhost.:\(web.port)\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(web.port)@evil.test\r\n\r\n",
    ] { #expect(status(try RawClient.ask(web, request)) == 421) }
  }

  @Test("WEB-12 names of hosts are answered, with the port that was connected to or their own")
  func hosts() throws {
    let web = try Web(nil, "hosts = [\"panel.example\", \"other.example:80\"]")
    for (host, code) in [
      ("LOCALHOST:\(web.port)", 404), ("[::1]:\(web.port)", 404), ("panel.example:\(web.port)", 404),
      ("panel.example", 404), ("other.example", 421), ("panel.example:1", 421),
    ] {
      let answer = try RawClient.ask(web, "GET / HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
      #expect(status(answer) == code, "\(host)")
    }
  }

  @Test("WEB-13 no Host, two, or an address of another authority is answered 400")
  func noHost() throws {
    let web = try Web()
    for request in [
      "GET / HTTP/1.1\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: \(web.host)\r\nHost: \(web.host)\r\n\r\n",
      "GET http://evil.test/ HTTP/1.1\r\nHost: \(web.host)\r\n\r\n",
    ] { #expect(status(try RawClient.ask(web, request)) == 400) }
    let own = "GET http://\(web.host)/gestured.js HTTP/1.1\r\nHost: \(web.host)\r\nConnection: close\r\n\r\n"
    #expect(status(try RawClient.ask(web, own)) == 200)
  }

  @Test("WEB-14 a handshake needs one Origin, which is the page's own or has a table")
  func origins() throws {
    let web = try Web(nil, "[origin.\"https://panel.example\"]\nallow = [\"coarse\"]")
    let daemon = try FakeDaemon(web.socket)
    for (origin, code) in [
      ("http://localhost:8080", 403), ("http://evil.test", 403), ("https://127.0.0.1:\(web.port)", 403),
      ("https://panel.example.evil.test", 403), ("", 403), ("\(web.origin)/", 403),
    ] {
      let answer = try RawClient.ask(web, Socket.handshake(host: web.host, origin: origin))
      #expect(status(answer) == code, "\(origin)")
    }
    let two = Socket.handshake(host: web.host, origin: web.origin, more: ["Origin: \(web.origin)"])
    #expect(status(try RawClient.ask(web, two)) == 400)
    #expect(daemon.count == 0)
    _ = try Socket(web)
    _ = try Socket(web, origin: "https://PANEL.example")
  }

  @Test("WEB-16 the origin null is refused without a table, and coarse with one")
  func null() throws {
    let refusing = try Web()
    #expect(status(try RawClient.ask(refusing, Socket.handshake(host: refusing.host, origin: "null"))) == 403)
    let web = try Web(nil, "[origin.\"null\"]\nallow = [\"gestures\"]")
    let daemon = try FakeDaemon(web.socket)
    let page = try Socket(web, origin: "null")
    try page.send(#"{"id":1,"command":"devices"}"#)
    #expect(try page.text()?.contains("hello") == true)
    #expect(try page.text()?.contains("not_permitted") == true)
    #expect(daemon.lines == [])
  }

  @Test("WEB-17 a page of localhost may not use the WebSocket of 127.0.0.1")
  func names() throws {
    let web = try Web()
    let answer = try RawClient.ask(
      web, Socket.handshake(host: web.host, origin: "http://localhost:\(web.port)"))
    #expect(status(answer) == 403)
  }

  @Test(
    "WEB-18 a program without an origin is refused and told of the Unix socket, unless the configuration allows it"
  )
  func noOrigin() throws {
    let web = try Web()
    let answer = try RawClient.ask(web, Socket.handshake(host: web.host, origin: nil))
    #expect(status(answer) == 403)
    #expect(answer.contains("Unix socket \(web.socket)"))
    let open = try Web(nil, "allow_no_origin = true")
    let daemon = try FakeDaemon(open.socket)
    let client = try RawClient(port: open.port)
    try client.send(Socket.handshake(host: open.host, origin: nil))
    #expect(status(try client.readHead()) == 101)
    try wait(for: "a connection") { daemon.count == 1 }
  }

  @Test("WEB-19 a preflight is answered 405, and no answer allows another origin anything")
  func preflight() throws {
    let web = try Web()
    let answer = try RawClient.get(
      web, "/v1",
      [
        "Origin: https://evil.test", "Access-Control-Request-Method: GET",
        "Access-Control-Request-Private-Network: true",
      ],
      method: "OPTIONS")
    #expect(status(answer) == 405)
    #expect(!answer.lowercased().contains("access-control"))
    #expect(
      !(try RawClient.get(web, "/gestured.js", ["Origin: https://evil.test"])).lowercased().contains(
        "access-control"))
  }

  @Test("WEB-20 pages of other sites load nothing, and may be left for a page here")
  func crossSite() throws {
    let web = try Web()
    #expect(status(try RawClient.get(web, "/gestured.js", ["Sec-Fetch-Site: cross-site"])) == 403)
    let image = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: image"]
    #expect(status(try RawClient.get(web, "/gestured.js", image)) == 403)
    let frame = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"]
    #expect(status(try RawClient.get(web, "/gestured.js", frame)) == 403)
    let page = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"]
    #expect(status(try RawClient.get(web, "/gestured.js", page)) == 200)
  }

  @Test("WEB-21 answers keep other origins from embedding, framing and guessing")
  func fields() throws {
    let web = try Web()
    for path in ["/gestured.js", "/none", "/v1"] {
      let answer = try RawClient.get(web, path)
      #expect(field("Cross-Origin-Resource-Policy", answer) == "same-origin")
      #expect(field("X-Content-Type-Options", answer) == "nosniff")
      #expect(field("Referrer-Policy", answer) == "no-referrer")
      #expect(field("X-Frame-Options", answer) == "DENY")
    }
    let framed = try Web(nil, "frame_ancestors = [\"https://panel.example\"]")
    try framed.scratch.write("<p>", to: "pages/index.html")
    let answer = try RawClient.get(framed, "/")
    #expect(field("X-Frame-Options", answer) == nil)
    #expect(
      field("Content-Security-Policy", answer)?.contains("frame-ancestors https://panel.example;") == true)
  }

  @Test(
    "WEB-21 the pages load in frames of other sites where frame_ancestors names some, and nothing else does")
  func frames() throws {
    let named = "frame_ancestors = [\"https://panel.example\"]"
    let frame = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"]
    for (settings, code) in [("", 403), (named, 200), (named + "\npages_csp = \"img-src *\"", 200)] {
      let web = try Web(nil, settings)
      try web.scratch.write("<p>", to: "pages/index.html")
      let answer = try RawClient.get(web, "/", frame)
      #expect(status(answer) == code)
      let image = frame.dropLast() + ["Sec-Fetch-Dest: image"]
      #expect(status(try RawClient.get(web, "/", Array(image))) == 403)
      if code == 403 { continue }
      let policy = field("Content-Security-Policy", answer)
      #expect(policy?.hasPrefix("frame-ancestors https://panel.example; ") == true, "\(policy ?? "")")
    }
    let own = try Web(nil, named + "\npages_csp = \"img-src *; frame-ancestors https://other.example\"")
    try own.scratch.write("<p>", to: "pages/index.html")
    let policy = field("Content-Security-Policy", try RawClient.get(own, "/", frame))
    #expect(policy == "img-src *; frame-ancestors https://other.example")
  }

  @Test("WEB-4 a handshake on a connection that has had a request is told to begin a new one")
  func lateHandshake() throws {
    let web = try Web()
    let first = "GET /healthz HTTP/1.1\r\nHost: \(web.host)\r\n\r\n"
    let answer = try RawClient.ask(
      web, first + Socket.handshake(host: web.host, origin: web.origin, more: ["Connection: close"]))
    #expect(answer.contains("HTTP/1.1 400 Bad Request"))
    #expect(answer.contains("Open a new connection for the WebSocket.\n"))
  }

  @Test("WEB-22 a file that a built-in path hides is warned of")
  func hidden() throws {
    let scratch = try Scratch()
    try scratch.write("mine", to: "pages/gestured.js")
    let web = try Web(scratch)
    #expect(web.program.text.contains("the built-in path /gestured.js hides the file of that name"))
    #expect(try RawClient.get(web, "/gestured.js").contains("version = 1"))
  }

  @Test("WEB-4 another path, or no subprotocol, is answered 404 or 400 before the daemon is asked")
  func endpoint() throws {
    let web = try Web()
    let daemon = try FakeDaemon(web.socket)
    #expect(
      status(try RawClient.ask(web, Socket.handshake(host: web.host, origin: web.origin, path: "/"))) == 404)
    for version in [nil, "gestured.2", ""] {
      let request = Socket.handshake(host: web.host, origin: web.origin, version: version)
      #expect(status(try RawClient.ask(web, request)) == 400)
    }
    #expect(status(try RawClient.get(web, "/v1", ["Origin: \(web.origin)"])) == 400)
    let old = Socket.handshake(host: web.host, origin: web.origin)
      .replacingOccurrences(of: "Version: 13", with: "Version: 8")
    #expect(status(try RawClient.ask(web, old)) == 400)
    #expect(daemon.count == 0)
    let page = try Socket(web)
    #expect(field("Sec-WebSocket-Protocol", page.answer) == "gestured.1")
  }

  @Test("WEB-6 no extension is agreed on")
  func extensions() throws {
    let web = try Web()
    let daemon = try FakeDaemon(web.socket)
    let page = try Socket(web, more: ["Sec-WebSocket-Extensions: permessage-deflate"])
    #expect(field("Sec-WebSocket-Extensions", page.answer) == nil)
    withExtendedLifetime(daemon) {}
  }
}
