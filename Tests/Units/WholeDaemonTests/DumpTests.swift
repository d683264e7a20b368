import DaemonTestSupport
import Testing

@testable import GesturedDaemon

/// The dump beside a socket shows lines that only some clients get.
@Suite("Dump beside a socket") struct DumpTests {
  private func shown(_ type: String, _ rig: ServingRig) throws -> [String] {
    try rig.files.dumped.filter { $0.contains(#""type":"\#(type)""#) }
  }

  @Test("ADD-7 the dump shows idle lines, one for all clients with a span")
  func idle() throws {
    let rig = try ServingRig(dump: .json)
    let (client, other) = (try rig.connect(), try rig.connect())
    #expect(try client.ask(#"{"command":"subscribe","idle":[5,30]}"#).isGranted)
    #expect(try other.ask(#"{"command":"subscribe","idle":[30]}"#).isGranted)
    _ = client.news
    try rig.touch("A↓100,100@900 A↑@1000 B↓100,100@40000 B↑@40100")
    let heard = client.news.of("idle")
    #expect(heard.count == 3)
    #expect(try shown("idle", rig) == heard)
  }

  @Test("ACT-1, ACT-4 the dump shows each action, with its responder or without one")
  func actions() throws {
    let rig = try ServingRig(
      ActionTests.form + "\n[recognizer.two]\nkind = \"tap\"\ntouches = 2\naction = \"copy\"\n", dump: .json)
    let (client, application) = (try rig.connect(), try rig.connect())
    #expect(
      try application.ask(
        #"{"command":"subscribe","filter":[{"type":"device"}],"responders":["application"]}"#
      ).isGranted)
    #expect(try client.ask(#"{"command":"perform","action":"undo","value":7}"#).isGranted)
    #expect(try client.ask(#"{"command":"perform","action":"blink","sender":"button"}"#).isGranted)
    try rig.touch("A↓500,300@10 B↓600,300@10 A↑@60 B↑@60 ⏲700")
    let lines = try shown("action", rig)
    let actions = lines.map {
      "\($0.word("action")) by \($0.word("sender")) for \($0.field("responder") ?? "none")"
    }
    #expect(
      actions == [
        "undo by client for application", "blink by client for none", "copy by recognizer for application",
      ])
    // Numbers for passing on are the taker's own.
    #expect(lines.allSatisfy { $0.field("action_id") == nil } && lines.first?.field("value") == "7")
  }
}
