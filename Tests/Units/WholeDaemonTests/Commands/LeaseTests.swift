import DaemonTestSupport
import GestureCore
import LinuxEventLoop
import Testing

@testable import GesturedDaemon

@Suite("The private mode") struct LeaseTests {
  private static let everything =
    #"{"command":"subscribe","filter":[{"type":["gesture","settled","device","touches","transition","region","responder","inhibit"]}],"touches":"predicted"}"#

  /// Clients of both sockets, one of which subscribes to everything.
  private func rig() throws -> (ServingRig, holder: Client, listeners: [Client]) {
    let rig = try ServingRig(
      DaemonFiles.threeRecognizers + "\n[recognizer.pair]\nkind = \"tap\"\ntouches = [2]\npassive = true",
      raw: true
    )
    let holder = try rig.connect()
    let listeners = [try rig.connect(), try rig.connect(.raw)]
    #expect(try listeners[1].ask(Self.everything).isGranted)
    for client in listeners + [holder] { _ = client.news }
    return (rig, holder, listeners)
  }

  @Test("While a PIN is typed under the lease no line of it goes out, at either socket")
  func hidesPins() throws {
    let (rig, holder, listeners) = try rig()
    #expect(try holder.ask(#"{"command":"inhibit"}"#).isGranted)
    for client in listeners { #expect(client.news.map { $0.word("type") } == ["inhibit"]) }
    _ = holder.news
    var script = ""
    for (position, place) in ["100,300", "200,300", "100,400", "300,500"].enumerated() {
      script += "A↓\(place)@\(1000 + 400 * position) A↑@\(1080 + 400 * position) "
    }
    try rig.touch(script + "⏲4000")
    for client in listeners + [holder] { #expect(client.news == []) }
    // Lines report a gesture of two fingers, but not its place.
    try rig.touch("A↓100,100@5000 B↓300,100@5000 A↑@5080 B↑@5080 ⏲6000")
    for client in listeners {
      let lines = client.news
      #expect(lines.of("gesture").map { $0.word("recognizer") } == ["pair"])
      #expect(lines.allSatisfy { !$0.contains("location") && !$0.contains("\"touches\"") })
    }
    let lines = try holder.askForLines(#"{"command":"release"}"#)
    let ended = lines.of("inhibit")
    #expect(ended.map { $0.word("state") } == ["ended"])
    #expect((Int(ended.first?.word("suppressed") ?? "") ?? 0) >= 4)
    for client in listeners { _ = client.news }
    try rig.touch("A↓100,100@7000 A↑@7080 ⏲7900")
    for client in listeners { #expect(client.gestures().contains("tap:ended")) }
  }

  @Test("QUE-6 what is under way when the lease begins is cancelled, and goes on for nobody when it ends")
  func cancels() throws {
    let (rig, holder, listeners) = try rig()
    try rig.touch("A↓100,100@0 A→200,100@50")
    for client in listeners { _ = client.news }
    #expect(try holder.ask(#"{"command":"inhibit"}"#).isGranted)
    for client in listeners { #expect(client.gestures() == ["pan:cancelled"]) }
    try rig.touch("A→300,100@100 A↑@150 A↓100,100@300 A→200,100@350")
    #expect(try holder.ask(#"{"command":"release"}"#).isGranted)
    try rig.touch("A→300,100@400 A↑@450 ⏲1900")
    for client in listeners { #expect(client.gestures() == []) }
  }

  @Test("Two may hold the lease: it ends with the last of them, and with its connection")
  func isShared() throws {
    let (rig, holder, listeners) = try rig()
    var second: Client? = try rig.connect()
    #expect(try second?.ask(#"{"command":"inhibit"}"#).isGranted ?? false)
    #expect(try holder.ask(#"{"command":"inhibit"}"#).isGranted)
    #expect(try holder.ask(#"{"command":"inhibit"}"#).isGranted)
    #expect(try holder.ask(#"{"command":"status"}"#).contains(#""inhibited":true"#))
    #expect(listeners[0].news.of("inhibit").count == 1)
    #expect(try holder.askForLines(#"{"command":"release"}"#).of("inhibit") == [])
    #expect(try holder.ask(#"{"command":"release"}"#).word("held") == "false")
    try rig.touch("A↓100,100@0 A↑@80 ⏲900")
    #expect(listeners[0].gestures() == [])
    second = nil
    try rig.settle()
    #expect(listeners[0].news.of("inhibit").map { $0.word("state") } == ["ended"])
    try rig.touch("A↓100,100@1000 A↑@1080 ⏲1900")
    #expect(listeners[0].gestures() == ["tap:ended"])
  }
}
