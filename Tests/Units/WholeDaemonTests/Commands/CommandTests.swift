import DaemonTestSupport
import GestureCore
import GestureTestSupport
import LinuxEventLoop
import Testing

@testable import GesturedBase
@testable import GesturedDaemon

@Suite("Commands") struct CommandTests {
  @Test("ping is answered with the time, and with its id")
  func ping() throws {
    let rig = try ServingRig()
    let client = try rig.connect()
    #expect(
      try client.ask(#"{"id":"a","command":"ping"}"#).hasPrefix(
        #"{"type":"reply","id":"a","ok":true,"time":"#))
    #expect(try client.ask(#"{"id":2,"command":"pong"}"#).contains(#""hint":"ping""#))
  }

  @Test("devices tells of the screens with their numbers, sizes and rotation")
  func devices() throws {
    let rig = try ServingRig()
    let client = try rig.connect()
    #expect(
      try client.ask(#"{"command":"devices"}"#)
        == #"{"type":"reply","ok":true,"devices":[{"device":1,"name":"T1","size":[160,100],"size_source":"resolution","max_touches":10,"rotation":0}]}"#
    )
  }

  @Test("status tells everybody of itself, and root and the daemon's user of all")
  func status() throws {
    let rig = try ServingRig()
    let stranger = try rig.connect(as: .user(4242))
    let owner = try rig.connect()
    let own = try stranger.ask(#"{"command":"status"}"#)
    #expect(
      own.contains(
        #""protocol":1,"uptime":0,"devices":1,"inhibited":false,"queued":0,"dropped":0,"timeouts":0}"#))
    let all = try owner.ask(#"{"command":"status"}"#)
    #expect(
      all.contains(
        #""subscribers":[{"number":1,"uid":4242,"pid":1,"socket":"events","queued":0,"dropped":0,"timeouts":0},"#
      ))
    #expect(all.contains(#""regions":2,"recognizers":3}"#))
  }

  @Test("status of a crowd is a line still: how many there are, and those in trouble before others")
  func crowd() throws {
    let rig = try ServingRig(
      "[socket]\nsubscribers_per_user = 1000\nconnections_per_second = 10000\nqueue_lines = 1\n")
    let owner = try rig.connect()
    let others = try (0..<300).map { _ in try rig.connect(as: .user(4_294_967_000)) }
    func status() throws -> String {
      try owner.send(#"{"command":"status"}"#)
      try rig.settle(reading: owner)
      return owner.news.of("reply").last ?? "no reply"
    }
    let few = try status()
    #expect(few.utf8.count < 65_536 && few.contains(#""connections":301,"#))
    #expect(few.ranges(of: #""number":"#).count == 256)
    #expect(!few.contains(#""number":300,"#))
    // The last client but one does not read.
    _ = others[298].say(String(repeating: "{\"command\":\"regions\"}\n", count: 90))
    try rig.settle()
    #expect(try status().contains(#""number":300,"#))
  }

  @Test("MULTI-19 what changes things for others needs a right, and the error says which")
  func rights() throws {
    let rig = try ServingRig(
      DaemonFiles.threeRecognizers + "\n[rights]\nfocus = [\"user:4242\"]\norientation = [\"group:77\"]")
    let client = try rig.connect(as: .user(4242))
    let refused = [
      #"{"command":"cancel_touches"}"#, #"{"command":"inhibit"}"#,
      #"{"command":"regions","key_window":"window"}"#,
      #"{"command":"orientation","device":1,"rotation":90}"#,
    ]
    for request in refused { #expect(try client.ask(request).errorCode == "not_permitted") }
    #expect(try client.ask(refused[0]).contains("[rights] cancel_touches"))
    #expect(try client.ask(#"{"command":"focus","region":null}"#).isGranted)
    let member = try rig.connect(as: .user(4243, groups: [77]))
    #expect(try member.ask(refused[3]).isGranted)
    let owner = try rig.connect()
    for request in refused { #expect(try owner.ask(request).isGranted) }
  }

  @Test("QUE-6, QUE-7 cancel_touches ends what is under way, and what the fingers do then is nobody's")
  func cancelTouches() throws {
    let rig = try ServingRig()
    let client = try rig.connect()
    try rig.touch("A↓100,100@0 A→200,100@50")
    _ = client.news
    #expect(try client.ask(#"{"command":"cancel_touches","device":"T2"}"#).contains(#""hint":"T1""#))
    #expect(try client.ask(#"{"command":"cancel_touches","device":2}"#).errorCode == "unknown_device")
    #expect(client.gestures() == [])
    try client.send(#"{"command":"cancel_touches","device":1}"#)
    #expect(client.gestures() == ["pan:cancelled"])
    try rig.touch("A→300,100@80 A↑@120 ⏲900")
    #expect(client.gestures() == [])
    try rig.touch("A↓100,100@1000 A↑@1050 ⏲1900")
    #expect(client.gestures() == ["tap:ended"])
  }

  @Test("DMN-12, ADD-19 when a screen is turned its touches are cancelled, and regions lie anew")
  func orientation() throws {
    let rig = try ServingRig(
      DaemonFiles.threeRecognizers + "\n[region.panel]\nframe = [\"50%\", 0, \"50%\", \"100%\"]")
    let client = try rig.connect()
    try rig.touch("A↓100,100@0 A→200,100@50")
    _ = client.news
    #expect(
      try client.ask(#"{"command":"orientation","device":1,"rotation":45}"#).errorCode == "invalid_value")
    let lines = try client.askForLines(#"{"command":"orientation","device":1,"rotation":90}"#)
    #expect(lines.of("gesture").map { $0.word("state") } == ["cancelled"])
    #expect(
      lines.of("device").map { "\($0.word("state")) \($0.word("rotation")) \($0.word("size"))" }
        == ["changed 90 [100,160]"])
    #expect(try client.ask(#"{"command":"devices"}"#).contains(#""rotation":90"#))
    try rig.touch("A→300,100@80 A↑@120 ⏲900")
    #expect(client.gestures() == [])
    // The corner at the top left of the panel lies at the top right of the picture.
    try rig.touch("A↓64,64@1000 A↑@1050 ⏲1900")
    let tap = client.news.of("gesture")
    #expect(tap.map { $0.word("location") } == ["[90,10]"])
    let regions = try client.askForLines(#"{"command":"regions"}"#).of("region")
    #expect(regions.map { $0.word("frame") } == ["[0,0,100,160]", "[0,0,100,160]", "[50,0,50,160]"])
    let late = try rig.connect()
    #expect(
      late.lines.of("device").map { "\($0.word("state")) \($0.word("rotation")) \($0.word("size"))" }
        == ["added 90 [100,160]"])
  }

  @Test("DMN-12 a screen that lies so already is not turned, and the log does not say so")
  func turnsOnce() throws {
    let rig = try ServingRig()
    let client = try rig.connect()
    _ = client.news
    let request = #"{"command":"orientation","device":1,"rotation":90}"#
    let log = KeptLog()
    rig.daemon.turn.journal = Journal(log.logger)
    #expect(try client.askForLines(request).of("device").count == 1)
    #expect(try client.askForLines(request).of("device").isEmpty)
    #expect(log.lines == ["notice: device 1 is turned by 90°"])
  }

  @Test("DMN-12 a screen that was turned lies so when it is plugged in again")
  func staysTurned() throws {
    let rig = try ServingRig()
    let client = try rig.connect()
    let (first, second) = (try rig.files.screen("T1"), try rig.files.screen("T2"))
    #expect(try client.ask(#"{"command":"orientation","device":1,"rotation":90}"#).isGranted)
    rig.source.unplug(1)
    let log = KeptLog()
    rig.daemon.turn.journal = Journal(log.logger)
    for recording in [first, second] { rig.source.plugIn(recording) }
    try rig.settle()
    #expect(log.lines == ["notice: device 2 is turned by 90°"])
    let sizes = try client.ask(#"{"command":"devices"}"#).split(separator: "size\":").dropFirst().map {
      $0.prefix { $0 != "]" }
    }
    #expect(sizes == ["[100,160", "[160,100"])
    // While another device is present, an orientation counts for its own device alone.
    #expect(try client.ask(#"{"command":"orientation","device":2,"rotation":0}"#).isGranted)
    rig.source.plugIn(first)
    try rig.settle()
    #expect(try client.ask(#"{"command":"orientation","device":4,"rotation":180}"#).isGranted)
    #expect(
      try client.ask(#"{"command":"devices"}"#).split(separator: "rotation\":").dropFirst().map {
        $0.prefix { $0 != "}" }
      }
        == ["0", "0", "180"])
  }

  @Test("DMN-12 of two panels of one make the one that was turned lies so again, and the other as it did")
  func staysTurnedAtItsPort() throws {
    let rig = try ServingRig()
    let client = try rig.connect()
    let panel = try rig.files.screen("ACME")
    for port in ["usb-1", "usb-2"] { rig.source.plugIn(panel, at: port) }
    try rig.settle()
    #expect(try client.ask(#"{"command":"orientation","device":2,"rotation":90}"#).isGranted)
    #expect(try client.ask(#"{"command":"orientation","device":3,"rotation":180}"#).isGranted)
    for screen in [2, 3] { rig.source.unplug(screen) }
    for port in ["usb-2", "usb-1", "usb-3"] { rig.source.plugIn(panel, at: port) }
    try rig.settle()
    #expect(
      try client.ask(#"{"command":"devices"}"#).split(separator: "rotation\":").dropFirst().map {
        $0.prefix { $0 != "}" }
      } == ["0", "180", "90", "0"])
  }

  @Test("RSP-6 what one of several screens refuses is done on none")
  func focusesEverywhere() throws {
    let rig = try ServingRig()
    rig.source.plugIn(try rig.files.screen("T2"))
    try rig.settle()
    let client = try rig.connect()
    let edits = [
      #"{"add_window":{"name":"w","device":"T*","frame":[0,0,"100%","100%"]}}"#,
      #"{"add":{"name":"page","parent":"w","frame":[0,0,"100%","100%"]}}"#,
      #"{"add":{"name":"stay","parent":"page","frame":[0,0,80,100],"accepts_text":true,"can_resign":false}}"#,
      #"{"add":{"name":"field","parent":"page","frame":[80,0,80,100],"accepts_text":true}}"#,
    ]
    #expect(try client.ask(#"{"command":"regions","edits":[\#(edits.joined(separator: ","))]}"#).isGranted)
    #expect(try client.ask(#"{"command":"subscribe","filter":[{"type":"responder"}]}"#).isGranted)
    try rig.touch("A↓100,100@10 A↑@60 ⏲500", on: 2)
    #expect(client.news.of("responder").map { "\($0.word("device")) \($0.word("region"))" } == ["2 stay"])
    let lines = try client.askForLines(#"{"command":"focus","region":"field"}"#)
    #expect(lines.last?.errorCode == "conflict")
    #expect(lines.of("responder").isEmpty)
    #expect(
      try client.askForLines(#"{"command":"focus","region":"stay"}"#).of("responder").map {
        $0.word("device")
      }
        == ["1"])
  }

  @Test("RSP-17 a window that lies on no touchscreen cannot be key, and nothing of the request is done")
  func keyWindow() throws {
    let rig = try ServingRig()
    let client = try rig.connect()
    let add = #"{"add_window":{"name":"w","device":"T2"}}"#
    let both = #"{"command":"regions","edits":[\#(add)],"key_window":"w"}"#
    #expect(try client.ask(both).errorCode == "unavailable")
    #expect(try client.ask(#"{"command":"regions","edits":[\#(add)]}"#).isGranted)
    #expect(try client.ask(#"{"command":"regions","key_window":"w"}"#).word("path") == "key_window")
    rig.source.plugIn(try rig.files.screen("T2"))
    try rig.settle()
    #expect(try client.ask(#"{"command":"regions","key_window":"w"}"#).isGranted)
  }
}
