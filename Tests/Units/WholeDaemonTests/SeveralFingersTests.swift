import DaemonTestSupport
import LinuxEventLoop
import Testing

@testable import GesturedDaemon

/// `single_finger = false`: clients of the events socket cannot learn about single fingers.
@Suite("X3 nobody counts taps at the socket that tells of several fingers only") struct SeveralFingersTests {
  private static let configuration = """
    [recognizer.tap]
    kind = "tap"

    [recognizer.pan]
    kind = "pan"

    [recognizer.pair]
    kind = "tap"
    touches = [2]
    passive = true

    [recognizer.drag]
    kind = "pan"
    touches = [2]
    passive = true

    [socket]
    single_finger = false
    """

  /// All lines of a client of each socket while a finger taps that often, and those of a client that connects later.
  private func story(taps: Int) throws -> (events: [String], raw: [String]) {
    let rig = try ServingRig(Self.configuration, raw: true)
    let (client, raw) = (try rig.connect(), try rig.connect(.raw))
    try client.send(#"{"command":"subscribe","fingers":true}"#)
    for slot in 0..<4 {
      let start = 1000 * slot
      for tap in 0..<taps { try rig.touch("A↓100,100@\(start + 100 * tap) A↑@\(start + 100 * tap + 40)") }
      try rig.advance(toMilliseconds: Int64(start + 500))
      try rig.touch("A↓100,100@\(start + 600) B↓300,100@\(start + 600) A↑@\(start + 650) B↑@\(start + 650)")
      try rig.advance(toMilliseconds: Int64(start + 900))
      try client.send(#"{"command":"regions","edits":[{"add":{"name":"r\#(slot)","frame":[0,0,1,1]}}]}"#)
      try client.send(#"{"command":"regions"}"#)
      try client.send(#"{"command":"recognizers"}"#)
      try client.send(#"{"command":"orientation","device":1,"rotation":\#(slot % 2 * 180)}"#)
      try client.send(
        #"{"command":"subscribe","filter":[{"type":["gesture","region","device"]}],"rate":10,"fingers":true}"#
      )
      // A client that does not read would get a count of missed lines in place of the lines.
      _ = (client.lines, raw.lines)
    }
    try rig.touch("A↓100,100@5000 B↓300,100@5000 A→200,100@5040 B→400,100@5040 A→210,100@5050")
    try client.send(#"{"command":"subscribe","snapshot":true,"fingers":true}"#)
    try client.send(#"{"command":"status"}"#)
    try rig.touch("A→220,100@5060 A↑@5100 B↑@5100 ⏲6000")
    let late = try rig.connect()
    let told = (client.lines + late.lines).filter { $0.word("type") != "hello" }
    return (told, raw.lines)
  }

  @Test(
    "Neither numbers nor answers depend on how often a finger taps; the raw socket tells all",
    arguments: [1, 3])
  func counts(taps: Int) throws {
    let (quiet, _) = try story(taps: 0)
    let (busy, raw) = try story(taps: taps)
    for (told, expected) in zip(busy, quiet) where told != expected {
      Issue.record("\(told) not \(expected)")
    }
    #expect(busy.count == quiet.count)
    #expect(busy.of("gesture").contains { $0.word("recognizer") == "pair" })
    #expect(busy.of("gesture").contains { $0.word("recognizer") == "drag" })
    #expect(busy.of("gesture").allSatisfy { ["pair", "drag"].contains($0.word("recognizer")) })
    #expect(raw.of("gesture").count { $0.word("recognizer") == "tap" } == 4 * taps)
    let numbers = busy.of("gesture").map { Int($0.word("gesture_id")) ?? 0 }
    #expect(Set(numbers).sorted() == Array(1...(Set(numbers).count)))
    // The touches of gestures have no gaps either (ADD-15).
    let ids = busy.of("gesture").map { line in
      line.split(separator: #"{"id":"#).dropFirst().map { String($0.prefix { $0 != "," }) }
    }
    #expect(ids.allSatisfy { !$0.isEmpty } && Set(ids.joined()) == Set((1...10).map { "\($0)" }), "\(ids)")
  }
}
