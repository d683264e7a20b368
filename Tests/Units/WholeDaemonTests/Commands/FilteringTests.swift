import DaemonTestSupport
import GestureCore
import GestureProtocol
import LinuxEventLoop
import Testing

@testable import GesturedDaemon
@testable import GesturedDevices
@testable import GesturedServing

@Suite("The filter on the wire") struct FilteringTests {
  private static let report = FilterReport(
    device: 1, state: "on", node: "/dev/input/event7", since: .milliseconds(5000), frames: 12, full: 1,
    panel: "/dev/input/event3", reports: 14, hold: .milliseconds(500), held: .milliseconds(60.5))

  private func rig() throws -> ServingRig {
    let rig = try ServingRig()
    rig.source.filterReports = [Self.report]
    return rig
  }

  @Test("FLT-103 and FF-25 a client pauses and resumes the filter, and its pauses end with its connection")
  func pause() throws {
    let rig = try rig()
    func speak() throws {
      let client = try rig.connect()
      #expect(try client.ask(#"{"command":"filtering","state":"pause"}"#).isGranted)
      #expect(try client.ask(#"{"command":"filtering","state":"resume"}"#).isGranted)
      #expect(try client.ask(#"{"command":"filtering","state":"pause","device":1}"#).isGranted)
      #expect(try client.ask(#"{"command":"filtering","state":"pause","device":"T1"}"#).isGranted)
      #expect(rig.source.filterChanges == ["pause all", "resume all", "pause 1", "pause 1"])
    }
    try speak()
    try rig.settle()
    #expect(rig.source.filterChanges.last == "forget 1")
  }

  @Test("FLT-107 without the right, without a filter, or for an unknown touchscreen nothing changes")
  func refusals() throws {
    let rig = try rig()
    let stranger = try rig.connect(as: .user(4242))
    let refused = try stranger.ask(#"{"command":"filtering","state":"pause"}"#)
    #expect(refused.contains("not_permitted"))
    let client = try rig.connect()
    #expect(try client.ask(#"{"command":"filtering","state":"pause","device":9}"#).contains("unknown_device"))
    #expect(try client.ask(#"{"command":"filtering","state":"off"}"#).contains("invalid_value"))
    // A panel whose filter the configuration has switched off stays in the reports.
    rig.source.filterReports = [
      FilterReport(device: 1, state: "off", reason: "configuration", frames: 0, full: 0)
    ]
    #expect(try client.ask(#"{"command":"filtering","state":"pause"}"#).contains("unavailable"))
    #expect(try client.ask(#"{"command":"filtering","state":"pause","device":1}"#).contains("unavailable"))
    rig.source.filterReports = []
    #expect(try client.ask(#"{"command":"filtering","state":"pause"}"#).contains("unavailable"))
    #expect(rig.source.filterChanges == [])
  }

  @Test("FLT-105, FLT-106 and FF-9 status has the filters with their holds, for root and the daemon's user")
  func status() throws {
    let rig = try rig()
    let own = try rig.connect().ask(#"{"command":"status"}"#)
    #expect(
      own.contains(
        #""filters":[{"device":1,"state":"on","node":"/dev/input/event7","since":5,"frames":12,"full":1,"panel":"/dev/input/event3","reports":14,"hold_ms":500,"held_ms":60.5}]"#
      ))
    #expect(try !rig.connect(as: .user(4242)).ask(#"{"command":"status"}"#).contains("filters"))
    var released = FilterReport(device: 1, state: "off", reason: "released", frames: 0, full: 0)
    released.rest = .milliseconds(2500)
    rig.source.filterReports = [released]
    let later = try rig.connect().ask(#"{"command":"status"}"#)
    #expect(later.contains(#""reason":"released","returns_ms":2500,"frames":0"#))
  }

  @Test("FLT-101 a change of a filter is a line of the default subscription, with its reason")
  func line() throws {
    let rig = try rig()
    let clients = [try rig.connect(), try rig.connect()]
    #expect(
      try clients[1].ask(#"{"command":"subscribe","filter":[{"type":"filtering","device":1}]}"#).isGranted)
    for client in clients { _ = client.news }
    rig.daemon.publisher.publish(
      FilteringMessage(time: .milliseconds(2000), device: 1, state: "off", reason: "released"))
    try rig.advance(to: rig.now + .milliseconds(10))
    for client in clients {
      let line = try #require(client.news.of("filtering").last)
      #expect(line.word("state") == "off" && line.word("reason") == "released" && line.word("device") == "1")
    }
  }

  @Test("FF-2 while a finger is down on a grabbed panel, the service manager waits 2 s at most")
  func watchdog() throws {
    let rig = try ServingRig(environment: ProcessEnvironment(["WATCHDOG_USEC": "10000000"]))
    func beats(in milliseconds: Int64) throws -> Int {
      let end = rig.now + .milliseconds(Double(milliseconds))
      var beats = 0
      while let next = rig.daemon.nextDeadline, next <= end, beats < 100 {
        try rig.advance(to: next)
        beats += 1
      }
      try rig.advance(to: end)
      return beats
    }
    #expect(try beats(in: 20_000) == 4)
    rig.source.isTouchedWhileGrabbed = true
    rig.daemon.turn.owe(.watchdog)
    rig.daemon.turn.owe(.deadlines)
    try rig.advance(to: rig.now + .milliseconds(1))
    #expect(try beats(in: 20_000) == 20)
    rig.source.isTouchedWhileGrabbed = false
    rig.daemon.turn.owe(.watchdog)
    rig.daemon.turn.owe(.deadlines)
    try rig.advance(to: rig.now + .milliseconds(1))
    #expect(try beats(in: 20_000) == 4)
  }
}
