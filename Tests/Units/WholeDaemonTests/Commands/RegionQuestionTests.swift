import DaemonTestSupport
import GestureCore
import Testing

@testable import GesturedDaemon

/// Regions that answer for the recognizers around them: `gestureRecognizerShouldBegin:` of a view (RES-3).
@Suite("Questions to regions") struct RegionQuestionTests {
  private static let pan =
    "[recognizer.pan]\nkind = \"pan\"\n[recognizer.edge]\nkind = \"pan\"\ntouches = 2\n[rights]\ninhibit = [\"*\"]\n"

  /// A slider that refuses pans of the regions around it.
  private func slider(_ rig: ServingRig, as user: Int? = nil) throws -> Client {
    let client = try user.map { try rig.connect(as: .user(UInt32($0))) } ?? rig.connect()
    #expect(
      try client.ask(
        #"{"command":"regions","edits":[{"add":{"name":"slider","frame":[0,0,60,20],"ask":["should_begin"]}}]}"#
      ).isGranted)
    _ = client.news
    return client
  }

  @Test("RES-3, ARB-21 a region that refuses makes the recognizer above it fail with that reason")
  func refuses() throws {
    let rig = try ServingRig(Self.pan)
    let (slider, listener) = (try slider(rig), try rig.connect())
    try listener.subscribe(#""filter":[{"type":["gesture","transition"]}]"#)
    _ = (slider.news, listener.news)
    try rig.touch("A↓100,50@10 A→140,50@20")
    let question = try #require(slider.news.of("ask").first)
    #expect(
      question.contains(
        #""recognizer":"pan","kind":"pan","what":"should_begin","touch_count":1,"region":"root""#))
    #expect(question.hasSuffix(#","asked_region":"slider"}"#))
    try slider.answer(1, false)
    try rig.touch("A→150,50@23 A→200,50@40 A↑@60 ⏲700")
    let news = listener.news
    #expect(!news.of("gesture").contains { $0.word("recognizer") == "pan" })
    #expect(
      news.of("transition").contains {
        $0.word("recognizer") == "pan" && $0.word("to") == "failed" && $0.word("reason") == "refusedByRegion"
      })
    // Beside the region, it is not asked.
    try rig.touch("A↓800,500@1010 A→840,500@1020 A↑@1060 ⏲1700")
    #expect(slider.news.of("ask") == [])
    #expect(listener.news.of("gesture").contains { $0.word("state") == "ended" })
  }

  @Test("RES-3 yes, and silence after 5 ms, let the recognizer act")
  func allows() throws {
    let rig = try ServingRig(Self.pan)
    let (slider, listener) = (try slider(rig), try rig.connect())
    try listener.subscribe(#""filter":[{"recognizer":"pan"}]"#)
    _ = listener.news
    try rig.touch("A↓100,50@10 A→140,50@20")
    try slider.answer(1, true)
    try rig.touch("A→150,50@23")
    #expect(listener.gestures() == ["pan:began"])
    try rig.touch("A↑@60 A↓100,50@1010 A→140,50@1020")
    _ = (listener.news, slider.news)
    try rig.advance(toMilliseconds: 1024)
    #expect(listener.gestures() == [])
    try rig.advance(toMilliseconds: 1026)
    #expect(slider.news.of("timeout").first?.contains(#""question":2,"value":true"#) ?? false)
    #expect(listener.gestures() == ["pan:began"])
  }

  @Test("RES-3, H8 a region of a client without the right scene refuses for its own user only")
  func outsider() throws {
    let rig = try ServingRig(Self.pan)
    let (slider, listener) = (try slider(rig, as: 4711), try rig.connect())
    for client in [slider, listener] {
      try client.subscribe(#""filter":[{"recognizer":"pan"}]"#)
      _ = client.news
    }
    try rig.touch("A↓100,50@10 A→140,50@20")
    try slider.answer(1, false)
    #expect(listener.gestures() == ["pan:began"])
    try rig.touch("A→150,50@23 A→200,50@40 A↑@60 ⏲700")
    #expect(slider.lines.of("gesture") == [])
    #expect(listener.gestures().last == "pan:ended")
  }

  @Test("RES-3, X8 in private mode no region is asked, and no gesture waits for one")
  func privateMode() throws {
    let rig = try ServingRig(Self.pan)
    let (slider, listener, holder) = (try slider(rig), try rig.connect(), try rig.connect())
    try listener.subscribe(#""filter":[{"recognizer":"edge"}]"#)
    #expect(try holder.ask(#"{"command":"inhibit"}"#).isGranted)
    _ = (slider.news, listener.news)
    try rig.touch("A↓100,50@10 B↓200,50@10 A→140,50@20 B→240,50@20")
    #expect(slider.news.of("ask") == [])
    #expect(listener.gestures().first == "edge:began")
  }
}
