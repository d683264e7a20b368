import DaemonTestSupport
import GestureCore
import GestureProtocol
import Testing

@testable import GesturedDaemon
@testable import GesturedDevices
@testable import GesturedServing

/// Recognizers of the configuration that clients switch off, and what an app behind the filter receives meanwhile.
@Suite("Switches") struct SwitchTests {
  private static let configuration = """
    [filter]
    enabled = true

    [recognizer.menu]
    kind = "long_press"

    [recognizer.swipe]
    kind = "swipe"
    passive = true
    """

  /// The phases that the dump has shown of the app since the last call.
  private final class AppPhases {
    private let files: DaemonFiles
    private var count = 0

    init(_ files: DaemonFiles) { self.files = files }

    func take() throws -> [String] {
      let all = try files.dumped.of("app").map { $0.word("phase") }
      defer { count = all.count }
      return Array(all[count...])
    }
  }

  @Test("FLT-104 a recognizer that a client switches off takes no touch that lands from then on")
  func landing() throws {
    let rig = try ServingRig(Self.configuration, dump: .json)
    let app = AppPhases(rig.files)
    let listener = try rig.connect()
    func play() throws {
      let game = try rig.connect()
      // The press holds the touch back.
      try rig.touch("A↓100,100@100 ⏲150")
      #expect(try app.take() == [])
      #expect(try game.ask(#"{"command":"switch","off":["menu"]}"#).isGranted)
      // The touch that is down goes on by the old rules.
      try rig.touch("⏲650")
      #expect(listener.gestures().first == "menu:began")
      try rig.touch("A↑@700 ⏲900")
      #expect(try app.take() == [])
      try rig.touch("A↓100,100@1000 ⏲1005")
      #expect(try app.take() == ["began"])
      try rig.touch("A↑@1020 ⏲1100")
      #expect(try app.take() == ["ended"])
    }
    try play()
    try rig.settle()
    // The connection has ended, and its switch with it.
    try rig.touch("A↓100,100@2000 ⏲2005")
    #expect(try app.take() == [])
  }

  @Test("FLT-104 what any client holds off is off, by its name or by its kind, until the last one lets go")
  func holders() throws {
    let rig = try ServingRig(Self.configuration, dump: .json)
    let app = AppPhases(rig.files)
    let clients = [try rig.connect(), try rig.connect()]
    var time = 1000
    func hasHold() throws -> Bool {
      try rig.touch("A↓100,100@\(time) ⏲\(time + 20)")
      let isHeld = try app.take().isEmpty
      try rig.touch("A↑@\(time + 50) ⏲\(time + 500)")
      #expect(try app.take() == (isHeld ? ["began", "ended"] : ["ended"]))
      time += 1000
      return isHeld
    }
    #expect(try hasHold())
    #expect(try clients[0].ask(#"{"command":"switch","off":"kind:long_press"}"#).isGranted)
    #expect(try clients[1].ask(#"{"command":"switch","off":["menu","swipe"]}"#).isGranted)
    #expect(try !hasHold())
    #expect(try clients[0].ask(#"{"command":"switch","on":"kind:long_press"}"#).isGranted)
    #expect(try !hasHold())
    // Another connection's switch is not its to end.
    #expect(try clients[0].ask(#"{"command":"switch","on":["menu"]}"#).isGranted)
    #expect(try !hasHold())
    #expect(try clients[1].ask(#"{"command":"switch","on":["menu"],"off":"swipe"}"#).isGranted)
    #expect(try hasHold())
  }

  @Test("FLT-104 without the right, or for a name that the configuration does not have, nothing changes")
  func refusals() throws {
    let rig = try ServingRig(Self.configuration, dump: .json)
    let client = try rig.connect()
    let stranger = try rig.connect(as: .user(4242))
    #expect(try stranger.ask(#"{"command":"switch","off":"menu"}"#).contains("not_permitted"))
    let unknown = try client.ask(#"{"command":"switch","off":["menu","menus"]}"#)
    #expect(unknown.contains("unknown_recognizer") && unknown.contains("off[1]"))
    #expect(unknown.contains(#""hint":"menu""#))
    #expect(try client.ask(#"{"command":"switch","on":"kind:swip"}"#).contains("kind:swipe"))
    try rig.touch("A↓100,100@100 ⏲150")
    #expect(try rig.files.dumped.of("app").isEmpty)
  }

  @Test(
    "FLT-22 touches that land while all interaction is ignored reach no app; one's own ignoring leaves them to it"
  )
  func ignored() throws {
    let rig = try ServingRig("[filter]\nenabled = true\n", dump: .json)
    let app = AppPhases(rig.files)
    let stranger = try rig.connect(as: .user(4242))
    #expect(
      try stranger.ask(#"{"command":"ignore_interaction","state":"begin"}"#).contains(#""scope":"own""#))
    try rig.touch("A↓100,100@100 A↑@150 ⏲200")
    #expect(try app.take() == ["began", "ended"])
    let client = try rig.connect()
    #expect(try client.ask(#"{"command":"ignore_interaction","state":"begin"}"#).contains(#""scope":"all""#))
    try rig.touch("A↓100,100@1000 A↑@1050 ⏲1100")
    #expect(try app.take() == [])
    #expect(try client.ask(#"{"command":"ignore_interaction","state":"end"}"#).isGranted)
    try rig.touch("A↓100,100@2000 A↑@2050 ⏲2100")
    #expect(try app.take() == ["began", "ended"])
  }
}
