import DaemonTestSupport
import GestureCore
import GestureProtocol
import GestureTestSupport
import GesturedConfiguration
import Testing

@testable import GesturedDaemon
@testable import GesturedServing

/// The gestures that subscribers receive, and their view of gestures under way at their subscription, over real
/// connections.
@Suite struct HearingTests {
  private static let taps = """
    [recognizer.tap1]
    kind = "tap"
    require_to_fail = ["tap2"]

    [recognizer.tap2]
    kind = "tap"
    taps = 2

    [recognizer.pan]
    kind = "pan"
    """

  private static let tap = "A↓512,320@10 A↑@80 ⏲1000"
  private static let doubleTap = "A↓512,320@10 A↑@80 A↓512,320@180 A↑@240 ⏲1000"

  @Test("MULTI-5 a tap waits for no double tap that nobody hears")
  func unheard() throws {
    let rig = try ServingRig(Self.taps)
    let client = try rig.connect()
    try client.subscribe(#""filter":[{"recognizer":"tap1"}]"#)
    try rig.touch(Self.tap)
    #expect(client.gestures == ["tap1:ended@80"])
  }

  @Test(
    "MULTI-6 one who watches everything changes nothing: the tap does not wait, and the double tap is told too"
  )
  func observed() throws {
    let rig = try ServingRig(Self.taps)
    let client = try rig.connect()
    let monitor = try rig.connect()
    try client.subscribe(#""filter":[{"recognizer":"tap1"}]"#)
    try monitor.subscribe(#""passive":true,"filter":[{"type":"gesture"}]"#)
    try rig.touch(Self.doubleTap)
    #expect(client.gestures == ["tap1:ended@80", "tap1:ended@240"])
    #expect(monitor.gestures == ["tap1:ended@80", "tap2:ended@240", "tap1:ended@240"])
  }

  @Test(
    "MULTI-7 asked for by name or kind, or by a client that has said nothing, a recognizer is as it was declared",
    arguments: [
      #""filter":[{"recognizer":["tap1","tap2"]}]"#, #""filter":[{"kind":"tap"}]"#, nil,
    ])
  func asked(_ subscription: String?) throws {
    let rig = try ServingRig(Self.taps)
    let client = try rig.connect()
    if let subscription { try client.subscribe(subscription) }
    try rig.touch(Self.tap)
    #expect(client.gestures == ["tap1:ended@430"])
  }

  @Test(
    "MULTI-6 the form of its lines, and which lines of gestures a client wants, make no recognizer passive",
    arguments: [
      #""units":"pt""#, #""rate":24"#, #""fingers":true"#, #""filter":[]"#, #""filter":[{}]"#,
      #""filter":[{"type":"gesture"}]"#, #""filter":[{"type":["device","gesture","transition"]}]"#,
      #""filter":[{"state":"ended"}]"#, #""filter":[{"touch_count":[1,2]}]"#,
      #""filter":[{"region":"root"}]"#, #""filter":[{"device":1}]"#, #""filter":[{"recognizer":"*"}]"#,
      #""filter":[{"recognizer":["*","tap2"]}]"#,
      #""filter":[{"type":"device"},{"owners":"all"}]"#,
    ])
  func unnamed(_ subscription: String) throws {
    let rig = try ServingRig(Self.taps)
    let client = try rig.connect()
    try client.subscribe(subscription)
    try rig.touch(Self.tap)
    #expect(client.gestures == ["tap1:ended@430"])
    #expect(rig.daemon.publisher.everyone.scene.recognizers.instances.allSatisfy { $0.hearing == .asked })
  }

  @Test("MULTI-6 a client that asks to be passive changes nothing, also where it names recognizers")
  func passive() throws {
    for filter in [#"[{"recognizer":["tap1","tap2"]}]"#, #"[{"kind":"tap"}]"#, "[]"] {
      let rig = try ServingRig(Self.taps)
      let client = try rig.connect()
      try client.subscribe(#""passive":true,"filter":\#(filter)"#)
      try rig.touch(Self.doubleTap)
      #expect(client.gestures == ["tap1:ended@80", "tap2:ended@240", "tap1:ended@240"], "\(filter)")
    }
  }

  @Test("MULTI-6 FLT-35 a filter without gestures hears no recognizer, a passive one gives none force")
  func withoutGestures() throws {
    for (subscription, level) in [
      (#""filter":[{"type":"device"}]"#, RecognizerHearing.unheard),
      (#""filter":[{"type":["settled","inhibit"],"device":1}]"#, .unheard),
      (#""filter":[{"type":"transition"}]"#, .observed), (#""passive":true"#, .observed),
      (#""units":"px""#, .asked),
    ] {
      let rig = try ServingRig(Self.taps + "\n[filter]\nenabled = true\n")
      let client = try rig.connect()
      try client.subscribe(subscription)
      #expect(
        rig.daemon.publisher.everyone.scene.recognizers.instances.map(\.hearing) == [level, level, level],
        "\(subscription)")
    }
  }

  @Test("MULTI-6 a filter without names gives another client's public recognizer no force, its name does")
  func publicOne() throws {
    var scope = SubscriptionScope()
    scope.setRecognizers(
      try RecognizerSet([.tap("tap"), .tap("theirs").owned(by: 7, isPublic: true)]))
    let cases: [([String]?, RecognizerHearing)] = [
      (nil, .observed), (["*"], .observed), (["*", "theirs"], .observed), (["theirs", "*"], .observed),
      (["theirs"], .asked),
    ]
    for (names, level) in cases {
      var filter = FilterDescription()
      filter.recognizers = names
      var hearing = Hearing()
      hearing.add(Subscription(.chosen(SubscribeCommand(filters: [filter])), of: 8, in: scope))
      let levels = hearing.levels(of: scope.recognizers, hasDump: false)
      #expect(levels[1] == level && levels[0] == (names == ["theirs"] ? .unheard : .asked), "\(names ?? [])")
    }
  }

  @Test("MULTI-5 who goes takes what it heard with it")
  func departure() throws {
    let rig = try ServingRig(Self.taps)
    let client = try rig.connect()
    try client.subscribe(#""filter":[{"recognizer":"tap1"}]"#)
    var other: Client? = try rig.connect()
    try rig.touch(Self.tap)
    #expect(other?.gestures == ["tap1:ended@430"])
    other = nil
    try rig.settle()
    try rig.touch("A↓512,320@2010 A↑@2080 ⏲3000")
    #expect(other == nil && client.gestures == ["tap1:ended@430", "tap1:ended@2080"])
  }

  @Test("MULTI-4 the shipped set reports side by side, whoever hears which part of it")
  func shipped() throws {
    let text = String(decoding: Configuration.builtInText, as: UTF8.self)
    let rig = try ServingRig(text)
    let standard = try rig.connect()
    let some = try rig.connect()
    try some.subscribe(#""filter":[{"kind":"tap"}]"#)
    try rig.touch(Self.doubleTap)
    #expect(standard.gestures == ["tap:ended@80", "double_tap:ended@240", "tap:ended@240"])
    #expect(some.gestures == standard.gestures)
  }

  @Test("MULTI-8 S18 who subscribes during a gesture gets a snapshot and then what follows, or nothing of it")
  func snapshot() throws {
    let rig = try ServingRig(Self.taps)
    let first = try rig.connect()
    try rig.touch("A↓400,320@10 A→440,320@20 A→480,320@30")
    let late = try rig.connect()
    let later = try rig.connect()
    try late.subscribe(#""snapshot":true,"units":"normalized","filter":[{"kind":"pan"}]"#)
    try later.subscribe(#""filter":[{"kind":"pan"}]"#)
    let types = late.news.compactMap { $0.field("type") }
    #expect(types.prefix(4) == ["hello", "device", "reply", "device"])
    #expect(types.contains("region") && types.suffix(2) == ["gesture", "snapshot"])
    let told = try #require(late.lines.of("gesture").first)
    #expect(told.gesture == "pan:changed@30+" && told.hasSuffix(#""snapshot":true}"#))
    #expect(told.field("location") == "[0.4688,0.5]")
    #expect(late.lines.of("snapshot").first?.hasSuffix(#""gestures":1}"#) == true)
    try rig.touch("A→520,320@40 A↑@50 ⏲500")
    #expect(late.gestures == ["pan:changed@30+", "pan:changed@40", "pan:ended@50"])
    let ids: [String] = late.lines.of("gesture").map { $0.field("gesture_id") }
    #expect(ids[0] == ids[1])
    #expect(later.lines.of("gesture").isEmpty && first.gestures.last == "pan:ended@50")
    // A new subscription begins anew. It does not continue gestures of the old one.
    try rig.touch("A↓400,320@1010 A→440,320@1020")
    try later.subscribe(#""filter":[{"kind":"pan"}]"#)
    try rig.touch("A→480,320@1030 A↑@1040 ⏲1500")
    #expect(later.gestures == ["pan:began@1020"])
  }

  @Test("MULTI-8 a recognizer that nobody heard at the landing is out until the next touch")
  func unheardAtLanding() throws {
    let rig = try ServingRig(Self.taps)
    let first = try rig.connect()
    try first.subscribe(#""filter":[{"kind":"tap"}]"#)
    try rig.touch("A↓400,320@10 ⏲20")
    let late = try rig.connect()
    try late.subscribe(#""snapshot":true,"filter":[{"kind":"pan"}]"#)
    try rig.touch("A→440,320@30 A→480,320@40 A↑@50 ⏲500")
    #expect(late.gestures.isEmpty)
    try rig.touch("A↓400,320@1010 A→440,320@1020 A↑@1030 ⏲1500")
    #expect(late.gestures == ["pan:began@1020", "pan:ended@1030"])
  }

  @Test("FLT-35 where a touchscreen may be filtered, no recognizer works while no client is connected")
  func filtered() throws {
    let filter = "\n[filter]\nenabled = true\n"
    for (toml, alone) in [
      (Self.taps, RecognizerHearing.asked), (Self.taps + filter, .unheard),
      (Self.taps + "\n[device.left]\nname = \"T1\"\nfilter = { enabled = true }\n", .unheard),
    ] {
      let rig = try ServingRig(toml)
      func levels() -> [RecognizerHearing] {
        rig.daemon.publisher.everyone.scene.recognizers.instances.map(\.hearing)
      }
      #expect(levels() == [alone, alone, alone], "\(toml)")
      var client: Client? = try rig.connect()
      try client?.subscribe(#""filter":[{"kind":"pan"}]"#)
      #expect(levels() == [.unheard, .unheard, .asked])
      client = nil
      try rig.settle()
      #expect(levels() == [alone, alone, alone], "\(toml)")
    }
  }

  @Test("MULTI-7 FLT-35 a dump without a socket hears all recognizers, also where a touchscreen is filtered")
  func dumpAlone() throws {
    let filter = "\n[filter]\nenabled = true\n"
    for (hasSocket, level) in [(false, RecognizerHearing.asked), (true, .observed)] {
      let rig = try ServingRig(Self.taps + filter, hasSocket: hasSocket, dump: .json)
      #expect(
        rig.daemon.publisher.everyone.scene.recognizers.instances.map(\.hearing) == [level, level, level])
    }
  }

  @Test(
    "MULTI-5 MULTI-6 beside a dump nobody is unheard; with nobody connected everything is as it was declared")
  func levels() throws {
    let set = try RecognizerSet(try DaemonFiles(Self.taps).configuration.recognizers)
    var scope = SubscriptionScope()
    scope.setRecognizers(set)
    var hearing = Hearing()
    #expect(hearing.levels(of: scope.recognizers, hasDump: false) == [.asked, .asked, .asked])
    #expect(
      hearing.levels(of: scope.recognizers, hasDump: false, isFiltering: true)
        == [.unheard, .unheard, .unheard])
    hearing.add(Subscription(.none, of: 1, in: scope))
    #expect(hearing.levels(of: scope.recognizers, hasDump: false) == [.unheard, .unheard, .unheard])
    #expect(hearing.levels(of: scope.recognizers, hasDump: true) == [.observed, .observed, .observed])
    hearing.add(Subscription(.standard, of: 2, in: scope))
    #expect(hearing.levels(of: scope.recognizers, hasDump: true) == [.asked, .asked, .asked])
  }
}
