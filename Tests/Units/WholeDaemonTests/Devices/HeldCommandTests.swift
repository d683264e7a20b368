import DaemonTestSupport
import EventFamilies
import GestureTestSupport
import Testing

@testable import GesturedDaemon

/// The command of play and pause on a remote control, beside recognizers on the same key.
@Suite("Commands that wait for a hold")
struct HeldCommandTests {
  private static let hold = """
    [recognizer.stop]
    kind = "long_press"
    allowed_press_types = ["play_pause"]

    """
  /// The key's code.
  private static let play: UInt16 = 164

  /// A daemon with a remote control, and a client that receives commands and hears everything else.
  private func rig(_ toml: String) throws -> (ServingRig, Client, Int) {
    let rig = try ServingRig(toml)
    let remote = rig.plugIn([.presses, .remote])
    let client = try rig.connect()
    #expect(try client.ask(#"{"command":"remote","receive":true}"#).isGranted)
    _ = client.news
    return (rig, client, remote)
  }

  /// Commands and gestures with their times in ms: `toggle@120`, `stop:began@510`.
  private func told(_ client: Client) -> [String] {
    client.news.compactMap { line in
      let time = Double(line.word("time")).map { Int(($0 * 1000).rounded()) - 1000 } ?? -1
      return switch line.word("type") {
      case "remote": "\(line.word("command"))@\(time)"
      case "gesture": "\(line.word("recognizer")):\(line.word("state"))@\(time)"
      default: nil
      }
    }
  }

  @Test(
    "RES-8, PRS-8 a hold of play and pause is the hold alone, and a short press is the command at its release"
  )
  func holdOrCommand() throws {
    let (rig, client, remote) = try rig(ProjectFile.text("config/examples/remote.toml"))
    rig.keys([(Self.play, 1, 10), (Self.play, 0, 700)], on: remote)
    try rig.advance(toMilliseconds: 800)
    #expect(told(client) == ["stop:began@510", "stop:ended@700"])
    rig.keys([(Self.play, 1, 1000)], on: remote)
    try rig.advance(toMilliseconds: 1100)
    #expect(told(client) == [])
    rig.keys([(Self.play, 0, 1120)], on: remote)
    try rig.advance(toMilliseconds: 2000)
    #expect(told(client) == ["toggle@1120"])
    // The command comes after the line of the release.
    rig.keys([(Self.play, 1, 3000), (Self.play, 0, 3100)], on: remote)
    try rig.advance(toMilliseconds: 3200)
    #expect(client.news.map { $0.word("type") }.filter { $0 != "reply" } == ["remote"])
    try client.subscribe(#""filter":[{"type":["press","remote"]},{"recognizer":"stop"}]"#)
    _ = client.news
    rig.keys([(Self.play, 1, 4000), (Self.play, 0, 4100)], on: remote)
    try rig.advance(toMilliseconds: 4200)
    #expect(client.news.map { $0.word("type") } == ["press", "press", "remote"])
  }

  @Test("RES-8 a second key that makes the hold fail lets the command go at once")
  func secondKey() throws {
    let (rig, client, remote) = try rig(
      Self.hold.replacing(#"["play_pause"]"#, with: #"["play_pause", "select"]"#))
    rig.keys([(Self.play, 1, 10), (28, 1, 200), (28, 0, 250), (Self.play, 0, 900)], on: remote)
    try rig.advance(toMilliseconds: 1000)
    #expect(told(client) == ["toggle@200"])
  }

  @Test(
    "RES-8 a hold after a tap takes the commands of both presses, and without the second press the command follows"
  )
  func tapAndHold() throws {
    let (rig, client, remote) = try rig(Self.hold + "taps = 1\n")
    rig.keys([(Self.play, 1, 10), (Self.play, 0, 90), (Self.play, 1, 200)], on: remote)
    try rig.advance(toMilliseconds: 800)
    #expect(told(client) == ["stop:began@700"])
    rig.keys([(Self.play, 0, 900), (Self.play, 1, 2000), (Self.play, 0, 2080)], on: remote)
    try rig.advance(toMilliseconds: 3000)
    #expect(told(client) == ["stop:ended@900", "toggle@2430"])
  }

  @Test(
    "RES-8 recognizers that are passive, switched off, on another key or no hold make no command wait",
    arguments: [
      hold + "passive = true", hold + "enabled = false",
      hold.replacing("play_pause", with: "select"), hold.replacing("long_press", with: "tap"),
    ])
  func noWait(toml: String) throws {
    let (rig, client, remote) = try rig(toml)
    rig.keys([(Self.play, 1, 10)], on: remote)
    try rig.advance(toMilliseconds: 20)
    #expect(told(client) == ["toggle@10"])
  }

  @Test("RES-8 a recognizer that no client listens to makes no command wait")
  func unheard() throws {
    let (rig, client, remote) = try rig(Self.hold)
    #expect(try client.ask(#"{"command":"unsubscribe"}"#).isGranted)
    rig.keys([(Self.play, 1, 10)], on: remote)
    try rig.advance(toMilliseconds: 20)
    #expect(told(client) == ["toggle@10"])
  }

  @Test(
    "RES-8, PRS-7 a press that is cancelled while its command waits is no command, and neither in private mode"
  )
  func cancelled() throws {
    let (rig, client, remote) = try rig(Self.hold)
    rig.keys([(Self.play, 1, 10)], on: remote)
    try rig.advance(toMilliseconds: 100)
    #expect(try client.ask(#"{"command":"inhibit"}"#).isGranted)
    #expect(try client.ask(#"{"command":"release"}"#).isGranted)
    rig.keys([(Self.play, 0, 200), (Self.play, 1, 1000)], on: remote)
    try rig.advance(toMilliseconds: 1100)
    rig.source.unplug(family: remote)
    try rig.advance(toMilliseconds: 2000)
    #expect(told(client) == [])
  }

  @Test("RES-8 a region that takes presses keeps the command, whatever the hold does")
  func taken() throws {
    let (rig, client, remote) = try rig(
      Self.hold + "[region.panel]\nframe = [0, 0, 80, 100]\ncan_become_first_responder = true\n")
    #expect(try client.ask(#"{"command":"focus","region":"panel"}"#).isGranted)
    try client.subscribe(#""filter":[{"type":"press","region":"panel"},{"type":"remote"}]"#)
    _ = client.news
    rig.keys([(Self.play, 1, 10), (Self.play, 0, 100)], on: remote)
    try rig.advance(toMilliseconds: 1000)
    #expect(told(client) == [])
  }
}
