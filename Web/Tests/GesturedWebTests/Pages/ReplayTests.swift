import Foundation
import Testing

@Suite("Recordings")
struct ReplayTests {
  private let view = trusted("view")
  private let path = "/v1/replay"

  private var demo: String {
    get throws {
      let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../../docs/recordings/demo.events").standardized.path
      return try String(contentsOfFile: file, encoding: .utf8)
    }
  }

  /// A stand-in for gestured, as a script.
  private func stand(_ script: String, in scratch: Scratch) throws -> [String: String] {
    let file = try scratch.write("#!/bin/bash\n" + script, to: "bin/gestured")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    return ["PATH": scratch.path + "/bin:/usr/bin:/bin"]
  }

  /// The body of an answer without its chunks.
  private func lines(_ answer: String) -> String {
    let bytes = Array(answer.utf8)
    var text: [UInt8] = []
    var place =
      answer.utf8.count
      - (answer.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n").utf8.count)
    while let end = bytes[place...].firstIndex(of: 13),
      let count = Int(String(decoding: bytes[place..<end], as: UTF8.self), radix: 16), count > 0
    {
      text += bytes[end + 2..<end + 2 + count]
      place = end + 2 + count + 2
    }
    return String(decoding: text, as: UTF8.self)
  }

  @Test("WEB-60 a recording is answered with the lines of the command line")
  func replay() throws {
    let web = try Web(nil, view, environment: try Program.findsDaemon)
    let recording = try demo
    let answer = try RawClient.post(web, path, recording, origin: trustedOrigin)
    #expect(status(answer) == 200)
    #expect(field("Content-Type", answer) == "application/x-ndjson")
    #expect(field("Cache-Control", answer) == "no-store")
    let file = try web.scratch.write(recording, to: "demo.events")
    let expected = try Program.run(
      try Program.daemon, ["--replay", file, "--dump", "--declarations", "--format", "json"])
    #expect(expected.text.contains(#""type":"gesture""#))
    #expect(lines(answer) == expected.text)
  }

  @Test("WEB-60 what is no recording is answered 422 with the daemon's message")
  func garbage() throws {
    let web = try Web(nil, view, environment: try Program.findsDaemon)
    for body in ["garbage\n", "\u{0}\u{1B}[31m", "{\"no\":\"token\"}\n"] {
      let answer = try RawClient.post(web, path, body, origin: trustedOrigin)
      #expect(status(answer) == 422)
      #expect(answer.contains("gestured: /dev/stdin"))
      #expect(!answer.contains("\u{1B}"))
    }
    let without = try Web(nil, view, environment: ["PATH": "/nonexistent"])
    #expect(status(try RawClient.post(without, path, "garbage\n", origin: trustedOrigin)) == 500)
  }

  @Test(
    "WEB-12, WEB-14, WEB-18, WEB-20 a recording of another host, origin, site or program is refused before it is read"
  )
  func attackers() throws {
    let scratch = try Scratch()
    let web = try Web(
      scratch, view + "\n[origin.\"https://panel.example\"]\nallow = [\"gestures\"]\ntoken = false",
      environment: try stand("touch \(scratch.path)/ran", in: scratch))
    for (host, origin, fields, code) in [
      ("evil.test:\(web.port)", "http://evil.test:\(web.port)", [], 421),
      (web.host, nil, [], 403),
      (web.host, "http://evil.test", [], 403),
      (web.host, "http://localhost:\(web.port)", [], 403),
      (web.host, "null", [], 403),
      (web.host, "https://panel.example", [], 403),
      (web.host, trustedOrigin, ["Origin: \(trustedOrigin)"], 400),
      (web.host, trustedOrigin, ["Sec-Fetch-Site: cross-site"], 403),
    ] as [(String, String?, [String], Int)] {
      let answer = try RawClient.post(web, path, "E: 0 0 0 0\n", host: host, origin: origin, fields)
      #expect(status(answer) == code, "\(host) \(origin ?? "no origin")")
      #expect(field("Access-Control-Allow-Origin", answer) == nil)
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/ran"))
    #expect(status(try RawClient.post(web, path, "E: 0 0 0 0\n", origin: trustedOrigin)) == 200)
    #expect(FileManager.default.fileExists(atPath: scratch.path + "/ran"))
  }

  @Test("WEB-23 a recording of another user of the machine is refused")
  func otherUser() throws {
    let web = try Web(nil, view)
    let request =
      "POST \(path) HTTP/1.1\\r\\nHost: \(web.host)\\r\\nOrigin: \(trustedOrigin)\\r\\nContent-Length: 2\\r\\n\\r\\nE:"
    let (_, text) = try runAsAnotherUser(
      "exec 3<>/dev/tcp/127.0.0.1/\(web.port); printf '\(request)' >&3; cat <&3")
    #expect(status(text) == 403)
    #expect(text.contains("gestured-clients"))
  }

  @Test(
    "WEB-26, WEB-27 another origin gives the token in the first line, and a wrong one in no time of its own choice"
  )
  func token() throws {
    let scratch = try Scratch()
    let web = try Web(
      scratch, "[origin.\"https://panel.example\"]\nallow = [\"view\"]",
      environment: try stand("cat", in: scratch))
    func send(_ token: String?) throws -> String {
      let line = token.map { "{\"command\":\"authorize\",\"token\":\"\($0)\"}\n" } ?? ""
      return try RawClient.post(web, path, line + "recording\n", origin: "https://panel.example")
    }
    #expect(status(try send(nil)) == 403)
    // The replay gets the recording without the token.
    #expect(lines(try send(try web.token)) == "recording\n")
    for query in ["?token=\(try web.token)"] {
      #expect(
        status(try RawClient.post(web, path + query, "recording\n", origin: "https://panel.example")) == 403)
    }
    let start = Date()
    #expect(status(try send(String(repeating: "0", count: 64))) == 403)
    // The first wrong token costs a second.
    #expect(Date().timeIntervalSince(start) > 0.9)
    #expect(web.program.text.contains("replay: refused (wrong token, uid \(geteuid()))"))
    #expect(!web.program.text.contains(try web.token))
  }

  @Test("WEB-60 a page without the token does not hold the place of a recording")
  func place() throws {
    let scratch = try Scratch()
    let web = try Web(
      scratch, view + "\n[origin.\"https://panel.example\"]\nallow = [\"view\"]",
      environment: try stand("cat", in: scratch))
    var slow: [RawClient] = []
    for start in ["x", "{\"command\":\"authorize\",\"token\":\"", "{}\nx"] {
      let page = try RawClient(port: web.port)
      try page.send(
        "POST \(path) HTTP/1.1\r\nHost: \(web.host)\r\nOrigin: https://panel.example\r\nContent-Length: 4000\r\n\r\n"
          + start)
      slow.append(page)
    }
    for _ in 0..<20 {
      #expect(status(try RawClient.post(web, path, "recording", origin: trustedOrigin)) == 200)
    }
    #expect(slow.count == 3)
  }

  @Test("WEB-47 only POST brings a recording, and POST nothing else")
  func methods() throws {
    let web = try Web(nil, view)
    for method in ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"] {
      let answer = try RawClient.get(web, path, ["Origin: \(trustedOrigin)"], method: method)
      #expect(status(answer) == 405)
      #expect(field("Allow", answer) == "POST")
    }
    for other in ["/", "/view", "/v1", "/healthz", "/v1/replay/"] {
      let answer = try RawClient.post(web, other, "", origin: trustedOrigin)
      #expect(status(answer) == 405)
      #expect(field("Allow", answer) == "GET, HEAD")
    }
  }

  @Test("WEB-60 a recording has at most 8 MiB, and there is one at a time")
  func limits() throws {
    let scratch = try Scratch()
    let web = try Web(scratch, view, environment: try stand("wc -c", in: scratch))
    let most = String(repeating: "x", count: 8_388_608)
    #expect(lines(try RawClient.post(web, path, most, origin: trustedOrigin)) == "8388608\n")
    #expect(status(try RawClient.post(web, path, most + "x", origin: trustedOrigin)) == 413)
    let head =
      "POST \(path) HTTP/1.1\r\nHost: \(web.host)\r\nOrigin: \(trustedOrigin)\r\nTransfer-Encoding: chunked\r\n\r\n"
    do {
      let slow = try RawClient(port: web.port)
      try slow.send(head + "1\r\nx\r\n")
      try wait(for: "the slow page to have the place") {
        status(try RawClient.post(web, path, "x", origin: trustedOrigin)) == 503
      }
    }
    try wait(for: "the place to be free") {
      status(try RawClient.post(web, path, "x", origin: trustedOrigin)) == 200
    }
  }

  @Test("WEB-60 gestured runs with 10 s of processor time, 128 MiB, and no file of the service")
  func child() throws {
    let scratch = try Scratch()
    let secret = ["SECRET": "value", "NOTIFY_SOCKET": scratch.path + "/notify"]
    let script = """
      ulimit -t; ulimit -v; ulimit -f; ulimit -n; ulimit -c
      echo "$*"
      echo /proc/$$/fd/*
      cat /proc/$$/oom_score_adj
      while read -r line; do [[ $line != Sig[BI][lg][kn]* ]] || echo "$line"; done <"/proc/$$/status"
      env | grep -E '^(SECRET|NOTIFY_SOCKET)='; true
      """
    let web = try Web(
      scratch, view,
      environment: try stand(script, in: scratch).merging(secret) { first, _ in first })
    let found = lines(try RawClient.post(web, path, "x", origin: trustedOrigin)).split(separator: "\n").map(
      String.init)
    #expect(found.prefix(5) == ["10", "131072", "64", "32", "0"])
    #expect(found[5] == "--replay /dev/stdin --dump --declarations --format json")
    // 31 is the script that bash reads.
    #expect(
      Set(found[6].split(separator: " ").map { $0.split(separator: "/").last ?? "" }).subtracting([
        "3", "31",
      ])
        == ["0", "1", "2"])
    #expect(found[7] == "1000")
    // The shell reads them without a child, before which it would block some. Neither SIGHUP, SIGINT and SIGTERM are blocked, nor is SIGPIPE ignored.
    for (line, signals) in [(found[8], [SIGHUP, SIGINT, SIGTERM]), (found[9], [SIGPIPE])] {
      let mask = try #require(UInt64(line.split(separator: "\t")[1], radix: 16))
      #expect(signals.allSatisfy { mask & 1 << UInt64($0 - 1) == 0 }, "\(line)")
    }
    #expect(found.count == 10)
  }

  @Test("WEB-60 a replay ends with its page, and one that breaks off is no whole answer")
  func ends() throws {
    let scratch = try Scratch()
    let endless = "echo $$ >\(scratch.path)/number; while :; do echo line; done"
    let web = try Web(scratch, view, environment: try stand(endless, in: scratch))
    var number: pid_t = 0
    do {
      let page = try RawClient(port: web.port)
      try page.send(
        "POST \(path) HTTP/1.1\r\nHost: \(web.host)\r\nOrigin: \(trustedOrigin)\r\nContent-Length: 1\r\n\r\nx"
      )
      #expect(status(try page.readHead()) == 200)
      number = try #require(
        pid_t(
          String(contentsOfFile: scratch.path + "/number", encoding: .utf8).trimmingCharacters(in: .newlines))
      )
      #expect(kill(number, 0) == 0)
    }
    try wait(for: "the end of gestured") { kill(number, 0) != 0 }
    let other = try Scratch()
    let broken = try Web(other, view, environment: try stand("echo line; kill -9 $$", in: other))
    let answer = try RawClient.post(broken, path, "x", origin: trustedOrigin)
    #expect(status(answer) == 200)
    #expect(!answer.hasSuffix("0\r\n\r\n"))
  }

  @Test("WEB-60 a page that does not read stops gestured, and not the memory of the service")
  func stuck() throws {
    let scratch = try Scratch()
    let much =
      "for i in {1..64}; do printf '%100000s\\n' | fold -w 1000; echo $i >\(scratch.path)/count; done"
    let web = try Web(scratch, view, environment: try stand(much, in: scratch))
    let page = try RawClient(port: web.port, receiveBuffer: 4096)
    try page.send(
      "POST \(path) HTTP/1.1\r\nHost: \(web.host)\r\nOrigin: \(trustedOrigin)\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx"
    )
    #expect(status(try page.readHead()) == 200)
    // Other pages are served meanwhile, so the loop has had its turns.
    for _ in 0..<50 { #expect(status(try RawClient.get(web, "/gestured.js")) == 200) }
    let count = try? String(contentsOfFile: scratch.path + "/count", encoding: .utf8)
    #expect((Int(count?.trimmingCharacters(in: .newlines) ?? "0") ?? 0) < 32)
    // It reads on, and nothing is missing.
    #expect(try page.readAll().count(where: { $0 == UInt8(ascii: "\n") }) > 6_400)
  }
}
