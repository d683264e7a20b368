import DaemonTestSupport
import EventFamilies
import Testing

@testable import GesturedDaemon

/// Categories of sound, from the plugs and requests to the lines of routes.
@Suite("Categories of sound, at the socket") struct AudioCategoryTests {
  private func routes(_ client: Client) -> [String] {
    client.news.of("route").map { line in
      let category = line.word("category")
      return "\(line.word("reason")) \(line.word("route"))" + (category.isEmpty ? "" : " \(category)")
    }
  }

  private func ask(_ client: Client, _ field: String) throws {
    #expect(try client.ask(#"{"command":"audio",\#(field)}"#).isGranted)
  }

  @Test("RES-7, AUD-14 solo_ambient is told as ambient is, and multi_route plays through two plugs at once")
  func categories() throws {
    let rig = try ServingRig("[rights]\naudio = [\"*\"]\n[audio]\nbuilt_in = [\"speaker\"]\n")
    let jack = rig.plugIn(.jack)
    var client: Client? = try rig.connect()
    let watcher = try rig.connect()
    #expect(try watcher.ask(#"{"command":"subscribe","filter":[{"type":"route"}]}"#).isGranted)
    _ = watcher.news
    let player = try #require(client)
    try ask(player, #""category":"solo_ambient""#)
    try ask(player, #""category":"solo_ambient""#)
    #expect(routes(watcher) == [#"3 ["speaker"] solo_ambient"#])
    // Without a plug, or with one, there is one output.
    try ask(player, #""category":"multi_route""#)
    rig.switches([(.headphones, true, 1000)], on: jack)
    try rig.advance(toMilliseconds: 2000)
    #expect(routes(watcher) == [#"3 ["speaker"] multi_route"#, #"1 ["headphones"] multi_route"#])
    rig.switches([(.videoOut, true, 3000)], on: jack)
    try rig.advance(toMilliseconds: 4000)
    #expect(routes(watcher) == [#"1 ["hdmi","headphones"] multi_route"#])
    try ask(player, #""override":"speaker""#)
    try ask(player, #""override":"none""#)
    #expect(
      routes(watcher) == [#"4 ["speaker"] multi_route"#, #"4 ["hdmi","headphones"] multi_route"#])
    try ask(player, #""category":"playback""#)
    try ask(player, #""category":"multi_route""#)
    #expect(routes(watcher) == [#"3 ["hdmi"] playback"#, #"3 ["hdmi","headphones"] multi_route"#])
    rig.switches([(.headphones, false, 5000)], on: jack)
    try rig.advance(toMilliseconds: 6000)
    #expect(routes(watcher) == [#"2 ["hdmi"] multi_route"#])
    rig.switches([(.headphones, true, 7000)], on: jack)
    try rig.advance(toMilliseconds: 8000)
    #expect(routes(watcher) == [#"1 ["headphones","hdmi"] multi_route"#])
    client = nil
    _ = consume player
    try rig.settle()
    #expect(routes(watcher) == [#"3 ["headphones"]"#])
  }
}
