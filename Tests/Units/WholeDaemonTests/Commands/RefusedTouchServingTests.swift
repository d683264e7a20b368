import DaemonTestSupport
import GestureCore
import Testing

@testable import GesturedDaemon

/// Owners that decide late whether a recognizer gets a finger, and a client that gets the remaining touches, over real
/// connections.
@Suite("Fingers that a client refuses, as served")
struct RefusedTouchServingTests {
  private static let open = """
    [region.root]
    recognizers = "full"

    [region.V]
    frame = [15.625, 15.625, 62.5, 46.875]
    multiple = true

    [recognizer.base]
    kind = "hover"
    """

  /// A client with a pan on the root, which decides about its fingers, and a client that listens to the touches of V.
  private func clients(_ rig: ServingRig) throws -> (owner: Client, listener: Client) {
    let (owner, listener) = (try rig.connect(), try rig.connect(.raw))
    #expect(
      try listener.ask(
        #"{"command":"subscribe","touches":"phases","filter":[{"type":"touches","region":"V"}]}"#
      ).isGranted)
    #expect(
      try owner.declare([#"{"name":"p1","kind":"pan","maximum_touches":10,"ask":["should_receive"]}"#])
        .isGranted)
    return (owner, listener)
  }

  @Test(
    "ARB-22, DLY-2, DLY-23 a pan under way learns nothing of the finger that its client refuses, and V gets the finger"
  )
  func activePan() throws {
    let rig = try ServingRig(Self.open, raw: true)
    let (owner, listener) = try clients(rig)
    try rig.touch("A↓200,200@0")
    #expect(owner.told() == ["ask p1 should_receive 1"])
    try owner.answer(1, true)
    try rig.touch("A→215,200@20")
    #expect(owner.told() == ["p1:began"])
    #expect(try listener.touched == ["V:began{1}", "V:cancelled{1}"])
    try rig.touch("B↓300,300@40")
    #expect(owner.told() == ["ask p1 should_receive 2"])
    #expect(try listener.touched == [])
    try owner.answer(2, false)
    try rig.touch("A→225,200@60 B→320,300@80 B↑@140")
    let changes = owner.news.of("gesture")
    #expect(changes.map { $0.word("touch_count") } == ["1"])
    #expect(changes.map { $0.word("translation") } == ["[3.9063,0]"])
    let lines = try listener.newTouches
    #expect(lines.map(\.phase) == ["began", "moved", "ended"])
    #expect(lines.map { $0.touches.map(\.id) } == [[2], [2], [2]])
    #expect(lines.first?.touches[0].time == 1.04)
  }

  @Test(
    "ARB-22, DLY-2 a pan that has not begun begins without the finger that its client refuses, and V keeps the finger"
  )
  func possiblePan() throws {
    let rig = try ServingRig(Self.open, raw: true)
    let (owner, listener) = try clients(rig)
    try rig.touch("A↓200,200@0")
    try owner.answer(1, true)
    try rig.touch("B↓300,300@40")
    #expect(try listener.touched == ["V:began{1}", "V:began{2}"])
    try owner.answer(2, false)
    _ = owner.news
    try rig.touch("A→225,200@60 B→320,300@80 B↑@140")
    #expect(owner.news.of("gesture").map { $0.word("touch_count") } == ["1"])
    #expect(try listener.touched == ["V:cancelled{1}", "V:moved{2}", "V:ended{2}"])
  }

  @Test("ARB-47 a finger joins the deeper of two active pans, and the outer one where the deeper refuses it")
  func contender() throws {
    for joinsDeeper in [true, false] {
      let rig = try ServingRig("[region.root]\nrecognizers = \"full\"\n[recognizer.base]\nkind = \"hover\"\n")
      let client = try rig.connect()
      #expect(
        try client.declare(
          region: "own", frame: "[15.625,15.625,62.5,46.875]",
          #"{"name":"inner","kind":"pan","region":"own","maximum_touches":10,"ask":["should_receive"]}"#,
          #"{"name":"outer","kind":"pan","maximum_touches":10,"ask":["should_receive"]}"#
        ).isGranted)
      _ = client.told()
      try rig.touch("A↓700,500@0")
      #expect(client.told() == ["ask outer should_receive 1"])
      try client.answer(1, true)
      try rig.touch("A→720,500@30")
      #expect(client.told() == ["outer:began"])
      // Without this finger both may be active: the two share no touch.
      try rig.touch("B↓200,200@60")
      #expect(client.told() == ["ask inner should_receive 2", "ask outer should_receive 3"])
      try client.answer(2, true)
      try client.answer(3, false)
      try rig.touch("B→220,200@90")
      #expect(client.told() == ["inner:began"])
      try rig.touch("C↓300,300@120")
      #expect(client.told() == ["ask inner should_receive 4"])
      try client.answer(4, joinsDeeper)
      try rig.advance(toMilliseconds: 126)
      if !joinsDeeper {
        #expect(client.told() == ["ask outer should_receive 5"])
        try client.answer(5, true)
        try rig.advance(toMilliseconds: 131)
      }
      let changes = client.news.of("gesture")
      #expect(changes.map { $0.word("recognizer") } == [joinsDeeper ? "inner" : "outer"])
      #expect(changes.map { $0.word("touch_count") } == ["2"])
    }
  }
}
