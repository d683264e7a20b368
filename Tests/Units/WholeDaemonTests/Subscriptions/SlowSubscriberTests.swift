import DaemonTestSupport
import GestureCore
import Testing

@testable import GesturedCommands
@testable import GesturedDaemon
@testable import GesturedServing

/// Clients that do not read, or read too slowly, over real connections.
@Suite struct SlowSubscriberTests {
  private static let narrow =
    DaemonFiles.threeRecognizers + "\n[socket]\nsend_buffer_bytes = 4096\nqueue_lines = 8\n"

  @Test("S1 who is behind is told how much it missed and how things are, and hears what follows")
  func dropped() throws {
    let rig = try ServingRig(Self.narrow)
    let stuck = try rig.connect()
    let reader = try rig.connect()
    var time = 0
    for _ in 0..<100 where rig.dropped(by: 1) < 20 {
      try rig.touch("A↓512,320@\(time + 10) A↑@\(time + 20) ⏲\(time + 40)")
      _ = reader.lines
      time += 40
    }
    // The snapshot omits gestures that ended meanwhile, and has those that began.
    try rig.touch("A↓400,320@\(time + 10) A→440,320@\(time + 20) A→480,320@\(time + 30)")
    let missed = rig.dropped(by: 1)
    try rig.catchUp(stuck)
    let lines = stuck.lines
    let place = try #require(lines.firstIndex { $0.hasPrefix(#"{"type":"dropped""#) })
    #expect(lines[place] == #"{"type":"dropped","count":\#(missed)}"#)
    #expect(lines[place...].map { $0.field("type") } == ["dropped", "device", "gesture", "snapshot"])
    try #require(lines.count == place + 4)
    #expect(lines[place + 2].gesture == "pan:changed@\(time + 30)+")
    #expect(lines[place + 3] == #"{"type":"snapshot","devices":1,"regions":0,"gestures":1}"#)
    // Every lost line is counted, and no line is sent twice.
    let before = lines[..<place].dropFirst()
    let all = reader.lines.dropFirst()
    #expect(Array(before) == Array(all.prefix(before.count)))
    #expect(all.count - before.count == missed)
    _ = stuck.news
    _ = reader.news
    try rig.touch("A→520,320@\(time + 40) A↑@\(time + 50) ⏲\(time + 500)")
    #expect(stuck.news == reader.news && stuck.gestures.last == "pan:ended@\(time + 50)")
  }

  @Test(
    "S1 H2 who is to be told what it missed while its user has no processor time left waits once, and wakes nobody"
  )
  func catchesUpOnce() throws {
    let rig = try ServingRig(Self.narrow)
    let stuck = try rig.connect(as: .user(4711))
    var time = 0
    for _ in 0..<100 where rig.dropped(by: 1) < 5 {
      try rig.touch("A↓512,320@\(time + 10) A↑@\(time + 20) ⏲\(time + 40)")
      time += 40
    }
    rig.daemon.turn.work.charge(400_000, to: 4711, now: rig.now)
    try rig.catchUp(stuck)
    #expect(rig.daemon.commands.unfinished.ongoing.count == 1)
    let rest = try #require(rig.daemon.turn.work.waitEnd(of: 4711, at: rig.now))
    #expect(rig.daemon.nextDeadline.map { $0 > rig.now } ?? true)
    #expect(stuck.lines.of("dropped").isEmpty)
    // The rest is longer than the daemon waits for a client that does not read.
    #expect(rest > rig.now + .milliseconds(5000))
    try rig.advance(to: rest)
    try rig.catchUp(stuck)
    #expect(stuck.lines.of("bye").isEmpty)
    #expect(stuck.lines.of("dropped").count == 1 && stuck.lines.of("snapshot").count == 1)
    #expect(rig.daemon.commands.unfinished.ongoing.isEmpty)
  }

  @Test("S1 replies are never thrown away: who asks and does not read gets them all, in order")
  func replies() throws {
    let rig = try ServingRig(Self.narrow)
    let stuck = try rig.connect()
    var time = 0
    for _ in 0..<100 where rig.dropped(by: 1) < 5 {
      try rig.touch("A↓512,320@\(time + 10) A↑@\(time + 20) ⏲\(time + 40)")
      time += 40
    }
    for number in 0..<20 { try stuck.send(#"{"id":\#(number),"command":"ping"}"#) }
    try rig.catchUp(stuck)
    try rig.catchUp(stuck)
    #expect(stuck.lines.of("reply").map { $0.field("id") } == (0..<20).map { "\($0)" })
  }

  @Test("COA-5 who blocks for 100 ms at 120 Hz gets one moved line with all twelve places")
  func coalesced() throws {
    let rig = try ServingRig(
      DaemonFiles.threeRecognizers + "\n[socket]\nsend_buffer_bytes = 4096\n", raw: true)
    let coalesced = try rig.connect(.raw)
    let phases = try rig.connect(.raw)
    try coalesced.subscribe(#""touches":"coalesced","filter":[{"type":"touches"}]"#)
    try phases.subscribe(#""touches":"phases","filter":[{"type":"touches"}]"#)
    var time = 0
    for _ in 0..<100 where !rig.hasBacklog(1) || !rig.hasBacklog(2) {
      try rig.touch("A↓512,320@\(time + 10) A↑@\(time + 20) ⏲\(time + 40)")
      time += 40
    }
    let moves = (1...12).map { "A→\(400 + $0 * 8),320@\(time + 10 + $0 * 8)" }.joined(separator: " ")
    try rig.touch("A↓400,320@\(time + 10) \(moves) ⏲\(time + 110)")
    for client in [coalesced, phases] {
      try rig.catchUp(client)
      #expect(client.lines.of("dropped").isEmpty)
      let moved = client.lines.of("touches").filter { $0.field("phase") == "moved" }
      #expect(moved.count == 1)
      #expect(moved.map { $0.field("location") } == ["[77.5,50]"])
      #expect(moved.map { $0.field("previous_location") } == ["[62.5,50]"])
    }
    let samples = coalesced.lines.last?.split(separator: #""coalesced":["#).last?.split(separator: "},{")
      .count
    #expect(samples == 12)
    #expect(phases.lines.last?.contains("coalesced") == false)
  }
}

extension ServingRig {
  /// The number of lines that a client has missed without a notice.
  fileprivate func dropped(by client: Int) -> Int {
    daemon.connections.subscriber(numbered: client).map { Int($0.lines.dropped) } ?? 0
  }

  /// Lets a client read all its lines.
  fileprivate func catchUp(_ client: Client) throws {
    for _ in 0..<100 {
      client.read()
      try settle()
    }
  }
}
