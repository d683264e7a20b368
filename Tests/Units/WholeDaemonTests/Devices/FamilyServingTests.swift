import DaemonTestSupport
import EventFamilies
import GestureCore
import GestureTestSupport
import GesturedConfiguration
import Testing
import TouchInput

@testable import GesturedDaemon
@testable import GesturedDevices

/// Shakes, commands, presses and routes, from the device to the clients that receive them.
@Suite("What no finger did, at the socket") struct FamilyServingTests {
  private static let regions = SceneText(DaemonFiles.threeRecognizers)
    .region("panel", [10, 10, 60, 60], isFocusable: true)
    .region("button", in: "panel", [0, 0, 20, 20], isFocusable: true)
    .rights("focus", "key_window", "audio", "inhibit", "stacking").text

  private func subscribe(_ client: Client, _ type: String, region: String? = nil) throws {
    let filter =
      region.map { #"{"type":"\#(type)","region":"\#($0)","descendants":false}"# } ?? #"{"type":"\#(type)"}"#
    #expect(try client.ask(#"{"command":"subscribe","filter":[\#(filter)]}"#).isGranted)
    _ = client.news
  }

  private func states(_ lines: [String]) -> [String] {
    lines.of("motion").map { "\($0.word("state")) \($0.word("receiver"))" }
  }

  // MARK: Motion

  @Test("H8 a client without the right scene hears a shake and keeps it from nobody")
  func shakeBesideAnOutsider() throws {
    let rig = try ServingRig(Self.regions)
    let sensor = rig.plugIn(.motion)
    let (outsider, panel) = (try rig.connect(as: .user(4711)), try rig.connect())
    try subscribe(outsider, "motion", region: "button")
    try subscribe(panel, "motion", region: "panel")
    #expect(try rig.connect().ask(#"{"command":"focus","region":"button"}"#).isGranted)
    rig.shake(from: 0, for: 600, on: sensor)
    try rig.advance(toMilliseconds: 2000)
    #expect(states(outsider.news) == ["began panel", "ended panel"])
    #expect(states(panel.news) == ["began panel", "ended panel"])
  }

  @Test("MOT-15, RSP-8 a shake goes to the first responder, or to who is around it, and the end to the same")
  func shakeOfTheFirstResponder() throws {
    let rig = try ServingRig(Self.regions)
    let sensor = rig.plugIn(.motion)
    let (button, panel, monitor) = (try rig.connect(), try rig.connect(), try rig.connect())
    try subscribe(button, "motion", region: "button")
    try subscribe(panel, "motion", region: "panel")
    try subscribe(monitor, "motion")
    let owner = try rig.connect()
    #expect(try owner.ask(#"{"command":"focus","region":"button"}"#).isGranted)
    rig.shake(from: 0, for: 600, on: sensor)
    try rig.advance(toMilliseconds: 400)
    #expect(states(button.news) == ["began button"])
    #expect(try owner.ask(#"{"command":"focus","region":"panel"}"#).isGranted)
    try rig.advance(toMilliseconds: 2000)
    #expect(states(button.news) == ["ended button"])
    #expect(states(panel.news) == [])
    #expect(states(monitor.news) == ["began button", "ended button"])
    // No client listens for shakes in the button any more, so the shake climbs to the panel.
    try subscribe(button, "gesture")
    #expect(try owner.ask(#"{"command":"focus","region":"button"}"#).isGranted)
    rig.shake(from: 3000, for: 600, on: sensor)
    try rig.advance(toMilliseconds: 5000)
    #expect(states(panel.news) == ["began panel", "ended panel"])
  }

  @Test("MOT-17, JSN-5 the line of a shake holds its type and no sample")
  func shakeLine() throws {
    let rig = try ServingRig(Self.regions)
    let sensor = rig.plugIn(.motion)
    let client = try rig.connect()
    try subscribe(client, "motion")
    rig.shake(from: 0, for: 600, on: sensor)
    try rig.advance(toMilliseconds: 2000)
    let lines = client.news.of("motion")
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.contains(#""event":1,"subtype":1"#) && !$0.contains("acceleration") })
  }

  @Test(
    "MOT-16 a shake is cancelled when somebody takes the lease, when its sensor goes and when its region does"
  )
  func shakeTakenAway() throws {
    let rig = try ServingRig(Self.regions)
    let sensor = rig.plugIn(.motion)
    let (client, owner) = (try rig.connect(), try rig.connect())
    try subscribe(client, "motion", region: "mine")
    let add =
      #"{"command":"regions","edits":[{"add":{"name":"mine","frame":[0,0,20,20],"can_become_first_responder":true}}]}"#
    #expect(try owner.ask(add).isGranted)
    #expect(try owner.ask(#"{"command":"focus","region":"mine"}"#).isGranted)
    rig.shake(from: 0, for: 600, on: sensor)
    try rig.advance(toMilliseconds: 400)
    #expect(try owner.ask(#"{"command":"inhibit"}"#).isGranted)
    #expect(states(client.news) == ["began mine", "cancelled mine"])
    try rig.advance(toMilliseconds: 2000)
    #expect(try owner.ask(#"{"command":"release"}"#).isGranted)
    rig.shake(from: 3000, for: 600, on: sensor)
    try rig.advance(toMilliseconds: 3400)
    #expect(try owner.ask(#"{"command":"regions","edits":[{"remove":"mine"}]}"#).isGranted)
    #expect(states(client.news) == ["began mine", "cancelled mine"])
    try rig.advance(toMilliseconds: 5000)
    try subscribe(client, "motion")
    rig.shake(from: 6000, for: 600, on: sensor)
    try rig.advance(toMilliseconds: 6400)
    rig.source.unplug(family: sensor)
    try rig.advance(toMilliseconds: 8000)
    #expect(states(client.news).map { $0.prefix(5) } == ["began", "cance"])
  }

  @Test("MOT-16 a shake is cancelled for the taker whose region goes, and goes on for the other taker")
  func shakeOfTwoTakers() throws {
    let rig = try ServingRig(Self.regions)
    let sensor = rig.plugIn(.motion)
    let (inner, panel, monitor) = (try rig.connect(), try rig.connect(), try rig.connect())
    let owner = try rig.connect()
    let add =
      #"{"add":{"name":"mine","parent":"panel","frame":[0,0,20,20],"can_become_first_responder":true}}"#
    #expect(try owner.ask(#"{"command":"regions","edits":[\#(add)]}"#).isGranted)
    try subscribe(inner, "motion", region: "mine")
    try subscribe(panel, "motion", region: "panel")
    try subscribe(monitor, "motion")
    #expect(try inner.ask(#"{"command":"forward","region":"mine","enabled":true}"#).isGranted)
    #expect(try inner.ask(#"{"command":"focus","region":"mine"}"#).isGranted)
    rig.shake(from: 0, for: 600, on: sensor)
    try rig.advance(toMilliseconds: 400)
    #expect(try owner.ask(#"{"command":"regions","edits":[{"remove":"mine"}]}"#).isGranted)
    #expect(states(inner.news) == ["began mine", "cancelled mine"])
    try rig.advance(toMilliseconds: 2000)
    #expect(states(inner.news) == [])
    #expect(states(panel.news) == ["began panel", "ended panel"])
    #expect(states(monitor.news) == ["began mine", "began panel", "cancelled mine", "ended panel"])
  }

  @Test("MOT-18 raw motion, pushed as often as was asked for, to who asked for it")
  func rawMotion() throws {
    let rig = try ServingRig(Self.regions)
    let sensor = rig.plugIn(.motion)
    let (client, other) = (try rig.connect(), try rig.connect())
    #expect(try client.ask(#"{"command":"motion_subscribe","rate":50}"#).isGranted)
    _ = client.news
    rig.shake(from: 0, for: 200, on: sensor)
    try rig.advance(toMilliseconds: 195)
    let lines = client.news.of("motion_data")
    #expect(lines.count == 10)
    #expect(lines.allSatisfy { $0.contains(#""gravity":["#) && $0.contains(#""user_acceleration":["#) })
    #expect(other.news.of("motion_data") == [])
    #expect(try client.ask(#"{"command":"motion_unsubscribe"}"#).isGranted)
    try rig.advance(toMilliseconds: 800)
    #expect(client.news.of("motion_data") == [])
    #expect(!(try client.ask(#"{"command":"motion_subscribe","rate":101}"#).isGranted))
  }

  @Test("H13 without the right, raw motion comes 10 times a second at most, and the reply says so")
  func slowMotion() throws {
    let rig = try ServingRig(Self.regions + "\nmotion = [\"user:1001\"]\n")
    let sensor = rig.plugIn(.motion)
    let quick = try rig.connect(as: .user(1001))
    // Two clients with the same rate receive the same samples.
    let slow = try [rig.connect(as: .user(1002)), rig.connect(as: .user(1002))]
    #expect(try quick.ask(#"{"command":"motion_subscribe","rate":100}"#).hasSuffix(#""ok":true,"rate":100}"#))
    for client in slow {
      #expect(
        try client.ask(#"{"command":"motion_subscribe","rate":100}"#).hasSuffix(#""ok":true,"rate":10}"#))
    }
    _ = (quick.news, slow.map(\.news))
    rig.shake(from: 0, for: 2000, on: sensor)
    var all: [String] = []
    for time in stride(from: Int64(95), through: 995, by: 100) {
      try rig.advance(toMilliseconds: time)
      all += quick.news.of("motion_data")
    }
    let few = slow.map { $0.news.of("motion_data") }
    #expect(all.count > 40 && few[0].count == 10 && few[0] == few[1])
    #expect(Set(few[0]).isSubset(of: all))
    // A client with the low rate gets no newer sample by request; a client with the right gets the last one.
    let (last, latest) = (
      try slow[0].ask(#"{"command":"motion_get"}"#), try quick.ask(#"{"command":"motion_get"}"#)
    )
    #expect(last.word("time") == few[0].last?.word("time") && latest.word("time") == all.last?.word("time"))
    #expect(last.word("time") != latest.word("time"))
    // A request for an even lower rate is granted as it is.
    #expect(try slow[1].ask(#"{"command":"motion_subscribe","rate":2}"#).hasSuffix(#""ok":true,"rate":2}"#))
    _ = slow.map(\.news)
    try rig.advance(toMilliseconds: 1995)
    #expect(slow[1].news.of("motion_data").count == 2)
  }

  @Test("MOT-19 the last sample by request, with its time")
  func lastSample() throws {
    let rig = try ServingRig(Self.regions)
    let client = try rig.connect()
    #expect(try client.ask(#"{"command":"motion_get"}"#).contains(#""code":"unavailable""#))
    rig.shake(from: 0, for: 200, on: rig.plugIn(.motion))
    try rig.advance(toMilliseconds: 900)
    let reply = try client.ask(#"{"command":"motion_get"}"#)
    #expect(reply.isGranted && reply.contains(#""acceleration":[0,0,1]"#) && reply.contains(#""time":"#))
  }

  @Test("MOT-18 several sensors are told apart, and each is told as often as was asked for")
  func severalSensors() throws {
    let rig = try ServingRig(Self.regions)
    let (lid, base) = (rig.plugIn(.motion, named: "Lid"), rig.plugIn(.motion, named: "Base"))
    let client = try rig.connect()
    try subscribe(client, "motion")
    #expect(try client.ask(#"{"command":"motion_subscribe","rate":50}"#).isGranted)
    _ = client.news
    rig.shake(from: 0, for: 600, on: lid)
    rig.shake(from: 5, for: 600, on: base)
    try rig.advance(toMilliseconds: 195)
    let samples = client.news.of("motion_data")
    for (device, name) in [(lid, "Lid"), (base, "Base")] {
      #expect(samples.filter { $0.contains("\"device\":\(device),\"name\":\"\(name)\"") }.count == 10)
    }
    // The client unsubscribes first, because it would lose lines without reading them.
    #expect(try client.ask(#"{"command":"motion_unsubscribe"}"#).isGranted)
    try rig.advance(toMilliseconds: 2000)
    #expect(
      client.news.of("motion").map { "\($0.word("state")) \($0.word("device")) \($0.word("name"))" } == [
        "began \(lid) Lid", "began \(base) Base", "ended \(lid) Lid", "ended \(base) Base",
      ])
  }

  @Test("MOT-21 an accelerometer whose axes have no resolution is known for one of which nothing can be made")
  func unscaled() {
    func isUnscaled(resolution: Int32) -> Bool {
      let axes = Dictionary(
        uniqueKeysWithValues: (0...2).map {
          (UInt16($0), AxisRange(minimum: -512, maximum: 511, resolution: resolution))
        })
      let description = DeviceDescription(
        name: "Old", codes: [EventCode.absolute: CodeSet(Array(axes.keys))], axes: axes)
      return FamilyDevice(number: 1, description, roles: .motion, settings: .init()).isUnscaled
    }
    #expect(isUnscaled(resolution: 0))
    #expect(!isUnscaled(resolution: 256))
  }

  @Test("MOT-24 a pan goes on while the device is shaken, and both are told")
  func shakeAndTouch() throws {
    let rig = try ServingRig(Self.regions)
    let sensor = rig.plugIn(.motion)
    let client = try rig.connect()
    #expect(
      try client.ask(#"{"command":"subscribe","filter":[{"type":["gesture","motion"]}]}"#).isGranted)
    _ = client.news
    rig.shake(from: 0, for: 600, on: sensor)
    try rig.touch("A↓100,100@10 A→200,100@100 A→300,100@300 A↑@500 ⏲1500")
    let lines = client.news
    #expect(lines.of("motion").count == 2)
    #expect(
      lines.of("gesture").contains { $0.contains(#""recognizer":"pan""#) && $0.word("state") == "ended" })
  }

  @Test("MOT-25 a sensor is read only while somebody listens, media keys only while somebody receives")
  func wanted() throws {
    let rig = try ServingRig(Self.regions)
    let desk = rig.source.desk
    #expect(desk.wantedRoles == [.presses, .jack])
    var client: Client? = try rig.connect()
    #expect(desk.wantedRoles == [.presses, .jack])
    try subscribe(try #require(client), "motion")
    #expect(desk.wantedRoles.contains(.motion))
    #expect(try client?.ask(#"{"command":"remote","receive":true}"#).isGranted ?? false)
    #expect(desk.wantedRoles.contains(.remote))
    client = nil
    try rig.settle()
    #expect(desk.wantedRoles == [.presses, .jack])
  }

  @Test("MOT-27 where it is configured, the end of a shake takes transforms back to nothing")
  func resetsTransforms() throws {
    let rig = try ServingRig(
      Self.regions
        + "\n[motion]\nreset_transforms = true\n[recognizer.move]\nkind = \"transform\"\npassive = true\n")
    let sensor = rig.plugIn(.motion)
    let client = try rig.connect()
    #expect(try client.ask(#"{"command":"subscribe","filter":[{"recognizer":"move"}]}"#).isGranted)
    _ = client.news
    let story = "A↓100,100@10 B↓300,100@10 A→50,100@100 B→400,100@100"
    try rig.touch(story)
    #expect(client.news.of("gesture").last?.contains(#""scale":1,"#) == false)
    rig.shake(from: 200, for: 600, on: sensor)
    try rig.touch("⏲2000 A→50,100@2010 B→400,101@2010")
    let last = try #require(client.news.of("gesture").last)
    #expect(last.contains(#""scale":1"#), "\(last)")
  }

  // MARK: Remote control

  private func commands(_ client: Client) -> [String] {
    client.news.of("remote").map { "\($0.word("subtype")) \($0.word("command"))" }
  }

  @Test("RMT-9, RMT-12, RMT-13 only who receives gets commands: begin, begin, end is off")
  func receiving() throws {
    let rig = try ServingRig(Self.regions)
    let keys = rig.plugIn(.remote)
    let client = try rig.connect()
    rig.keys([(163, 1, 10), (163, 0, 90)], on: keys)
    try rig.advance(toMilliseconds: 100)
    #expect(commands(client) == [])
    for receive in [true, true] {
      #expect(try client.ask(#"{"command":"remote","receive":\#(receive)}"#).isGranted)
    }
    rig.keys([(163, 1, 200), (163, 2, 250), (163, 0, 290)], on: keys)
    try rig.advance(toMilliseconds: 300)
    #expect(commands(client) == ["104 next"])
    #expect(try client.ask(#"{"command":"remote","receive":false}"#).isGranted)
    rig.keys([(163, 1, 400), (163, 0, 490)], on: keys)
    try rig.advance(toMilliseconds: 500)
    #expect(commands(client) == [])
  }

  @Test(
    "RMT-10, RMT-11, RMT-14 the client that claimed the session last receives, in front or not; then the one before"
  )
  func session() throws {
    let rig = try ServingRig(Self.regions)
    let keys = rig.plugIn(.remote)
    let first = try rig.connect()
    var second: Client? = try rig.connect()
    for client in [first, try #require(second)] {
      #expect(try client.ask(#"{"command":"remote","receive":true}"#).isGranted)
      #expect(try client.ask(#"{"command":"audio","session":true}"#).isGranted)
    }
    rig.keys([(164, 1, 10), (164, 0, 90)], on: keys)
    try rig.advance(toMilliseconds: 100)
    #expect(commands(first) == [])
    #expect(second.map(commands) == ["103 toggle"])
    second = nil
    try rig.settle()
    rig.keys([(164, 1, 200), (164, 0, 290)], on: keys)
    try rig.advance(toMilliseconds: 300)
    #expect(commands(first) == ["103 toggle"])
  }

  @Test(
    "RMT-5, RMT-17 winding ends for who was told of its beginning: when the device goes, and under the lease")
  func winding() throws {
    let rig = try ServingRig(Self.regions)
    let (keys, others) = (rig.plugIn(.remote), rig.plugIn(.remote))
    let client = try rig.connect()
    #expect(try client.ask(#"{"command":"remote","receive":true}"#).isGranted)
    rig.keys([(208, 1, 10)], on: keys)
    rig.keys([(208, 1, 20)], on: others)
    try rig.advance(toMilliseconds: 100)
    #expect(commands(client) == ["108 seek_forward_begin"])
    rig.source.unplug(family: keys)
    try rig.advance(toMilliseconds: 200)
    #expect(commands(client) == [])
    let holder = try rig.connect()
    #expect(try holder.ask(#"{"command":"inhibit"}"#).isGranted)
    #expect(commands(client) == ["109 seek_forward_end"])
    rig.keys([(208, 0, 300), (163, 1, 310)], on: others)
    try rig.advance(toMilliseconds: 400)
    #expect(commands(client) == [])
  }

  @Test("RMT-15 a command that the receiver does not want is not sent")
  func disabled() throws {
    let rig = try ServingRig(Self.regions)
    let keys = rig.plugIn(.remote)
    let client = try rig.connect()
    #expect(try client.ask(#"{"command":"remote","receive":true,"disable":["next"]}"#).isGranted)
    rig.keys([(163, 1, 10), (163, 0, 90), (165, 1, 110), (165, 0, 190)], on: keys)
    try rig.advance(toMilliseconds: 200)
    #expect(commands(client) == ["105 previous"])
    #expect(
      try client.ask(#"{"command":"remote","disable":["nxt"]}"#).contains(#""hint":"next""#))
  }

  @Test("RMT-16, JSN-5 a command carries no touches and no place")
  func commandLine() throws {
    let rig = try ServingRig(Self.regions)
    let client = try rig.connect()
    #expect(try client.ask(#"{"command":"remote","receive":true}"#).isGranted)
    rig.keys([(201, 1, 10), (201, 0, 90)], on: rig.plugIn(.remote))
    try rig.advance(toMilliseconds: 200)
    let line = try #require(client.news.of("remote").first)
    #expect(line.contains(#""event":2,"subtype":101,"command":"pause""#))
    for word in ["touch", "location", "device"] { #expect(!line.contains(word)) }
  }

  @Test("CLK-1, CLK-2, CLK-7 one click toggles, plays where the player is stopped, and held is a long press")
  func clicks() throws {
    let rig = try ServingRig(Self.regions)
    let headset = rig.plugIn([.remote, .jack])
    let client = try rig.connect()
    #expect(try client.ask(#"{"command":"remote","receive":true,"playback":"paused"}"#).isGranted)
    rig.keys([(226, 1, 10), (226, 0, 90)], on: headset)
    try rig.advance(toMilliseconds: 1000)
    #expect(commands(client) == ["103 toggle"])
    #expect(try client.ask(#"{"command":"remote","playback":"stopped"}"#).isGranted)
    rig.keys([(226, 1, 1010), (226, 0, 1090), (226, 1, 2000), (226, 0, 2900)], on: headset)
    try rig.advance(toMilliseconds: 3000)
    #expect(client.news.of("remote").map { $0.word("command") } == ["play", "headset.long_press"])
  }

  @Test("CLK-16 another key in a series of clicks comes after what the clicks so far mean")
  func otherKeyBetweenClicks() throws {
    let rig = try ServingRig(Self.regions)
    let headset = rig.plugIn([.remote, .jack])
    let client = try rig.connect()
    #expect(try client.ask(#"{"command":"remote","receive":true,"playback":"playing"}"#).isGranted)
    rig.keys(
      [(226, 1, 10), (226, 0, 90), (226, 1, 160), (163, 1, 210), (163, 0, 220), (226, 0, 260)], on: headset)
    try rig.advance(toMilliseconds: 1000)
    #expect(commands(client) == ["103 toggle", "104 next"])
  }

  // MARK: Presses

  private func presses(_ client: Client) -> [String] {
    client.news.of("press").map { "\($0.word("press")):\($0.word("phase")) \($0.word("receiver"))" }
  }

  @Test(
    "PRS-1, PRS-3, PRS-4, PRS-9 a press goes to the first responder from began to ended, with all that are down"
  )
  func press() throws {
    let rig = try ServingRig(Self.regions)
    let remote = rig.plugIn(.presses, named: "Sofa")
    let (client, owner) = (try rig.connect(), try rig.connect())
    try subscribe(client, "press", region: "panel")
    #expect(try owner.ask(#"{"command":"focus","region":"panel"}"#).isGranted)
    rig.keys([(28, 1, 10), (28, 2, 300), (103, 1, 350), (28, 0, 400), (103, 0, 450)], on: remote)
    try rig.advance(toMilliseconds: 500)
    let lines = client.news.of("press")
    #expect(
      lines.map { "\($0.word("press")):\($0.word("phase")):\($0.word("force"))" }
        == ["select:began:1", "up:began:1", "select:ended:0", "up:ended:0"])
    #expect(lines[1].contains(#""all":["select","up"]"#) && lines[1].contains(#""event":3"#))
  }

  @Test("PRS-7 a press is cancelled when the remote control goes, and when somebody takes the lease")
  func pressTakenAway() throws {
    let rig = try ServingRig(Self.regions)
    let remote = rig.plugIn(.presses)
    let client = try rig.connect()
    try subscribe(client, "press")
    rig.keys([(28, 1, 10)], on: remote)
    try rig.advance(toMilliseconds: 100)
    let holder = try rig.connect()
    #expect(try holder.ask(#"{"command":"inhibit"}"#).isGranted)
    #expect(presses(client).map { $0.prefix(15) } == ["select:began ", "select:cancelle"])
    #expect(try holder.ask(#"{"command":"release"}"#).isGranted)
    rig.keys([(28, 0, 200), (28, 1, 300)], on: remote)
    try rig.advance(toMilliseconds: 400)
    rig.source.unplug(family: remote)
    try rig.advance(toMilliseconds: 500)
    #expect(presses(client).map { $0.prefix(15) } == ["select:began ", "select:cancelle"])
  }

  @Test("PRS-7 keys that the kernel itself lets go of, as of a device that is pulled, are cancelled")
  func releasedByTheKernel() throws {
    let rig = try ServingRig(Self.regions)
    let remote = rig.plugIn(.presses)
    let client = try rig.connect()
    try subscribe(client, "press")
    rig.keys([(28, 1, 10)], on: remote)
    let events: [(UInt16, UInt16, Int32)] = [
      (EventCode.key, 28, 0), (EventCode.synchronization, EventCode.report, 1),
    ]
    rig.source.queue(
      events.map { InputEvent(time: .start + .milliseconds(100), type: $0.0, code: $0.1, value: $0.2) },
      ofFamily: remote)
    try rig.advance(toMilliseconds: 200)
    #expect(presses(client).map { $0.prefix(15) } == ["select:began ", "select:cancelle"])
  }

  @Test("PRS-8 play and pause is a press first, and a command where no responder takes it")
  func playPause() throws {
    let rig = try ServingRig(Self.regions)
    let remote = rig.plugIn([.presses, .remote])
    let (client, owner) = (try rig.connect(), try rig.connect())
    #expect(try client.ask(#"{"command":"remote","receive":true}"#).isGranted)
    rig.keys([(164, 1, 10), (164, 0, 90)], on: remote)
    try rig.advance(toMilliseconds: 100)
    #expect(commands(client) == ["103 toggle"])
    try subscribe(client, "press", region: "panel")
    #expect(try owner.ask(#"{"command":"focus","region":"panel"}"#).isGranted)
    rig.keys([(164, 1, 200), (164, 0, 290)], on: remote)
    try rig.advance(toMilliseconds: 300)
    let lines = client.news
    #expect(lines.of("press").count == 2 && lines.of("remote") == [])
  }

  @Test(
    "PRS-8, H8 a client without the right scene hears play and pause and keeps the command from no receiver")
  func playPauseBesideAnOutsider() throws {
    let rig = try ServingRig(Self.regions)
    let remote = rig.plugIn([.presses, .remote])
    let (client, outsider) = (try rig.connect(), try rig.connect(as: .user(4711)))
    #expect(try client.ask(#"{"command":"remote","receive":true}"#).isGranted)
    try subscribe(outsider, "press", region: "panel")
    #expect(try client.ask(#"{"command":"focus","region":"panel"}"#).isGranted)
    rig.keys([(164, 1, 10), (164, 0, 90)], on: remote)
    try rig.advance(toMilliseconds: 100)
    #expect(outsider.news.of("press").count == 2)
    #expect(commands(client) == ["103 toggle"])
  }

  @Test("PRS-5, PRS-6 recognizers on presses are told of as gestures without touches")
  func pressGestures() throws {
    let rig = try ServingRig(
      Self.regions
        + """

        [recognizer.choose]
        kind = "tap"
        allowed_press_types = ["select"]

        [recognizer.stay]
        kind = "long_press"
        allowed_press_types = ["play_pause"]
        """)
    let remote = rig.plugIn(.presses, named: "Sofa")
    let client = try rig.connect()
    _ = client.news
    rig.keys([(28, 1, 10), (28, 0, 90), (103, 1, 100), (103, 0, 190), (164, 1, 1000)], on: remote)
    try rig.advance(toMilliseconds: 1600)
    let lines = client.news.of("gesture")
    #expect(lines.map { "\($0.word("recognizer")):\($0.word("state"))" } == ["choose:ended", "stay:began"])
    #expect(lines.allSatisfy { $0.contains(#""touch_count":0"#) && !$0.contains("location") })
    try rig.touch("A↓100,100@2000 A↑@2080 ⏲3000")
    #expect(!client.news.of("gesture").contains { $0.word("recognizer") == "choose" })
  }

  @Test(
    "PRS-10 the client is asked whether its recognizer is to have a press, and what it refuses is not offered"
  )
  func asked() throws {
    let rig = try ServingRig(Self.regions)
    let remote = rig.plugIn(.presses)
    let client = try rig.connect()
    let add =
      #"{"add":{"name":"mine","kind":"tap","allowed_press_types":["select","up"],"ask":["should_receive"]}}"#
    #expect(try client.ask(#"{"command":"recognizers","edits":[\#(add)]}"#).isGranted)
    #expect(try client.ask(#"{"command":"subscribe","filter":[{"recognizer":"mine"}]}"#).isGranted)
    _ = client.news
    rig.keys([(28, 1, 10)], on: remote)
    try rig.advance(toMilliseconds: 12)
    let question = try #require(client.news.of("ask").first)
    #expect(question.contains(#""question":1"#) && question.contains(#""device":0"#))
    #expect(question.contains(#""what":"should_receive","press":"select""#) && !question.contains("location"))
    try client.answer(1, false)
    rig.keys([(28, 0, 90)], on: remote)
    try rig.advance(toMilliseconds: 1000)
    #expect(client.told() == [])
    // A yes, and silence, which counts as a yes at 5 ms.
    rig.keys([(103, 1, 1010)], on: remote)
    try rig.advance(toMilliseconds: 1012)
    #expect(client.news.of("ask").first?.contains(#""press":"up""#) ?? false)
    try client.answer(2, true)
    rig.keys([(103, 0, 1090)], on: remote)
    try rig.advance(toMilliseconds: 2000)
    #expect(client.told() == ["mine:ended"])
    rig.keys([(28, 1, 2010), (28, 0, 2090)], on: remote)
    try rig.advance(toMilliseconds: 3000)
    #expect(client.told() == ["ask mine should_receive 3", "timeout 3 true", "mine:ended"])
  }

  private static let taps =
    Self.regions + """

      [recognizer.double]
      kind = "tap"
      taps = 2
      allowed_press_types = ["select"]

      [recognizer.choose]
      kind = "tap"
      allowed_press_types = ["select"]
      require_to_fail = "double"

      [recognizer.stay]
      kind = "long_press"
      allowed_press_types = ["play_pause"]
      """

  @Test("X8 what is pressed under the lease is told to nobody, not even what waits beyond its end")
  func waitingTapUnderTheLease() throws {
    let rig = try ServingRig(Self.taps)
    let remote = rig.plugIn(.presses)
    let (client, holder) = (try rig.connect(), try rig.connect())
    #expect(try holder.ask(#"{"command":"inhibit"}"#).isGranted)
    rig.keys([(28, 1, 10), (28, 0, 90)], on: remote)
    try rig.advance(toMilliseconds: 200)
    #expect(try holder.ask(#"{"command":"release"}"#).isGranted)
    _ = client.news
    try rig.advance(toMilliseconds: 2000)
    #expect(client.news == [])
  }

  @Test("PRS-6 a long press ends although recognizers have come meanwhile")
  func recognizersChange() throws {
    let rig = try ServingRig(Self.taps)
    let remote = rig.plugIn(.presses)
    let (client, other) = (try rig.connect(), try rig.connect())
    rig.keys([(164, 1, 10)], on: remote)
    try rig.advance(toMilliseconds: 800)
    #expect(
      try other.ask(#"{"command":"recognizers","edits":[{"add":{"name":"mine","kind":"tap"}}]}"#).isGranted)
    rig.keys([(164, 0, 900)], on: remote)
    try rig.advance(toMilliseconds: 1000)
    #expect(client.news.of("gesture").map { $0.word("state") } == ["began", "ended"])
  }

  // MARK: Audio route

  private func routes(_ client: Client) -> [String] {
    client.news.of("route").map { line in
      let ports = line.split(separator: #""route":["#)[1].prefix { $0 != "]" }
      return "\(line.word("reason")) \(ports.replacing("\"", with: ""))"
    }
  }

  @Test("AUD-1, AUD-2, AUD-21 plugs are told to everybody who wants to know")
  func plugs() throws {
    let rig = try ServingRig(Self.regions)
    let jack = rig.plugIn(.jack)
    let clients = [try rig.connect(), try rig.connect()]
    for client in clients { try subscribe(client, "route") }
    rig.switches([(.headphones, true, 0), (.headphones, false, 5000)], on: jack)
    try rig.advance(toMilliseconds: 6000)
    for client in clients {
      #expect(routes(client) == ["1 headphones,built_in_mic", "2 speaker,built_in_mic"])
    }
  }

  @Test("AUD-8 a snapshot has the route as it is")
  func snapshot() throws {
    let rig = try ServingRig(Self.regions)
    rig.switches([(.headphones, true, 0)], on: rig.plugIn(.jack))
    try rig.advance(toMilliseconds: 1000)
    let client = try rig.connect()
    let lines = try client.askForLines(
      #"{"command":"subscribe","filter":[{"type":"route"}],"snapshot":true}"#)
    let route = try #require(lines.of("route").first)
    #expect(route.contains(#""route":["headphones","built_in_mic"]"#) && route.contains(#""snapshot":true"#))
  }

  @Test(
    "AUD-11, AUD-22, CLK-13 pulled while it winds: the end of it, then the route, then pause where that is configured"
  )
  func order() throws {
    let rig = try ServingRig(Self.regions + "\n[audio]\nauto_pause = true\n")
    let headset = rig.plugIn([.remote, .jack])
    let client = try rig.connect()
    try subscribe(client, "route")
    #expect(try client.ask(#"{"command":"remote","receive":true}"#).isGranted)
    rig.switches([(.headphones, true, 0)], on: headset)
    rig.keys([(226, 1, 1000), (226, 0, 1080), (226, 1, 1200)], on: headset)
    try rig.advance(toMilliseconds: 1800)
    _ = client.news
    rig.switches([(.headphones, false, 2000)], on: headset)
    try rig.advance(toMilliseconds: 3000)
    let lines = client.news
    #expect(
      lines.map { $0.contains(#""type":"route""#) ? $0.word("reason") : $0.word("subtype") } == [
        "109", "2", "101",
      ])
  }

  @Test("AUD-11 without the option nobody is asked to pause")
  func noPause() throws {
    let rig = try ServingRig(Self.regions)
    let headset = rig.plugIn([.remote, .jack])
    let client = try rig.connect()
    try subscribe(client, "route")
    #expect(try client.ask(#"{"command":"remote","receive":true}"#).isGranted)
    _ = client.news
    rig.switches([(.headphones, true, 0), (.headphones, false, 1000)], on: headset)
    try rig.advance(toMilliseconds: 2000)
    #expect(client.news.of("remote") == [])
  }

  @Test(
    "AUD-14 to AUD-17, AUD-19 what clients want of sound: category, loudspeaker, what a sound server knows")
  func wishes() throws {
    let rig = try ServingRig(Self.regions + "\n[audio]\nbuilt_in = [\"speaker\"]\n")
    let jack = rig.plugIn(.jack)
    var client: Client? = try rig.connect()
    let monitor = try rig.connect()
    try subscribe(monitor, "route")
    rig.switches([(.headphones, true, 0)], on: jack)
    try rig.advance(toMilliseconds: 1000)
    #expect(routes(monitor) == ["1 headphones"])
    for request in [
      #""category":"playback""#, #""category":"playback""#, #""override":"speaker""#, #""override":"none""#,
      #""category":"record""#, #""configuration_changed":true"#,
    ] {
      #expect(try client?.ask("{\"command\":\"audio\",\(request)}").isGranted ?? false)
    }
    #expect(
      routes(monitor) == ["3 headphones", "4 speaker", "4 headphones", "7 headphones", "8 headphones"])
    client = nil
    try rig.settle()
    #expect(routes(monitor) == ["3 headphones"])
    let stranger = try rig.connect(as: .user(4711))
    #expect(try stranger.ask(#"{"command":"audio"}"#).contains(#""route":["headphones"]"#))
    #expect(
      try stranger.ask(#"{"command":"audio","override":"speaker"}"#).isGranted)
  }

  @Test(
    "AUD-1, AUD-2 a plug that is about to settle, or is pulled, while its jack is opened anew is told all the same"
  )
  func openedAnew() throws {
    let rig = try ServingRig(Self.regions)
    let jack = rig.plugIn([.remote, .jack])
    let client = try rig.connect()
    try subscribe(client, "route")
    rig.source.reopen(family: jack, ports: [])
    rig.switches([(.headphones, true, 10)], on: jack)
    try rig.advance(toMilliseconds: 100)
    rig.source.reopen(family: jack, ports: [.headphones])
    try rig.advance(toMilliseconds: 290)
    #expect(routes(client) == [])
    try rig.advance(toMilliseconds: 310)
    #expect(routes(client) == ["1 headphones,built_in_mic"])
    rig.source.reopen(family: jack, ports: [.headphones])
    try rig.advance(toMilliseconds: 1000)
    #expect(routes(client) == [])
    rig.source.reopen(family: jack, ports: [])
    try rig.advance(toMilliseconds: 1010)
    #expect(routes(client) == ["2 speaker,built_in_mic"])
  }

  @Test("AUD-23 a device that goes takes its plugs with it")
  func deviceGone() throws {
    let rig = try ServingRig(Self.regions)
    let jack = rig.plugIn(.jack)
    let client = try rig.connect()
    try subscribe(client, "route")
    rig.switches([(.headphones, true, 0)], on: jack)
    try rig.advance(toMilliseconds: 1000)
    rig.source.unplug(family: jack)
    try rig.advance(toMilliseconds: 1100)
    #expect(routes(client) == ["1 headphones,built_in_mic", "2 speaker,built_in_mic"])
  }
}
