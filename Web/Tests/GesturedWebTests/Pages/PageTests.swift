import Foundation
import Testing

@testable import GesturedWeb

@Suite("Files")
struct PageTests {
  @Test("WEB-43 a folder is served: its index, tags, ranges, and no listing")
  func folder() throws {
    let scratch = try Scratch()
    try scratch.write("<p>index</p>", to: "pages/photos/index.html")
    try scratch.write("0123456789", to: "pages/film.mp4")
    try scratch.write("x", to: "pages/empty/other.txt")
    let web = try Web(scratch)
    let index = try RawClient.get(web, "/photos/?a=b")
    #expect(status(index) == 200)
    #expect(index.hasSuffix("<p>index</p>"))
    #expect(field("Content-Type", index) == "text/html; charset=utf-8")
    let moved = try RawClient.get(web, "/photos?a=b")
    #expect(status(moved) == 308)
    #expect(field("Location", moved) == "/photos/?a=b")
    for path in ["/empty/", "/empty", "/", "/none"] { #expect(status(try RawClient.get(web, path)) == 404) }
    let head = try RawClient.get(web, "/film.mp4", method: "HEAD")
    #expect(field("Content-Length", head) == "10")
    #expect(head.hasSuffix("\r\n\r\n"))
    let tag = try #require(field("ETag", head))
    #expect(status(try RawClient.get(web, "/film.mp4", ["If-None-Match: \(tag)"])) == 304)
    let part = try RawClient.get(web, "/film.mp4", ["Range: bytes=2-4"])
    #expect(status(part) == 206)
    #expect(field("Content-Range", part) == "bytes 2-4/10")
    #expect(part.hasSuffix("\r\n\r\n234"))
    #expect(try RawClient.get(web, "/film.mp4", ["Range: bytes=-3"]).hasSuffix("\r\n\r\n789"))
    #expect(try RawClient.get(web, "/film.mp4", ["Range: bytes=8-100"]).hasSuffix("\r\n\r\n89"))
    #expect(status(try RawClient.get(web, "/film.mp4", ["Range: bytes=10-"])) == 416)
    for odd in ["bytes=1-2,4-5", "lines=1-2", "bytes=5-2", "bytes=-", "bytes=99999999999999999999-"] {
      #expect(status(try RawClient.get(web, "/film.mp4", ["Range: \(odd)"])) == 200)
    }
  }

  @Test("WEB-44 no path leads out of the folder or to a hidden file")
  func paths() throws {
    let scratch = try Scratch()
    try scratch.write("secret", to: "secret.txt")
    try scratch.write("secret", to: "pages/.git/config")
    try scratch.write("secret", to: "pages/.hidden.txt")
    try scratch.write("secret", to: "pages/.git/index.html")
    try scratch.write("inside", to: "pages/a b.txt")
    let pages = scratch.path + "/pages"
    for (link, target) in [
      ("out", scratch.path), ("out.txt", scratch.path + "/secret.txt"), ("up.txt", "../secret.txt"),
      ("in.txt", pages + "/a b.txt"), ("visible.txt", ".hidden.txt"), ("visible", ".git"),
      ("through.txt", pages + "/.git/config"),
    ] { try FileManager.default.createSymbolicLink(atPath: pages + "/" + link, withDestinationPath: target) }
    try #require(unsafe mkfifo(pages + "/pipe", 0o644) == 0)
    let web = try Web(scratch)
    for path in [
      "/../secret.txt", "/%2e%2e/secret.txt", "/a%00", "/out/secret.txt", "/out.txt", "/up.txt",
      "/.git/config", "/visible.txt", "/visible/config", "/visible", "/visible/", "/through.txt",
      "/%2egit/config", "/..%2fsecret.txt", "/..\\secret.txt", "/%c0%ae%c0%ae/secret.txt",
      "/%252e%252e/secret.txt",
      "/pipe", "//secret.txt", "/a%", "/a%zz", "/a b.txt/", "/" + String(repeating: "a/", count: 100),
      "/" + String(repeating: "a", count: 5000),
    ] {
      let answer = try RawClient.get(web, path)
      #expect([400, 404].contains(status(answer)), "\(path)")
      #expect(!answer.contains("secret"))
    }
    #expect(try RawClient.get(web, "/a%20b.txt").hasSuffix("inside"))
    #expect(try RawClient.get(web, "/in.txt").hasSuffix("inside"))
  }

  @Test("WEB-45 built-in paths run only their own scripts, and may connect only here")
  func policy() throws {
    let web = try Web()
    let policy = try #require(field("Content-Security-Policy", try RawClient.get(web, "/gestured.js")))
    #expect(policy.hasPrefix("default-src 'none'; script-src 'self';"))
    #expect(policy.contains("connect-src 'self'"))
  }

  @Test("WEB-46 pages of the folder get the policy of the configuration")
  func pagesPolicy() throws {
    let scratch = try Scratch()
    try scratch.write("<p>", to: "pages/index.html")
    let usual = field("Content-Security-Policy", try RawClient.get(try Web(scratch), "/"))
    #expect(usual == "frame-ancestors 'none'; base-uri 'self'; object-src 'none'")
    let own = field(
      "Content-Security-Policy",
      try RawClient.get(try Web(scratch, "pages_csp = \"default-src 'self'\""), "/"))
    #expect(own == "default-src 'self'")
  }

  @Test("WEB-47 another method, another version and long heads are refused")
  func refused() throws {
    let web = try Web()
    for method in ["PUT", "POST", "DELETE", "CONNECT", "TRACE"] {
      #expect([400, 405].contains(status(try RawClient.get(web, "/", method: method))), "\(method)")
    }
    #expect(status(try RawClient.ask(web, "GET / HTTP/1.0\r\nHost: \(web.host)\r\n\r\n")) == 505)
    let long = try RawClient.get(web, "/", ["X: " + String(repeating: "x", count: 20_000)])
    #expect(status(long) == 431)
    #expect(status(try RawClient.ask(web, "nonsense\r\n\r\n")) == 400)
    // Two requests in one piece are answered in their order.
    let two =
      "GET /none HTTP/1.1\r\nHost: \(web.host)\r\n\r\nGET /gestured.js HTTP/1.1\r\nHost: \(web.host)\r\nConnection: close\r\n\r\n"
    let answer = try RawClient.ask(web, two)
    #expect(status(answer) == 404)
    #expect(answer.contains("HTTP/1.1 200 OK"))
  }

  @Test("WEB-56 healthz tells whether the daemon answers")
  func health() throws {
    let web = try Web()
    #expect(status(try RawClient.get(web, "/healthz")) == 503)
    let daemon = try FakeDaemon(web.socket)
    #expect(status(try RawClient.get(web, "/healthz")) == 204)
    #expect(daemon.lines == [#"{"command":"ping"}"#])
    let silent = try Web()
    let mute = try FakeDaemon(silent.socket) { _ in nil }
    #expect(status(try RawClient.get(silent, "/healthz")) == 503)
    #expect(mute.count == 1)
    // All who ask at one time share a question.
    let request = "GET /healthz HTTP/1.1\r\nHost: \(silent.host)\r\nConnection: close\r\n\r\n"
    let clients = try (0..<40).map { _ in try RawClient(port: silent.port) }
    for client in clients { try client.send(request) }
    for client in clients { #expect(status(String(decoding: try client.readAll(), as: UTF8.self)) == 503) }
    #expect(mute.count < 20)
  }

  @Test("WEB-56 many questions in a row are few connections to the daemon")
  func healthFlood() throws {
    let web = try Web()
    let daemon = try FakeDaemon(web.socket)
    let client = try RawClient(port: web.port)
    for _ in 0..<200 {
      try client.send("GET /healthz HTTP/1.1\r\nHost: \(web.host)\r\n\r\n")
      #expect(status(try client.readHead()) == 204)
    }
    #expect(daemon.count < 20)
  }

  @Test(
    "WEB-43 a file that becomes shorter while it is sent ends the connection, and costs no processor time")
  func shortened() throws {
    let web = try Web()
    let path = try web.scratch.write(String(repeating: "x", count: 8_000_000), to: "pages/film.txt")
    let client = try RawClient(port: web.port, receiveBuffer: 4096)
    try client.send("GET /film.txt HTTP/1.1\r\nHost: \(web.host)\r\n\r\n")
    #expect(status(try client.readHead()) == 200)
    #expect(unsafe truncate(path, 10) == 0)
    #expect(try client.readAll().count < 8_000_000)
    #expect(try RawClient.get(web, "/film.txt").hasSuffix("\r\n\r\nxxxxxxxxxx"))
  }
}
