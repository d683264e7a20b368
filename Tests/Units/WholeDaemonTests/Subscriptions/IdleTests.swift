import DaemonTestSupport
import GestureCore
import LinuxEventLoop
import Testing

@testable import GesturedDaemon
@testable import GesturedDevices

/// Clients that hear when no contact has been down for some time. The rig's times are 1 s later than those of its scripts.
@Suite("Idle lines") struct IdleTests {
  private static let rights = DaemonFiles.threeRecognizers + "\n[rights]\ninhibit = [\"*\"]\n"

  private func subscribe(_ client: Client, _ spans: String, _ more: String = "") throws {
    #expect(try client.ask(#"{"command":"subscribe","idle":[\#(spans)]\#(more)}"#).isGranted)
    _ = client.news
  }

  /// A daemon, a client with a span of 5 s, and a client that may hold the lease.
  private func rigWithHolder(_ more: String = "") throws -> (ServingRig, client: Client, holder: Client) {
    let rig = try ServingRig(Self.rights + more)
    let (client, holder) = (try rig.connect(), try rig.connect())
    try subscribe(client, "5")
    return (rig, client, holder)
  }

  /// The idle lines since the last call: `began 5@7`, with `+` in a snapshot, and `ended 30@41 after 39`.
  private func idle(_ client: Client) -> [String] {
    client.news.of("idle").map { line in
      let end = line.word("idle_for")
      return "\(line.word("state")) \(line.word("after"))@\(line.word("time"))"
        + (end.isEmpty ? "" : " after \(end)") + (line.word("snapshot") == "true" ? "+" : "")
    }
  }

  @Test("ADD-7 ADD-8 a line for each span without contacts, and one for the next landing, without seq")
  func spans() throws {
    let rig = try ServingRig()
    let (client, other) = (try rig.connect(), try rig.connect())
    try subscribe(client, "30,5")
    try rig.touch("A↓100,100@900 A↑@1000 B↓100,100@40000 B↑@40100")
    #expect(
      client.news.of("idle") == [
        #"{"type":"idle","time":7,"state":"began","after":5,"devices":[1]}"#,
        #"{"type":"idle","time":32,"state":"began","after":30,"devices":[1]}"#,
        #"{"type":"idle","time":41,"state":"ended","after":30,"idle_for":39}"#,
      ])
    try rig.advance(toMilliseconds: 46_000)
    #expect(idle(client) == ["began 5@46.1"])
    #expect(other.lines.of("idle").isEmpty)
    try rig.advance(toMilliseconds: 200_000)
    #expect(idle(client) == ["began 30@71.1"])
    #expect(rig.daemon.publisher.idle.nextDeadline == nil)
  }

  @Test("ADD-7 a finger that stays down keeps all spans from beginning, on whatever screen")
  func held() throws {
    let rig = try ServingRig()
    rig.source.plugIn(try rig.files.screen("T2"))
    try rig.settle()
    let client = try rig.connect()
    try subscribe(client, "5")
    try rig.touch("A↓100,100@1000 ⏲20000", on: 2)
    #expect(idle(client).isEmpty)
    try rig.touch("A↓100,100@21000 A↑@21100 ⏲30000")
    #expect(idle(client).isEmpty)
    try rig.touch("A↑@31000 ⏲40000", on: 2)
    #expect(client.news.of("idle").map { $0.word("devices") } == ["[1,2]"])
  }

  @Test("ADD-7 a screen that goes with a finger on it is touched no more")
  func unplugged() throws {
    let rig = try ServingRig()
    let client = try rig.connect()
    try subscribe(client, "5")
    try rig.touch("A↓100,100@1000 ⏲3000")
    rig.source.unplug(1)
    try rig.advance(toMilliseconds: 10_000)
    #expect(client.news.of("idle") == [#"{"type":"idle","time":9,"state":"began","after":5,"devices":[]}"#])
  }

  @Test("ADD-8 the line of a connection ends with its subscription, and with the connection")
  func ofOneConnection() throws {
    let rig = try ServingRig()
    let client = try rig.connect()
    var passer: Client? = try rig.connect()
    try subscribe(client, "5,6")
    if let passer { try subscribe(passer, "7") }
    try rig.advance(toMilliseconds: 5500)
    #expect(idle(client) == ["began 5@6"])
    try subscribe(client, "5,8")
    try rig.advance(toMilliseconds: 7500)
    #expect(idle(client).isEmpty)
    #expect(passer.map { idle($0) } == ["began 7@8"])
    passer = nil
    try rig.advance(toMilliseconds: 8500)
    #expect(idle(client) == ["began 8@9"])
    #expect(try client.ask(#"{"command":"unsubscribe"}"#).isGranted)
    try rig.touch("A↓100,100@9000 A↑@9100 ⏲30000")
    #expect(idle(client).isEmpty)
    #expect(rig.daemon.publisher.idle.nextDeadline == nil)
  }

  @Test("ADD-9 a snapshot tells which spans are over, before its end; without it they stay untold")
  func snapshot() throws {
    let rig = try ServingRig()
    try rig.touch("A↓100,100@900 A↑@1000 ⏲11000")
    let (client, late) = (try rig.connect(), try rig.connect())
    try client.send(#"{"command":"subscribe","idle":[5,30],"snapshot":true}"#)
    let lines = client.news.filter { ["idle", "snapshot"].contains($0.word("type")) }
    #expect(
      lines.first == #"{"type":"idle","time":7,"state":"began","after":5,"devices":[1],"snapshot":true}"#)
    #expect(lines.map { $0.word("type") } == ["idle", "snapshot"])
    try subscribe(late, "5,30")
    try rig.touch("A↓100,100@12000 A↑@12100")
    #expect(idle(client) == ["ended 5@13 after 11"])
    #expect(idle(late).isEmpty)
    try rig.advance(toMilliseconds: 20_000)
    #expect(idle(late) == ["began 5@18.1"])
  }

  @Test("ADD-10 a landing in an exclusion zone ends no span")
  func excluded() throws {
    let rig = try ServingRig(
      DaemonFiles.threeRecognizers + "\n[exclusion.corner]\nframe = [0, 0, 20, 20]\n")
    let client = try rig.connect()
    try subscribe(client, "5")
    try rig.touch("A↓400,300@900 A↑@1000 ⏲7000")
    #expect(idle(client) == ["began 5@7"])
    try rig.touch("A↓20,20@8000 A↑@8100 ⏲9000")
    #expect(idle(client).isEmpty)
    try rig.touch("A↓400,300@10000 A↑@10100")
    #expect(idle(client) == ["ended 5@11 after 9"])
  }

  @Test("ADD-10 the finger that wakes a dark screen ends a span, and fires nothing")
  func wakes() throws {
    let rig = try ServingRig()
    let client = try rig.connect()
    try subscribe(client, "5")
    try rig.touch("A↓400,300@900 A↑@1000 ⏲7000")
    #expect(idle(client) == ["began 5@7"])
    rig.source.forEachTouchscreen(at: rig.now) { touchscreen, _ in touchscreen.setScreen(isDark: true) }
    try rig.touch("A↓400,300@8000 A↑@11000 ⏲15000")
    let lines = client.news
    #expect(lines.of("idle").map { $0.word("state") + "@" + $0.word("time") } == ["ended@9"])
    #expect(lines.of("gesture").isEmpty)
    try rig.advance(toMilliseconds: 17_000)
    #expect(idle(client) == ["began 5@17"])
  }

  /// The screen is dark when the next finger lands.
  private func darken(_ rig: ServingRig) {
    rig.source.forEachTouchscreen(at: rig.now) { touchscreen, _ in touchscreen.setScreen(isDark: true) }
  }

  /// The states of the idle lines since the last call, with their times: `began@7`.
  private func states(_ client: Client) -> [String] {
    client.news.of("idle").map { $0.word("state") + "@" + $0.word("time") }
  }

  @Test(
    "ADD-10 on a dark screen too, a landing that a filter drops ends no span, and one that a filter delays ends it",
    arguments: [
      ("", ["ended@10", "began@26"]), ("touch = { debounce_ms = 80 }", ["ended@10", "began@26"]),
      // The landing comes late.
      ("skip_samples = 5", ["ended@10.1", "began@26"]), ("smoothing_hz = 1", ["ended@10", "began@26"]),
      ("reject_left_mm = 30", []), ("[exclusion.bar]\nframe = [0, 0, \"100%\", 50]", []),
    ])
  func wakesThroughFilters(key: String, expected: [String]) throws {
    let rig = try ServingRig(
      "[recognizer.tap]\nkind = \"tap\"\n[device.desk]\nname = \"T1\"\n\(key)\n")
    let client = try rig.connect()
    try subscribe(client, "5")
    try rig.advance(toMilliseconds: 8000)
    #expect(states(client) == ["began@6"])
    darken(rig)
    try rig.touch("A↓100,100@9000 A↑@20000 ⏲30000")
    #expect(states(client) == expected)
  }

  @Test("ADD-12 where single fingers are hidden, a second finger on a dark screen ends a span")
  func wakesWithTwoFingers() throws {
    let rig = try ServingRig(
      DaemonFiles.threeRecognizers + "\n[socket]\nsingle_finger = false\n[rights]\nscene = [\"*\"]\n")
    let client = try rig.connect(as: .user(4241))
    try subscribe(client, "5")
    try rig.advance(toMilliseconds: 8000)
    #expect(states(client) == ["began@6"])
    darken(rig)
    try rig.touch("A↓100,100@9000 A↑@9100 ⏲9900")
    #expect(states(client) == [])
    darken(rig)
    try rig.touch("A↓100,100@10000 B↓300,100@10050 A↑@10100 B↑@10200 ⏲12000")
    #expect(states(client) == ["ended@11.05"])
  }

  @Test(
    "ADD-10 ADD-11 the finger that wakes a dark screen ends a span in private mode too: a client lights the lock screen"
  )
  func wakesWhileLocked() throws {
    let (rig, client, holder) = try rigWithHolder()
    try rig.advance(toMilliseconds: 8000)
    #expect(states(client) == ["began@6"])
    #expect(try holder.ask(#"{"command":"inhibit"}"#).isGranted)
    darken(rig)
    try rig.touch("A↓100,100@9000 A↑@9500 ⏲10000")
    #expect(states(client) == ["ended@10"])
    // The password has no lines.
    rig.source.forEachTouchscreen(at: rig.now) { touchscreen, _ in touchscreen.setScreen(isDark: false) }
    try rig.touch("A↓100,100@11000 A↑@11100 B↓100,100@20000 B↑@20100 ⏲21000")
    #expect(states(client) == [])
    #expect(try holder.ask(#"{"command":"release"}"#).isGranted)
    try rig.advance(toMilliseconds: 26_000)
    #expect(states(client) == ["began@27"])
  }

  @Test("ADD-11 a span that was told before private mode ends with the first landing after it")
  func endsAfterPrivateMode() throws {
    let (rig, client, holder) = try rigWithHolder()
    try rig.advance(toMilliseconds: 8000)
    #expect(states(client) == ["began@6"])
    #expect(try holder.ask(#"{"command":"inhibit"}"#).isGranted)
    try rig.touch("A↓100,100@9000 A↑@9100 ⏲10000")
    #expect(try holder.ask(#"{"command":"release"}"#).isGranted)
    #expect(states(client) == [])
    try rig.touch("A↓100,100@11000 A↑@11100 ⏲12000")
    #expect(states(client) == ["ended@12"])
  }

  @Test(
    "ADD-7 a finger whose touch was taken away keeps spans from beginning until it lifts",
    arguments: [false, true], [false, true])
  func takenAway(isLocked: Bool, isDark: Bool) throws {
    for debounce in ["", "[device.desk]\nname = \"T1\"\ntouch = { debounce_ms = 80 }\n"] {
      let (rig, client, holder) = try rigWithHolder(debounce)
      if isLocked { #expect(try holder.ask(#"{"command":"inhibit"}"#).isGranted) }
      if isDark { darken(rig) }
      try rig.touch("A↓400,300@3000 ⏲4000")
      let command = isLocked ? "release" : "cancel_touches"
      #expect(try holder.ask(#"{"command":"\#(command)"}"#).isGranted)
      try rig.touch("⏲20000")
      #expect(states(client) == [])
      try rig.touch("A↑@21000 ⏲26990")
      #expect(states(client) == ["began@27"])
    }
  }

  @Test("ADD-11 no line goes out in private mode, and at its end every span begins anew")
  func privateMode() throws {
    let (rig, client, holder) = try rigWithHolder()
    try rig.advance(toMilliseconds: 2000)
    #expect(try holder.ask(#"{"command":"inhibit"}"#).isGranted)
    try rig.touch("A↓100,100@3000 A↑@3100 ⏲20000")
    #expect(idle(client).isEmpty)
    let late = try rig.connect()
    try late.send(#"{"command":"subscribe","idle":[5],"snapshot":true}"#)
    #expect(idle(late).isEmpty)
    #expect(try holder.ask(#"{"command":"release"}"#).isGranted)
    try rig.advance(toMilliseconds: 24_900)
    #expect(idle(client).isEmpty)
    try rig.advance(toMilliseconds: 26_000)
    #expect(idle(client) == ["began 5@26"])
    #expect(idle(late) == ["began 5@26"])
  }

  @Test(
    "ADD-12 where single fingers are hidden only a second finger ends a span, unless the right says otherwise"
  )
  func singleFinger() throws {
    let rig = try ServingRig(
      DaemonFiles.threeRecognizers
        + "\n[socket]\nsingle_finger = false\n[rights]\nidle = [\"user:4242\"]\nscene = [\"*\"]\n", raw: true)
    let client = try rig.connect(as: .user(4241))
    let trusted = try rig.connect(as: .user(4242))
    let raw = try rig.connect(.raw, as: .user(4241))
    for client in [client, trusted, raw] { try subscribe(client, "5") }
    try rig.advance(toMilliseconds: 10_000)
    for client in [client, trusted, raw] { #expect(idle(client) == ["began 5@6"]) }
    try rig.touch("A↓100,100@10100 A↑@10200 ⏲16000")
    #expect(idle(client).isEmpty)
    for client in [trusted, raw] {
      #expect(idle(client) == ["ended 5@11.1 after 10.1", "began 5@16.2"])
    }
    try rig.touch("A↓100,100@20000 B↓300,100@20050 B↑@20100 A↑@23000 ⏲27000")
    // The client does not learn that the other finger stays.
    #expect(idle(client) == ["ended 5@21.05 after 20.05", "began 5@26.1"])
    #expect(idle(trusted) == ["ended 5@21 after 9.8"])
  }

  @Test(
    "ADD-7 spans out of range are refused with the place and what is allowed",
    arguments: [
      ("[]", "idle"), ("[0.5]", "idle[0]"), ("[5,90000]", "idle[1]"), (#"["5"]"#, "idle[0]"), ("5", "idle"),
      ("[1,2,3,4,5,6,7,8,9]", "idle"), ("[5,1e999]", ""), ("null", "idle"),
    ])
  func refused(spans: String, path: String) throws {
    let rig = try ServingRig()
    let client = try rig.connect()
    let reply = try client.ask(#"{"command":"subscribe","idle":\#(spans)}"#)
    #expect(!reply.isGranted)
    if !path.isEmpty {
      #expect(reply.errorCode == "invalid_value" && reply.word("path") == path, "\(reply)")
      #expect(reply.contains("allowed: a list of 1 to 8 numbers from 1 to 86400 s"), "\(reply)")
    }
    try rig.advance(toMilliseconds: 20_000)
    #expect(idle(client).isEmpty)
  }
}
