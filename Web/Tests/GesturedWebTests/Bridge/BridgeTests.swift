import Foundation
import Testing

@Suite("Pages and the daemon")
struct BridgeTests {
  @Test("WEB-3 a message is a line without its newline, both ways, byte for byte")
  func lines() throws {
    let web = try Web()
    let daemon = try FakeDaemon(web.socket)
    let page = try Socket(web)
    #expect(try page.text() == #"{"type":"hello","protocol":1}"#)
    let lines = (0..<1000).map {
      #"{"type":"gesture","seq":\#($0),"recognizer":"é\u2028 ","location":[1.50,-0.0]}"#
    }
    daemon.send(lines.joined(separator: "\n") + "\n")
    for line in lines { #expect(try page.text() == line) }
    let request = #"{"id": "é" ,"command":"ping"}  "#
    try page.send(request)
    _ = try page.text()
    #expect(daemon.lines == [request])
  }

  @Test("WEB-3 the lines of the ten-finger recording equal the daemon's")
  func recording() throws {
    let web = try Web()
    let root = FileManager.default.currentDirectoryPath
    let recordings = ["\(root)/docs/recordings", "\(root)/../docs/recordings"]
    let folder = try #require(recordings.first { FileManager.default.fileExists(atPath: $0) })
    let daemon = { [socket = web.socket] in
      let program = try Program(
        Program.daemon, ["--replay", "\(folder)/ten-fingers.events", "--socket", socket])
      try wait(for: "the daemon's socket") { FileManager.default.fileExists(atPath: socket) }
      return program
    }
    // The same recording to a page, and to a client of the Unix socket.
    let first = try daemon()
    let page = try Socket(web)
    try page.send(#"{"id":1,"command":"subscribe"}"#)
    var heard: [String] = []
    while let line = try page.text() { heard.append(line) }
    _ = try first.finish()
    let second = try daemon()
    let script = """
      import socket, sys
      s = socket.socket(socket.AF_UNIX)
      s.connect(sys.argv[1])
      s.sendall(b'{"id":1,"command":"subscribe"}\\n')
      for line in s.makefile(): print(line, end="")
      """
    let direct = try Program.run("/usr/bin/env", ["python3", "-c", script, web.socket])
    _ = try second.finish()
    let gestures = { (lines: [String]) in lines.filter { $0.hasPrefix(#"{"type":"gesture""#) } }
    let expected = gestures(direct.text.components(separatedBy: "\n"))
    #expect(!expected.isEmpty)
    #expect(gestures(heard) == expected)
  }

  @Test("WEB-31 a line passes by its type alone, whatever else it has")
  func typeAlone() throws {
    let web = try Web()
    let daemon = try FakeDaemon(web.socket)
    let page = try Socket(web)
    _ = try page.text()
    daemon.send(
      "{\"type\":\"transition\"}\n{\"time\":1,\"type\":\"gesture\"}\n{\"type\":\"gesture\",no JSON\n")
    #expect(try page.text() == #"{"type":"gesture",no JSON"#)
  }

  @Test("WEB-31 each grant alone passes its lines as they are, and coarse alone passes them without places")
  func grants() throws {
    let lines = [
      (grant: "explain", line: #"{"type":"transition","location":[1,2]}"#),
      (grant: "explain", line: #"{"type":"region","frame":[0,0,1,1]}"#),
      (grant: "motion", line: #"{"type":"motion","subtype":1}"#),
      (grant: "remote", line: #"{"type":"press","location":[1,2]}"#),
      (grant: "audio", line: #"{"type":"route","reason":"x"}"#),
    ]
    for (grant, line) in lines {
      let web = try Web(nil, trusted(grant))
      let daemon = try FakeDaemon(web.socket)
      let page = try Socket(web, origin: trustedOrigin)
      _ = try page.text()
      daemon.send(line + "\n" + #"{"type":"device","seq":7,"device":2,"name":"x","location":[1,2]}"# + "\n")
      #expect(try page.text() == line)
      #expect(try page.text() == #"{"type":"device","seq":1,"device":2}"#)
    }
  }

  @Test(
    "WEB-53 WEB-69 the daemon limits what a page declares, from its first request on, in a scene of its origin"
  )
  func limits() throws {
    let web = try Web(nil, "regions_per_page = 3")
    let daemon = try FakeDaemon(web.socket) { #"{"type":"reply","id":"\#($0.utf8.count)","ok":true}"# }
    let page = try Socket(web)
    _ = try page.text()
    // A page that says nothing is a client that says nothing.
    #expect(daemon.limits == [])
    for request in [#"{"command":"ping"}"#, #"{"command":"regions"}"#] {
      try page.send(request)
      #expect(try page.text() == #"{"type":"reply","id":"\#(request.utf8.count)","ok":true}"#)
    }
    #expect(
      daemon.limits == [#"{"command":"limit","regions":3,"recognizers":64,"scene":"http://\#(web.host)"}"#])
    #expect(daemon.lines.count == 2)
  }

  @Test(
    "WEB-53 WEB-69 a page is closed whose daemon cannot limit it, or has no scene for it, which may change",
    arguments: [
      ("unknown_command", 1011, "gestured is too old for this bridge"),
      ("limit_reached", 1013, "gestured has no room for this page"),
    ])
  func noLimits(code: String, closeCode: Int, reason: String) throws {
    let web = try Web()
    let daemon = try FakeDaemon(web.socket, limit: #"{"type":"reply","error":{"code":"\#(code)"}}"#)
    let page = try Socket(web)
    _ = try page.text()
    try page.send(#"{"command":"ping"}"#)
    let close = try #require(try page.close())
    #expect(Int(close.code) == closeCode)
    #expect(close.reason == reason)
    withExtendedLifetime(daemon) {}
  }

  @Test("WEB-53 a page declares at most so many regions and recognizers, those inside and changes counted")
  func limitsOfDaemon() throws {
    let web = try Web(nil, "regions_per_page = 3\nrecognizers_per_page = 2")
    let daemon = try Program(
      Program.daemon, ["--replay", Program.recording, "--socket", web.socket])
    try wait(for: "the daemon") { FileManager.default.fileExists(atPath: web.socket) }
    let page = try Socket(web)
    func ask(_ command: String, _ edits: String) throws -> String {
      try page.send(#"{"id":1,"command":"\#(command)","edits":[\#(edits)]}"#)
      while let line = try page.text() { if line.hasPrefix(#"{"type":"reply""#) { return line } }
      return ""
    }
    let panel =
      #"{"add":{"name":"p","frame":[0,0,9,9]}},{"add":{"name":"k","frame":[0,0,9,9],"parent":"p"}}"#
    for _ in 0..<3 {
      #expect(try ask("regions", panel).contains(#""ok":true"#))
      let more = (0..<2).map { #"{"add":{"name":"m\#($0)","frame":[0,0,1,1]}}"# }.joined(separator: ",")
      #expect(try ask("regions", more).contains("limit_reached"))
      #expect(try ask("regions", #"{"remove":"p"}"#).contains(#""ok":true"#))
    }
    #expect(try ask("recognizers", #"{"add":{"name":"t","kind":"tap"}}"#).contains(#""ok":true"#))
    let change = #"{"change":{"name":"t","touches":[1,2,3]}}"#
    #expect(try ask("recognizers", change).contains("limit_reached"))
    withExtendedLifetime(daemon) {}
  }

  @Test("WEB-2 one page is one connection, and both end together")
  func together() throws {
    let web = try Web()
    let daemon = try FakeDaemon(web.socket)
    var pages = [try Socket(web), try Socket(web)]
    try wait(for: "two connections") { daemon.openCount == 2 }
    pages.removeLast()
    try wait(for: "one connection") { daemon.openCount == 1 }
    try pages[0].send([0x03, 0xE8], opcode: 8)
    #expect(try pages[0].close()?.code == 1000)
    try wait(for: "no connection") { daemon.openCount == 0 }
  }

  @Test("WEB-5 frames that break the rules close with their code, and no request reaches the daemon")
  func frames() throws {
    let web = try Web(nil, "pages_per_origin = 32")
    let daemon = try FakeDaemon(web.socket)
    let ping = Array(#"{"command":"ping"}"#.utf8)
    func code(_ send: (Socket) throws -> Void) throws -> Int? {
      let page = try Socket(web)
      _ = try page.text()
      try send(page)
      return try page.close()?.code
    }
    #expect(try code { try $0.send(ping, opcode: 2) } == 1003)
    #expect(try code { try $0.send(ping, isMasked: false) } == 1002)
    #expect(try code { try $0.send(ping, reserved: 4) } == 1002)
    #expect(try code { try $0.send(ping, opcode: 3) } == 1002)
    #expect(try code { try $0.send(ping, opcode: 0) } == 1002)
    #expect(try code { try $0.send([0xC3, 0x28]) } == 1007)
    #expect(try code { try $0.send([0xED, 0xA0, 0x80]) } == 1007)
    #expect(try code { try $0.send([UInt8](repeating: 32, count: 65_537)) } == 1009)
    #expect(
      try code { page in
        for part in 0..<9 {
          try page.send([UInt8](repeating: 32, count: 8000), opcode: part == 0 ? 1 : 0, isFinal: false)
        }
      } == 1009)
    #expect(
      try code { page in
        try page.send(ping, isFinal: false)
        try page.send(ping)
      } == 1002)
    #expect(try code { try $0.send([UInt8](repeating: 0, count: 126), opcode: 9) } == 1002)
    #expect(daemon.lines == [])
  }

  @Test(
    "WEB-5 a close is answered with its code, one that no frame may have with 1002, and a reason that is not UTF-8 with 1007"
  )
  func closes() throws {
    let web = try Web(nil, "pages_per_origin = 32")
    let daemon = try FakeDaemon(web.socket)
    func answer(_ data: [UInt8]) throws -> Socket.Frame? {
      let page = try Socket(web)
      _ = try page.text()
      try page.send(data, opcode: 8)
      return try page.close()
    }
    func closing(_ code: Int, _ reason: [UInt8] = []) -> [UInt8] {
      [UInt8(code >> 8), UInt8(code & 255)] + reason
    }
    #expect(try answer([])?.data == [])
    for code in [1000, 1001, 1003, 1007, 1011, 1014, 3000, 4999] {
      #expect(try answer(closing(code, Array("fertig ✓".utf8)))?.data == closing(code))
    }
    for data in [[7], closing(0), closing(999), closing(1004), closing(1005), closing(1006), closing(1015)]
      + [closing(1016), closing(2999), closing(5000), closing(65_535)]
    { #expect(try answer(data)?.code == 1002, "\(data)") }
    for reason in [[0xC3], [0x66, 0xE2, 0x82], [0xED, 0xA0, 0x80], [0xFF]] as [[UInt8]] {
      #expect(try answer(closing(1000, reason))?.code == 1007, "\(reason)")
    }
    withExtendedLifetime(daemon) {}
  }

  @Test("WEB-9 a long reason of the daemon is cut between two letters")
  func longReason() throws {
    let web = try Web()
    let daemon = try FakeDaemon(web.socket)
    let page = try Socket(web)
    _ = try page.text()
    daemon.send("{\"type\":\"bye\",\"reason\":\"x\(String(repeating: "é", count: 90))\"}\n")
    _ = try page.text()
    daemon.leave()
    #expect(try page.close()?.reason == "x" + String(repeating: "é", count: 59))
  }

  @Test("WEB-5 a message in fragments is one line")
  func fragments() throws {
    let web = try Web()
    let daemon = try FakeDaemon(web.socket)
    let page = try Socket(web)
    _ = try page.text()
    try page.send(Array(#"{"command":"#.utf8), isFinal: false)
    try page.send([1], opcode: 9)
    try page.send(Array(#""ping"}"#.utf8), opcode: 0)
    #expect(try page.next() == Socket.Frame(opcode: 10, data: [1]))
    _ = try page.text()
    #expect(daemon.lines == [#"{"command":"ping"}"#])
  }

  @Test("WEB-32 a message with a newline is refused: it would be two requests")
  func newline() throws {
    let web = try Web()
    let daemon = try FakeDaemon(web.socket)
    let page = try Socket(web)
    _ = try page.text()
    try page.send("{\"command\":\"ping\"\n}")
    #expect(try page.text()?.contains("invalid_json") == true)
    try page.send("{\"command\":\"ping\"}\n{\"command\":\"inhibit\"}")
    #expect(try page.text()?.contains("invalid_json") == true)
    #expect(daemon.lines == [])
  }

  @Test("WEB-32 a page whose request has no id in its reply is answered and read on")
  func noID() throws {
    let web = try Web(nil, "raw = true\n" + trusted("touches", "gestures"))
    let daemon = try FakeDaemon(web.scratch.path + "/raw.sock") { line in
      line.contains("[[[")
        ? #"{"type":"reply","error":{"code":"too_deep"}}"#
        : line.contains("answer") ? nil : #"{"type":"reply","id":7,"ok":true}"#
    }
    let page = try Socket(web, origin: trustedOrigin)
    _ = try page.text()
    try page.send(#"{"command":"answer","question":1,"value":true}"#)
    let deep = String(repeating: "[", count: 20) + String(repeating: "]", count: 20)
    for _ in 0..<200 {
      try page.send(#"{"id":7,"command":"subscribe","filter":\#(deep)}"#)
      #expect(try page.text()?.contains("too_deep") == true)
    }
    withExtendedLifetime(daemon) {}
  }

  @Test("WEB-9 bye is passed on and closes with 1001 and its reason; another end closes with 1011")
  func bye() throws {
    let web = try Web()
    let daemon = try FakeDaemon(web.socket)
    for (line, reason) in [
      (#"{"type":"bye","reason":"restarting"}"#, "restarting"), (#"{"type":"bye"}"#, "stopping"),
    ] {
      let page = try Socket(web)
      _ = try page.text()
      daemon.send(line + "\n")
      #expect(try page.text() == line)
      daemon.leave()
      let close = try page.close()
      #expect(close?.code == 1001)
      #expect(close?.reason == reason)
    }
    let other = try Socket(web)
    _ = try other.text()
    daemon.leave()
    let end = try other.close()
    #expect(end?.code == 1011)
    #expect(end?.reason == "gestured is gone")
  }

  @Test("WEB-10 without a daemon the handshake succeeds, and the close says why")
  func noDaemon() throws {
    let web = try Web()
    let close = try Socket(web).close()
    #expect(close?.code == 1013)
    #expect(close?.reason == "gestured is not running")
  }

  @Test("WEB-33 no page without touches causes a connection to the raw socket")
  func raw() throws {
    let web = try Web(nil, "raw = true\n" + trusted("gestures", "declare", "explain"))
    let daemon = try FakeDaemon(web.socket)
    let rawDaemon = try FakeDaemon(web.scratch.path + "/raw.sock")
    let page = try Socket(web, origin: trustedOrigin)
    _ = try page.text()
    try page.send(#"{"command":"subscribe","touches":"all"}"#)
    #expect(try page.text()?.contains(#""hint":"touches""#) == true)
    #expect(rawDaemon.count == 0)
    #expect(daemon.count == 1)
  }

  @Test("WEB-34 touches need the table and raw = true")
  func touches() throws {
    let grant = trusted("gestures", "touches")
    for (settings, isGranted) in [(grant, false), ("raw = true\n" + grant, true)] {
      let web = try Web(nil, settings)
      let daemon = try FakeDaemon(web.socket)
      let rawDaemon = try FakeDaemon(web.scratch.path + "/raw.sock")
      let page = try Socket(web, origin: trustedOrigin)
      _ = try page.text()
      try page.send(#"{"command":"subscribe","touches":"all"}"#)
      let reply = try page.text()
      #expect(reply?.contains(#""path":"touches","hint":"raw""#) == !isGranted, "\(reply ?? "")")
      #expect((daemon.count, rawDaemon.count) == (isGranted ? 0 : 1, isGranted ? 1 : 0))
    }
  }

  @Test("WEB-35 in private mode no gesture of one finger passes, also none to a page that comes later")
  func privateMode() throws {
    for isPrivate in [false, true] {
      let web = try Web(nil, trusted("gestures", "inhibit"))
      let daemon = try Program(
        try Program.daemon,
        ["--replay", Program.recording, "--speed", "real", "--lead", "1", "--socket", web.socket])
      try wait(for: "the daemon") { FileManager.default.fileExists(atPath: web.socket) }
      let first = try Socket(web, origin: trustedOrigin)
      if isPrivate { try first.send(#"{"id":1,"command":"inhibit"}"#) }
      try first.send(#"{"id":2,"command":"subscribe"}"#)
      var types: Set<String> = []
      while let line = try first.text(), !line.hasPrefix(#"{"type":"reply","id":2"#) {
        #expect(!line.contains(#""error""#), "\(line)")
        types.insert(line.components(separatedBy: "\"")[3])
      }
      let second = try Socket(web)
      try second.send(#"{"id":3,"command":"subscribe","snapshot":true}"#)
      for page in [first, second] {
        // The daemon ends with its recording.
        while let line = try page.text() { types.insert(line.components(separatedBy: "\"")[3]) }
      }
      #expect(types.contains("inhibit") == isPrivate)
      #expect(types.contains("gesture") != isPrivate)
      #expect(types.contains("bye"))
      withExtendedLifetime(daemon) {}
    }
  }

  @Test("WEB-48 the page beyond the limit is closed with 1013, and says why")
  func tooMany() throws {
    let web = try Web(nil, "pages_per_origin = 2")
    let daemon = try FakeDaemon(web.socket)
    var pages = [try Socket(web), try Socket(web)]
    let close = try Socket(web).close()
    #expect(close?.code == 1013)
    #expect(close?.reason == "too many pages")
    pages.removeLast()
    try wait(for: "one page") { daemon.openCount == 1 }
    #expect(try Socket(web).text() != nil)
    withExtendedLifetime(pages) {}
  }

  @Test("WEB-48 all origins together have so many pages")
  func tooManyOfAll() throws {
    let web = try Web(nil, "maximum_pages = 2\n[origin.\"https://a.test\"]\nallow = [\"coarse\"]")
    let daemon = try FakeDaemon(web.socket)
    let pages = [try Socket(web), try Socket(web, origin: "https://a.test")]
    for page in pages { _ = try page.text() }
    #expect(try Socket(web, origin: "https://a.test").close()?.code == 1013)
    #expect(daemon.count == 2)
  }

  @Test("WEB-49 a page that does not read stops its own connection only")
  func stuck() throws {
    let web = try Web()
    let daemon = try FakeDaemon(web.socket)
    let stuck = try Socket(web, receiveBuffer: 4096)
    let reading = try Socket(web)
    let before = web.memory
    try wait(for: "two connections") { daemon.openCount == 2 }
    _ = try reading.text()
    let line = #"{"type":"gesture","text":"\#(String(repeating: "x", count: 1000))"}"#
    for _ in 0..<4000 { daemon.send(line + "\n") }
    for _ in 0..<4000 { #expect(try reading.text() == line) }
    #expect(web.memory - before < 4096)
    _ = try stuck.text()
    for _ in 0..<4000 { #expect(try stuck.text() == line) }
  }

  @Test("WEB-52 a page with more messages than the daemon takes is not read, and costs no memory")
  func flood() throws {
    let web = try Web()
    let daemon = try FakeDaemon(web.socket, isReading: false)
    let page = try Socket(web)
    _ = try page.text()
    let before = web.memory
    // The page's own sending stops. The rest is in the sockets' buffers.
    var sent = 0
    let message = Array((#"{"command":"ping","id":""# + String(repeating: "x", count: 200) + "\"}").utf8)
    var frame: [UInt8] = [0x81, 0xFE, UInt8(message.count >> 8), UInt8(message.count & 255), 0, 0, 0, 0]
    frame += message
    while sent < 100_000, page.client.trySend(frame) { sent += 1 }
    #expect(sent < 100_000)
    #expect(web.memory - before < 4096)
    // Another page is served meanwhile.
    #expect(try Socket(web).text() != nil)
    withExtendedLifetime(daemon) {}
  }

  @Test(
    "WEB-50 a page that does not read the answers of the service is not read, and costs no memory",
    arguments: [UInt8(9), 1])
  func answersUnread(opcode: UInt8) throws {
    let web = try Web()
    let daemon = try FakeDaemon(web.socket)
    let page = try Socket(web, receiveBuffer: 4096)
    _ = try page.text()
    let before = web.memory
    // A ping, and a message that is no request.
    var frame: [UInt8] = [0x80 | opcode, 0x80 | 125, 0, 0, 0, 0]
    frame += [UInt8](repeating: 120, count: 125)
    var sent = 0
    while sent < 200_000, page.client.trySend(frame) { sent += 1 }
    #expect(sent < 200_000)
    #expect(web.memory - before < 4096)
    #expect(try Socket(web).text() != nil)
    withExtendedLifetime(daemon) {}
  }

  @Test("WEB-52 ten thousand messages are answered in their order")
  func order() throws {
    let web = try Web()
    let daemon = try FakeDaemon(web.socket) { line in
      let id = line.split(separator: ":").last.map { $0.dropLast() } ?? ""
      return "{\"type\":\"reply\",\"id\":\(id),\"ok\":true}"
    }
    let page = try Socket(web)
    _ = try page.text()
    let sender = Thread {
      for number in 0..<10_000 {
        try? page.send(
          number % 10 == 9
            ? "{\"command\":\"inhibit\",\"id\":\(number)}" : "{\"command\":\"ping\",\"id\":\(number)}")
      }
    }
    sender.start()
    for number in 0..<10_000 {
      let reply = try page.text() ?? ""
      #expect(reply.hasPrefix("{\"type\":\"reply\",\"id\":\(number),"), "\(reply)")
      if !reply.hasPrefix("{\"type\":\"reply\",\"id\":\(number),") { break }
    }
    withExtendedLifetime(daemon) {}
  }
}

extension Web {
  /// The resident memory, in kB.
  var memory: Int {
    let text = (try? String(contentsOfFile: "/proc/\(program.identifier)/status", encoding: .utf8)) ?? ""
    let line = text.components(separatedBy: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return Int(line.filter(\.isNumber)) ?? 0
  }
}
