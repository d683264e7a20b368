import DaemonTestSupport
import GestureTestSupport
import GesturedConfiguration
import Testing

@testable import GesturedCommands
@testable import GesturedDaemon
@testable import GesturedServing

/// Clients that change recognizers of the configuration: UIKit's `setScale:`, `setTranslation:inView:`, `enabled`, and
/// properties such as `numberOfTapsRequired`.
@Suite("Setters of the configuration's recognizers")
struct AdjustTests {
  /// User 1000 has the right, and user 1001 has not.
  private static let scene = """
    [rights]
    adjust = "user:1000"

    [recognizer.back]
    kind = "swipe"

    [recognizer.zoom]
    kind = "pinch"

    [recognizer.drag]
    kind = "pan"
    touches = [2]
    simultaneous_with = ["zoom"]

    """
  /// A finger that swipes to the right for 28 mm.
  private func swipe(at time: Int) -> String {
    "A↓200,300@\(time) A→260,300@\(time + 30) A→320,300@\(time + 60) A→380,300@\(time + 90) A↑@\(time + 100) "
      + "⏲\(time + 600)"
  }

  private func rig() throws -> (ServingRig, game: Client, other: Client) {
    let rig = try ServingRig(Self.scene)
    return (rig, try rig.connect(as: .user(1000)), try rig.connect(as: .user(1001)))
  }

  private func set(_ client: Client, _ recognizer: String, _ field: String) throws -> String {
    try client.ask(#"{"command":"set","recognizer":"\#(recognizer)",\#(field)}"#)
  }

  @Test("RES-4 a scale that is set back to 1 at each change is told by steps, to every client")
  func scaleByStep() throws {
    let (rig, game, other) = try rig()
    _ = (game.news, other.news)
    var scales: [Double] = []
    var distance = 200.0
    try rig.touch("A↓400,300@10 B↓600,300@10")
    for step in 1...4 {
      try rig.touch("B→\(600 + 100 * step),300@\(10 + 40 * step)")
      let line = try #require(game.news.of("gesture").last { $0.word("recognizer") == "zoom" })
      scales.append(try #require(Double(line.word("scale"))))
      #expect(try set(game, "zoom", #""scale":1"#).isGranted)
      distance += 100
    }
    // 300/200 is the first line's, which began later than the fingers; each other one is a step alone.
    for (scale, expected) in zip(scales.dropFirst(), [400.0 / 300, 500.0 / 400, 600.0 / 500]) {
      #expect(abs(scale - expected) < 0.001, "\(scales)")
    }
    let heard = other.news.of("gesture").filter { $0.word("recognizer") == "zoom" }.map { $0.word("scale") }
    #expect(heard.compactMap(Double.init) == scales)
  }

  @Test("RES-4 a translation that is set to 0 counts from there, also in a scene of a user's own")
  func translationByStep() throws {
    let (rig, game, other) = try rig()
    try other.declare(region: "own", frame: "[0,0,10,10]")
    _ = (game.news, other.news)
    try rig.touch("A↓400,200@10 B↓500,200@10 A→400,260@50 B→500,260@50")
    #expect(try set(game, "drag", #""translation":[0,0]"#).isGranted)
    _ = other.news
    try rig.touch("A→400,324@90 B→500,324@90")
    let lines = other.news.of("gesture").filter { $0.word("recognizer") == "drag" }
    #expect(lines.last?.word("translation") == "[0,10]", "\(lines)")
  }

  @Test("RES-4 a game switches back off while it runs; it dies, and back is on again")
  func disabledWhileRunning() throws {
    let rig = try ServingRig(Self.scene)
    var game: Client? = try rig.connect(as: .user(1000))
    let (other, root) = (try rig.connect(as: .user(1001)), try rig.connect())
    try other.subscribe(#""filter":[{"recognizer":"back"},{"type":"recognizer"}]"#)
    _ = other.news
    #expect(try game.map { try set($0, "back", #""enabled":false"#).isGranted } ?? false)
    #expect(
      other.news.of("recognizer").map { $0.word("recognizer") + " " + $0.word("state") } == ["back changed"])
    try rig.touch(swipe(at: 100))
    #expect(other.news == [])
    let told = #""adjusted":[{"recognizer":"back","client":1,"uid":1000,"enabled":false}]"#
    #expect(try root.ask(#"{"command":"status"}"#).contains(told))
    #expect(try game?.ask(#"{"command":"status"}"#).contains(told) ?? false)
    #expect(!(try other.ask(#"{"command":"status"}"#)).contains("adjusted"))
    _ = other.news
    game = nil
    try rig.settle()
    #expect(other.news.of("recognizer").count == 1)
    try rig.touch(swipe(at: 1000))
    #expect(other.news.of("gesture").map { $0.word("recognizer") } == ["back"])
    #expect(!(try root.ask(#"{"command":"status"}"#)).contains("adjusted"))
  }

  @Test("RES-4 a gesture under way ends when its recognizer is switched off, and reset takes the change back")
  func underWay() throws {
    let (rig, game, other) = try rig()
    try rig.touch("A↓400,200@10 B↓500,200@10 A→400,260@50 B→500,260@50")
    _ = other.news
    #expect(try set(game, "drag", #""enabled":false"#).isGranted)
    #expect(other.gestures() == ["drag:cancelled"])
    try rig.touch("A→400,300@80 B→500,300@80 A↑@100 B↑@100 ⏲800")
    #expect(!other.gestures().contains { $0.hasPrefix("drag") })
    #expect(try set(game, "drag", #""reset":true"#).isGranted)
    try rig.touch("A↓400,200@1000 B↓500,200@1000 A→400,260@1050 B→500,260@1050")
    #expect(other.gestures().contains("drag:began"))
  }

  @Test("RES-4 options count from the next attempt, the latest client's first, and null takes one back")
  func options() throws {
    let rig = try ServingRig(Self.scene.replacing("user:1000", with: "*"))
    var first: Client? = try rig.connect(as: .user(1000))
    let (second, other) = (try rig.connect(as: .user(1002)), try rig.connect(as: .user(1001)))
    func minimum() throws -> String {
      let root = try rig.connect()
      let lines = try root.askForLines(#"{"command":"recognizers","owners":"all"}"#)
      return lines.of("recognizer").first { $0.word("recognizer") == "back" }?.word("distance_mm") ?? ""
    }
    let usual = try minimum()
    #expect(try first.map { try set($0, "back", #""options":{"distance_mm":40}"#).isGranted } ?? false)
    #expect(try minimum() == "40")
    _ = other.news
    try rig.touch(swipe(at: 100))
    #expect(other.gestures() == [])
    #expect(
      try set(second, "back", #""options":{"distance_mm":20,"maximum_duration_ms":400}"#).isGranted)
    #expect(try minimum() == "20")
    try rig.touch(swipe(at: 1000))
    #expect(other.gestures() == ["back:ended"])
    #expect(
      try other.ask(#"{"command":"status"}"#).contains(
        #"{"recognizer":"back","client":2,"uid":1002,"options":["distance_mm","maximum_duration_ms"]}]"#
      ))
    #expect(try set(second, "back", #""options":{"distance_mm":null}"#).isGranted)
    #expect(try minimum() == "40")
    first = nil
    try rig.settle()
    #expect(try minimum() == usual)
  }

  @Test(
    "RES-4 what cannot be changed is refused with path, found and allowed, and nothing is lost",
    arguments: [
      ("zoom", #""scale":0"#, "invalid_value", "scale"),
      ("zoom", #""scale":"big""#, "invalid_value", "scale"),
      ("drag", #""translation":[0,1e9]"#, "invalid_value", "translation"),
      ("zoom", #""rotation":1"#, "conflict", "recognizer"),
      ("zoom", #""scale":1,"enabled":true"#, "invalid_value", "enabled"),
      ("back", #""enabled":1"#, "invalid_value", "enabled"),
      ("back", #""enabled":false,"device":1"#, "conflict", "device"),
      ("back", #""options":[]"#, "invalid_value", "options"),
      ("back", #""options":{"minimum_distance_mm":-1}"#, "invalid_value", "options.minimum_distance_mm"),
      ("back", #""options":{"minimum_distance_mm":100}"#, "invalid_value", "options.minimum_distance_mm"),
      ("back", #""options":{"minimum_distance":1}"#, "unknown_field", "options.minimum_distance"),
      ("back", #""options":{"region":"root"}"#, "unknown_field", "options.region"),
      (
        "back", #""options":{"minimum_distance_mm":9,"direction":["lft"]}"#, "invalid_value",
        "options.direction[0]"
      ),
      ("bcak", #""enabled":false"#, "unknown_recognizer", "recognizer"),
      ("off", #""enabled":true"#, "conflict", "recognizer"),
      ("mine", #""enabled":false"#, "conflict", "recognizer"),
      ("back", #""reset":false"#, "invalid_value", "reset"),
    ])
  func refused(recognizer: String, field: String, code: String, path: String) throws {
    let rig = try ServingRig(Self.scene + "[recognizer.off]\nkind = \"tap\"\nenabled = false\n")
    let game = try rig.connect(as: .user(1000))
    try game.declare([#"{"name":"mine","kind":"tap"}"#])
    #expect(try set(game, "back", #""options":{"minimum_distance_mm":10}"#).isGranted)
    let before = try game.ask(#"{"command":"status"}"#).split(separator: #""adjusted":"#).last
    let reply = try set(game, recognizer, field)
    #expect(reply.errorCode == code && reply.word("path") == path, "\(reply)")
    if code == "invalid_value" { #expect(reply.contains("found") && reply.contains("allowed"), "\(reply)") }
    if recognizer == "bcak" { #expect(reply.word("hint") == "back", "\(reply)") }
    let after = try game.ask(#"{"command":"status"}"#).split(separator: #""adjusted":"#).last
    #expect(before == after)
  }

  @Test(
    "RES-4 without the right a client changes nothing of the configuration's recognizers, not even for itself",
    arguments: [#""scale":1"#, #""enabled":false"#, #""options":{}"#, #""reset":true"#])
  func withoutRight(field: String) throws {
    let (rig, _, other) = try rig()
    for ownScene in [false, true] {
      if ownScene { try other.declare(region: "own", frame: "[0,0,10,10]") }
      let reply = try set(other, "zoom", field)
      #expect(reply.errorCode == "not_permitted" && reply.word("path") == "recognizer", "\(reply)")
      #expect(reply.word("hint").hasPrefix("[rights] adjust"), "\(reply)")
    }
    try other.declare([#"{"name":"mine","kind":"pinch"}"#])
    #expect(try set(other, "mine", #""scale":1"#).isGranted)
    try rig.settle()
  }

  @Test("RES-4 scenes of users follow, and a change outlives their declarations")
  func ownScenes() throws {
    let (rig, game, other) = try rig()
    try other.declare(region: "own", frame: "[0,0,10,10]")
    #expect(try set(game, "back", #""enabled":false"#).isGranted)
    _ = other.news
    try rig.touch(swipe(at: 100))
    #expect(other.gestures() == [])
    #expect(try set(game, "back", #""enabled":true"#).isGranted)
    try rig.touch(swipe(at: 1000))
    #expect(other.gestures() == ["back:ended"])
  }

  @Test("RES-4 options of a client count on a screen with options of its own too")
  func screenOptions() throws {
    let rig = try ServingRig(
      Self.scene + "[device.t]\nname = \"T1\"\n[device.t.recognizer.back]\ndistance_mm = 12\n")
    let game = try rig.connect(as: .user(1000))
    #expect(try set(game, "back", #""options":{"distance_mm":60}"#).isGranted)
    _ = game.news
    try rig.touch(swipe(at: 100))
    #expect(game.gestures() == [])
    #expect(try set(game, "back", #""reset":true"#).isGranted)
    try rig.touch(swipe(at: 1000))
    #expect(game.gestures() == ["back:ended"])
  }

  @Test(
    "RES-4 a reload keeps changes that still fit, and ends those without a recognizer or without the right")
  func reload() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.scene, to: "gestured.toml")
    let rig = try ServingRig(Self.scene, file: ConfigurationFile(path: path))
    let (game, root) = (try rig.connect(as: .user(1000)), try rig.connect())
    #expect(try set(game, "back", #""enabled":false"#).isGranted)
    #expect(try set(game, "zoom", #""enabled":false"#).isGranted)
    func adjusted(after toml: String, at time: Int64) throws -> [String] {
      _ = try folder.write(toml, to: "gestured.toml")
      rig.daemon.wantReload()
      try rig.advance(toMilliseconds: time)
      let reply = try root.ask(#"{"command":"status"}"#)
      return ["back", "zoom"].filter { reply.contains(#"{"recognizer":"\#($0)","client":1"#) }
    }
    _ = root.news
    let more = Self.scene + "[recognizer.more]\nkind = \"long_press\"\n"
    #expect(try adjusted(after: more, at: 100) == ["back", "zoom"])
    try rig.touch(swipe(at: 1000))
    #expect(!root.gestures().contains("back:ended"))
    let fewer = more.replacing("[recognizer.zoom]", with: "[recognizer.zoom2]")
      .replacing("simultaneous_with = [\"zoom\"]", with: "")
    #expect(try adjusted(after: fewer, at: 2000) == ["back"])
    #expect(try adjusted(after: fewer.replacing("user:1000", with: "user:1003"), at: 3000) == [])
    try rig.touch(swipe(at: 4000))
    #expect(root.gestures().contains("back:ended"))
  }

  @Test("RES-4, H2 changes count among the bytes that a client makes the daemon keep")
  func bytes() {
    var adjustments = Adjustments()
    #expect(adjustments.keptBytes(of: 7) == 0)
    adjustments.record(.enabled(false), of: "back", by: 7)
    let one = adjustments.keptBytes(of: 7)
    adjustments.record(.options(["minimum_distance_mm": 40]), of: "back", by: 7)
    #expect(one > 0 && adjustments.keptBytes(of: 7) > one && adjustments.keptBytes(of: 8) == 0)
    adjustments.record(.reset, of: "back", by: 7)
    #expect(adjustments.keptBytes(of: 7) == 0 && adjustments.entries.isEmpty)
  }
}
