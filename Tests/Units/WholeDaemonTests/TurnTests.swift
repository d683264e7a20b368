import DaemonTestSupport
import GestureCore
import GestureTestSupport
import LinuxEventLoop
import Testing

@testable import GesturedBase
@testable import GesturedDaemon

/// A turn does only the work that it owes. The lines must equal those of a turn that does all work.
@Suite struct TurnTests {
  /// The outcome of a story.
  private struct Outcome {
    /// The lines of each client, in the order of their disconnections.
    var lines: [[String]] = []
    /// The number of readings of the touchscreen that led to nothing but lines.
    var shortReadings = 0
  }

  /// Fingers that rest, move and lift, one after another.
  private struct Fingers {
    private var isDown = false
    private(set) var time = 0
    private var place = (x: 500, y: 300)

    /// The next stretch of the fingers' story.
    mutating func next(_ random: inout RandomRequests) -> String {
      var steps: [String] = []
      time += 20
      if !isDown {
        place = (random.below(1000), random.below(600))
        steps.append("A↓\(place.x),\(place.y)@\(time)")
      }
      let isPair = random.below(3) == 0
      if isPair { steps.append("B↓\(random.below(1000)),\(random.below(600))@\(time)") }
      for _ in 0..<random.below(40) {
        // Some rests are long enough for timers to fire.
        time += random.below(30) == 0 ? 700 : 8
        place = (
          min(999, max(0, place.x + random.below(31) - 15)), min(599, max(0, place.y + random.below(31) - 15))
        )
        steps.append("A→\(place.x),\(place.y)@\(time)")
      }
      time += 8
      if isPair { steps.append("B↑@\(time)") }
      isDown = random.below(4) == 0
      if !isDown { steps.append("A↑@\(time)") }
      time += random.below(2) * 900
      return steps.joined(separator: " ")
    }
  }

  private static let limits = """

    [socket]
    requests_per_second = 100000
    request_burst = 100000
    connections_per_second = 100000
    queue_lines = 10000
    queue_bytes = 16777216
    """

  private static let configurations = [
    DaemonFiles.threeRecognizers + "\n[region.V]\nframe = [10, 10, 60, 40]\n" + limits,
    DaemonFiles.threeRecognizers + "\n[recognizer.twist]\nkind = \"rotation\"\n" + limits,
  ]

  @Test(
    "Whatever clients, fingers, times and configurations do, a turn that pays what it owes tells the same as one that pays everything",
    arguments: Array(1...12) as [UInt64])
  func debts(seed: UInt64) throws {
    let owed = try play(seed, paysEverything: false)
    let everything = try play(seed, paysEverything: true)
    #expect(owed.lines.count == everything.lines.count)
    for (client, (own, other)) in zip(owed.lines, everything.lines).enumerated() {
      let difference = zip(own, other).first { $0 != $1 }
      #expect(
        own.count == other.count && difference == nil, "client \(client): \(String(describing: difference))")
    }
    #expect(owed.shortReadings > 50)
    #expect(everything.shortReadings == 0)
  }

  @Test("A turn in which a finger only moves owes nothing, and is woken by nothing earlier")
  func moves() throws {
    let rig = try ServingRig()
    let client = try rig.connect()
    try client.subscribe(#""filter":[{"kind":"pan"}]"#)
    try rig.touch("A↓100,100@10 A→140,100@20 A→180,100@30")
    let planned = rig.daemon.turn.planned
    let before = (rig.source.shortReadings, client.lines.count)
    try rig.touch("A→220,100@40 A→260,100@50")
    #expect(rig.source.shortReadings == before.0 + 2 && client.lines.count == before.1 + 2)
    #expect(rig.daemon.turn.planned == planned)
    try rig.touch("A↑@60")
    #expect(rig.source.shortReadings == before.0 + 2)
  }

  /// Plays a story of a seed.
  private func play(_ seed: UInt64, paysEverything: Bool) throws -> Outcome {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.configurations[0], to: "gestured.toml")
    let rig = try ServingRig(Self.configurations[0], raw: true, file: ConfigurationFile(path: path))
    rig.daemon.turn.paysEverything = paysEverything
    var random = RandomRequests(seed: seed)
    var fingers = Fingers()
    var outcome = Outcome()
    var clients = [try rig.connect(.raw), try rig.connect(.raw), try rig.connect(as: .user(1000))]
    for number in 1...120 {
      switch random.below(12) {
      case 0:
        _ = try folder.write(Self.configurations[random.below(2)], to: "gestured.toml")
        rig.daemon.wantReload()
      case 1: clients.append(try rig.connect(random.below(2) == 0 ? .raw : .events))
      case 2 where clients.count > 1:
        outcome.lines.append(told(clients.remove(at: random.below(clients.count))))
      case 3: try clients[0].subscribe(#""filter":[{},{"type":["touches","transition"]}],"touches":"phases""#)
      default:
        let (command, fields) = random.next()
        // The reply contains the process's memory, which differs between runs.
        guard command != "status" else { break }
        try clients[random.below(clients.count)].send(#"{"id":\#(number),"command":"\#(command)"\#(fields)}"#)
      }
      try rig.touch(fingers.next(&random))
      try rig.advance(toMilliseconds: Int64(fingers.time))
    }
    try rig.settle()
    outcome.lines += clients.map(told)
    outcome.shortReadings = rig.source.shortReadings
    return outcome
  }

  /// The lines of a client without the greeting, which contains the time.
  private func told(_ client: Client) -> [String] {
    client.lines.filter { !$0.hasPrefix(#"{"type":"hello""#) }
  }
}
