import DaemonTestSupport
import EventFamilies
import GestureCore
import GestureTestSupport
import Testing

@testable import GesturedDaemon

/// Clients that are controllers or the application: what no region takes reaches them (RES-1, RES-2).
@Suite("Clients as responders") struct ResponderServingTests {
  private static let scene = SceneText(DaemonFiles.threeRecognizers)
    .region("page", [0, 0, 120, 100], controller: "page")
    .region("sheet", in: "page", [10, 10, 60, 60], controller: "sheet", isFocusable: true)
    .region("row", in: "sheet", [0, 0, 20, 20], controller: "sheet", isFocusable: true)
    .rights("focus", "key_window").text

  private func be(_ responders: String, _ client: Client, _ more: String = "") throws -> String {
    try client.ask(
      #"{"command":"subscribe","filter":[{"type":"device"}],"responders":[\#(responders)]\#(more)}"#)
  }

  private func states(_ client: Client) -> [String] {
    client.news.of("motion").map { "\($0.word("state")) \($0.word("receiver"))" }
  }

  private func commands(_ client: Client) -> [String] {
    client.news.of("remote").map { "\($0.word("command")) \($0.field("receiver") ?? "session")" }
  }

  @Test("RES-1, RSP-1, RSP-8, RSP-10 a shake that no responder below takes reaches the application")
  func shakeForTheApplication() throws {
    let rig = try ServingRig(Self.scene)
    let sensor = rig.plugIn(.motion)
    let (application, page, sheet) = (try rig.connect(), try rig.connect(), try rig.connect())
    #expect(try be(#""application""#, application).isGranted)
    #expect(try application.ask(#"{"command":"focus","region":"row"}"#).isGranted)
    _ = application.news
    rig.shake(from: 0, for: 600, on: sensor)
    try rig.advance(toMilliseconds: 2000)
    #expect(states(application) == ["began application", "ended application"])
    // A controller below takes it, and the inner controller before the outer one.
    #expect(try be(#"{"name":"controller:page","types":"motion"}"#, page).isGranted)
    rig.shake(from: 3000, for: 600, on: sensor)
    try rig.advance(toMilliseconds: 5000)
    #expect(states(page) == ["began controller:page", "ended controller:page"])
    #expect(try be(#""controller:sheet""#, sheet).isGranted)
    rig.shake(from: 6000, for: 600, on: sensor)
    try rig.advance(toMilliseconds: 8000)
    #expect(states(sheet) == ["began controller:sheet", "ended controller:sheet"])
    #expect(states(page) == [] && states(application) == [])
  }

  @Test(
    "RES-1, RSP-11 the first responder may be any region of a controller: its event climbs to the controller")
  func innerRegion() throws {
    let rig = try ServingRig(Self.scene)
    let remote = rig.plugIn(.presses)
    let (sheet, owner) = (try rig.connect(), try rig.connect())
    #expect(try be(#"{"name":"controller:sheet","types":["press"]}"#, sheet).isGranted)
    #expect(try owner.ask(#"{"command":"focus","region":"row"}"#).isGranted)
    _ = sheet.news
    rig.keys([(28, 1, 10), (28, 0, 90)], on: remote)
    try rig.advance(toMilliseconds: 100)
    #expect(sheet.news.of("press").map { $0.word("receiver") } == ["controller:sheet", "controller:sheet"])
  }

  @Test("RES-1 without a touchscreen's taker, a client that takes other events lets a shake pass")
  func types() throws {
    let rig = try ServingRig(Self.scene)
    let sensor = rig.plugIn(.motion)
    let (page, application) = (try rig.connect(), try rig.connect())
    #expect(try be(#"{"name":"controller:page","types":["action","press"]}"#, page).isGranted)
    #expect(try be(#""application""#, application).isGranted)
    #expect(try application.ask(#"{"command":"focus","region":"row"}"#).isGranted)
    _ = (page.news, application.news)
    rig.shake(from: 0, for: 600, on: sensor)
    try rig.advance(toMilliseconds: 2000)
    #expect(states(page) == [] && states(application) == ["began application", "ended application"])
  }

  @Test("RES-1, RSP-2 touches that regions pass on reach the controller, then the application")
  func touches() throws {
    let rig = try ServingRig(Self.scene, raw: true)
    let (row, sheet, application) = (
      try rig.connect(.raw), try rig.connect(.raw), try rig.connect(.raw)
    )
    try row.subscribe(#""filter":[{"type":"touches","region":"row","descendants":false}],"touches":"phases""#)
    #expect(try be(#""controller:sheet""#, sheet, #","touches":"phases""#).isGranted)
    #expect(try be(#""application""#, application, #","touches":"phases""#).isGranted)
    func told(_ client: Client) -> [String] {
      client.news.of("touches").map {
        "\($0.word("phase")) \($0.word("region")) \($0.field("responder") ?? "-")"
      }
    }
    for client in [row, sheet, application] { _ = client.news }
    // The row keeps its touches.
    try rig.touch("A↓100,100@10 A↑@60 ⏲600")
    #expect(told(row) == ["began row -", "ended row -"])
    #expect(told(sheet) == [] && told(application) == [])
    // Passed on, they reach the controller at its outermost region.
    #expect(try row.ask(#"{"command":"forward","region":"row","enabled":true}"#).isGranted)
    try rig.touch("A↓100,100@1010 A↑@1060 ⏲1600")
    #expect(told(row) == ["began row -", "ended row -"])
    #expect(told(sheet) == ["began sheet controller:sheet", "ended sheet controller:sheet"])
    #expect(told(application) == [])
    // The controller passes them on as well.
    #expect(try sheet.ask(#"{"command":"forward","region":"controller:sheet","enabled":true}"#).isGranted)
    try rig.touch("A↓100,100@2010 A→103,100@2030 A↑@2060 ⏲2600")
    #expect(
      told(sheet) == [
        "began sheet controller:sheet", "moved sheet controller:sheet", "ended sheet controller:sheet",
      ])
    #expect(
      told(application) == [
        "began window application", "moved window application", "ended window application",
      ])
  }

  /// A client that takes shakes, presses and commands in a region.
  private func listener(_ rig: borrowing ServingRig, in region: String) throws -> Client {
    let client = try rig.connect()
    try client.subscribe(
      #""filter":[{"type":["motion","press","remote"],"region":"\#(region)","descendants":false}]"#)
    try receive(client)
    return client
  }

  @Test("RSP-2, MULTI-17 a client without raw touches passes a shake on; each line names its receiver")
  func forwardedShake() throws {
    let rig = try ServingRig(Self.scene)
    let sensor = rig.plugIn(.motion)
    let (row, page) = (try listener(rig, in: "row"), try listener(rig, in: "page"))
    let watcher = try rig.connect()
    try watcher.subscribe(#""filter":[{"type":"motion"}]"#)
    #expect(try row.ask(#"{"command":"focus","region":"row"}"#).isGranted)
    for client in [row, page, watcher] { _ = client.news }
    rig.shake(from: 0, for: 600, on: sensor)
    try rig.advance(toMilliseconds: 2000)
    #expect(states(row) == ["began row", "ended row"] && states(page) == [])
    #expect(states(watcher) == ["began row", "ended row"])
    #expect(try row.ask(#"{"command":"forward","region":"row","enabled":true}"#).isGranted)
    rig.shake(from: 3000, for: 600, on: sensor)
    try rig.advance(toMilliseconds: 5000)
    #expect(states(row) == ["began row", "ended row"])
    #expect(states(page) == ["began page", "ended page"])
    let watched = watcher.news.of("motion")
    #expect(watched.map { $0.word("receiver") } == ["row", "page", "row", "page"])
    #expect(Set(watched.map { $0.field("seq") ?? "" }).count == 4)
    #expect(try row.ask(#"{"command":"forward","region":"row","enabled":false}"#).isGranted)
    rig.shake(from: 6000, for: 600, on: sensor)
    try rig.advance(toMilliseconds: 8000)
    #expect(states(row) == ["began row", "ended row"] && states(page) == [])
  }

  @Test(
    "RSP-2 a client may ask to pass on before the region's touchscreen is there, where its filter names it")
  func forwardedBeforeTheTouchscreen() throws {
    let side = """

      [window.side]
      device = "T2"

      [region.outer]
      parent = "side"
      frame = [0, 0, "100%", "100%"]

      [region.inner]
      parent = "outer"
      frame = [0, 0, "50%", "50%"]
      can_become_first_responder = true

      """
    let rig = try ServingRig(Self.scene + side)
    let sensor = rig.plugIn(.motion)
    let (inner, outer) = (try listener(rig, in: "inner"), try listener(rig, in: "outer"))
    rig.source.unplug(1)
    try rig.settle()
    let forward = #"{"command":"forward","region":"inner","enabled":true}"#
    #expect(try inner.ask(forward).isGranted)
    #expect(try outer.ask(forward).errorCode == "conflict")
    var screen = try rig.files.recording(EvemuScript(), named: "T2")
    screen.name = "T2"
    rig.source.plugIn(screen)
    try rig.settle()
    let focus = try inner.ask(#"{"command":"focus","region":"inner"}"#)
    #expect(focus.isGranted, "\(focus)")
    #expect(try inner.ask(#"{"command":"regions","key_window":"side"}"#).isGranted)
    for client in [inner, outer] { _ = client.news }
    rig.shake(from: 0, for: 600, on: sensor)
    try rig.advance(toMilliseconds: 2000)
    #expect(states(inner) == ["began inner", "ended inner"])
    #expect(states(outer) == ["began outer", "ended outer"])
  }

  @Test("RSP-2, RES-1 presses and commands are passed on too, also by the client that is a controller")
  func forwardedKeys() throws {
    let rig = try ServingRig(Self.scene)
    let (presses, keys) = (rig.plugIn(.presses), rig.plugIn(.remote))
    let (row, sheet, application) = (try listener(rig, in: "row"), try rig.connect(), try rig.connect())
    #expect(try be(#""controller:sheet""#, sheet).isGranted)
    #expect(try be(#""application""#, application).isGranted)
    for client in [sheet, application] { try receive(client) }
    #expect(try row.ask(#"{"command":"focus","region":"row"}"#).isGranted)
    #expect(try row.ask(#"{"command":"forward","region":"row","enabled":true}"#).isGranted)
    #expect(try sheet.ask(#"{"command":"forward","region":"controller:sheet","enabled":true}"#).isGranted)
    for client in [row, sheet, application] { _ = client.news }
    rig.keys([(28, 1, 10), (28, 0, 90)], on: presses)
    rig.keys([(163, 1, 110), (163, 0, 190)], on: keys)
    try rig.advance(toMilliseconds: 200)
    for (client, name) in [(row, "row"), (sheet, "controller:sheet"), (application, "application")] {
      let lines = client.news
      #expect(lines.of("press").map { $0.word("receiver") } == [name, name])
      #expect(lines.of("remote").map { "\($0.word("command")) \($0.word("receiver"))" } == ["next \(name)"])
    }
    // A client cannot pass on what it does not take.
    let refused = try application.ask(#"{"command":"forward","region":"row","enabled":true}"#)
    #expect(refused.errorCode == "conflict" && refused.contains(#""path":"region""#))
  }

  @Test("RES-1 on the socket of gestures no responder gets touches, and naming them is an error")
  func touchesElsewhere() throws {
    let rig = try ServingRig(Self.scene, raw: true)
    let (events, raw) = (try rig.connect(), try rig.connect(.raw))
    let touches = #"{"name":"application","types":["touches"]}"#
    #expect(try be(touches, events).errorCode == "not_permitted")
    #expect(try be(touches, raw).errorCode == "conflict")
    #expect(try be(touches, raw, #","touches":"phases""#).isGranted)
  }

  @Test("CLI-5 a filter with a state passes shakes and presses of that state, to listeners and observers")
  func statesOfFamilies() throws {
    let rig = try ServingRig(Self.scene)
    let sensor = rig.plugIn(.motion)
    let (row, watcher, all) = (try rig.connect(), try rig.connect(), try rig.connect())
    try row.subscribe(#""filter":[{"type":"motion","region":"row","state":["ended","cancelled"]}]"#)
    try watcher.subscribe(#""filter":[{"type":"motion","state":"began"},{"type":"press"}]"#)
    try all.subscribe(#""filter":[{"type":"motion"}]"#)
    #expect(try row.ask(#"{"command":"focus","region":"row"}"#).isGranted)
    rig.shake(from: 0, for: 600, on: sensor)
    try rig.advance(toMilliseconds: 2000)
    #expect(states(row) == ["ended row"])
    #expect(states(watcher) == ["began row"])
    #expect(states(all) == ["began row", "ended row"])
  }

  @Test("RES-1 a responder that another client is: an error, and both clients keep what they had")
  func heldByAnother() throws {
    let rig = try ServingRig(Self.scene)
    let sensor = rig.plugIn(.motion)
    var first: Client? = try rig.connect()
    let second = try rig.connect()
    #expect(try first.map { try be(#""application","controller:page""#, $0).isGranted } ?? false)
    try second.subscribe(#""filter":[{"type":"motion","region":"row"}]"#)
    let refused = try be(#""controller:sheet","application""#, second)
    #expect(refused.errorCode == "conflict" && refused.contains(#""path":"responders[1]""#))
    #expect(try second.ask(#"{"command":"focus","region":"row"}"#).isGranted)
    rig.shake(from: 0, for: 600, on: sensor)
    try rig.advance(toMilliseconds: 2000)
    #expect(states(second) == ["began row", "ended row"])
    #expect(first.map(states) == [])
    // A client may take its own again, and another may once it has gone.
    #expect(try first.map { try be(#""application""#, $0).isGranted } ?? false)
    #expect(try be(#""controller:page""#, second).isGranted)
    first = nil
    try rig.settle()
    #expect(try be(#""application""#, second).isGranted)
    for wrong in [#""root""#, #""controller:""#, "3", #"{"name":"application","types":["tap"]}"#, "{}"] {
      #expect(!(try be(wrong, second).isGranted), "\(wrong)")
    }
    #expect(try be(#""application","application""#, second).errorCode == "conflict")
    let many = (0...32).map { #""controller:c\#($0)""# }.joined(separator: ",")
    #expect(try be(many, second).errorCode == "limit_reached")
  }

  @Test("RES-1, H8 a client without the right scene hears as the application and keeps nothing from others")
  func outsider() throws {
    let rig = try ServingRig(Self.scene)
    let sensor = rig.plugIn(.motion)
    let (outsider, application) = (try rig.connect(as: .user(4711)), try rig.connect())
    #expect(try be(#""controller:page","application""#, outsider).isGranted)
    #expect(try be(#""application""#, application).isGranted)
    #expect(try application.ask(#"{"command":"focus","region":"row"}"#).isGranted)
    _ = (outsider.news, application.news)
    rig.shake(from: 0, for: 600, on: sensor)
    try rig.advance(toMilliseconds: 2000)
    #expect(states(application) == ["began application", "ended application"])
    #expect(states(outsider) == ["began application", "ended application"])
  }

  // MARK: Remote control

  private func receive(_ client: Client, _ more: String = "") throws {
    #expect(try client.ask(#"{"command":"remote","receive":true\#(more)}"#).isGranted)
  }

  @Test(
    "RES-2, RMT-10, RMT-14 a command goes to the first responder or its chain, and else to the session's holder"
  )
  func commandForTheFirstResponder() throws {
    let rig = try ServingRig(Self.scene)
    let keys = rig.plugIn(.remote)
    let (row, player, page) = (try rig.connect(), try rig.connect(), try rig.connect())
    try row.subscribe(#""filter":[{"type":"remote","region":"row","descendants":false}]"#)
    try receive(row)
    try receive(player)
    #expect(try player.ask(#"{"command":"audio","session":true}"#).isGranted)
    #expect(try row.ask(#"{"command":"focus","region":"row"}"#).isGranted)
    for client in [row, player] { _ = client.news }
    rig.keys([(163, 1, 10), (163, 0, 90)], on: keys)
    try rig.advance(toMilliseconds: 100)
    #expect(commands(row) == ["next row"] && commands(player) == [])
    // A command that the first responder does not want climbs, and then the session's holder gets it.
    try receive(row, #","disable":["next"]"#)
    rig.keys([(163, 1, 200), (163, 0, 290)], on: keys)
    try rig.advance(toMilliseconds: 300)
    #expect(commands(row) == [] && commands(player) == ["next session"])
    #expect(try be(#""controller:page""#, page).isGranted)
    try receive(page)
    _ = page.news
    rig.keys([(163, 1, 400), (163, 0, 490)], on: keys)
    try rig.advance(toMilliseconds: 500)
    #expect(commands(page) == ["next controller:page"] && commands(player) == [])
    // A responder that does not receive commands takes none.
    #expect(try page.ask(#"{"command":"remote","receive":false}"#).isGranted)
    #expect(try row.ask(#"{"command":"focus","region":null}"#).isGranted)
    rig.keys([(164, 1, 600), (164, 0, 690)], on: keys)
    try rig.advance(toMilliseconds: 700)
    #expect(commands(page) == [] && commands(player) == ["toggle session"])
  }

  @Test("RES-2, RMT-5 the end of a seek goes to who got its beginning, whoever is first responder by then")
  func seek() throws {
    let rig = try ServingRig(Self.scene)
    let keys = rig.plugIn(.remote)
    let (row, player) = (try rig.connect(), try rig.connect())
    try row.subscribe(#""filter":[{"type":"remote","region":"row","descendants":false}]"#)
    for client in [row, player] { try receive(client) }
    #expect(try row.ask(#"{"command":"focus","region":"row"}"#).isGranted)
    for client in [row, player] { _ = client.news }
    rig.keys([(208, 1, 10)], on: keys)
    try rig.advance(toMilliseconds: 50)
    #expect(try row.ask(#"{"command":"focus","region":null}"#).isGranted)
    rig.keys([(208, 0, 90)], on: keys)
    try rig.advance(toMilliseconds: 100)
    #expect(row.lines.of("remote").map { $0.word("command") } == ["seek_forward_begin", "seek_forward_end"])
    #expect(commands(player) == [])
  }

  @Test("RMT-10, H8 a client without the right scene claims the session of its own user only")
  func outsidersSession() throws {
    let rig = try ServingRig(Self.scene)
    let keys = rig.plugIn(.remote)
    let player = try rig.connect()
    let thieves = [try rig.connect(as: .user(4711)), try rig.connect(as: .user(4711))]
    let other = try rig.connect(as: .user(4712))
    try receive(player)
    #expect(try player.ask(#"{"command":"audio","session":true}"#).isGranted)
    for client in thieves + [other] {
      #expect(try client.ask(#"{"command":"remote","receive":true}"#).isGranted)
      #expect(try client.ask(#"{"command":"audio","session":true}"#).isGranted)
    }
    #expect(try thieves[1].ask(#"{"command":"remote","receive":true}"#).contains(#""receiving":true"#))
    #expect(try thieves[0].ask(#"{"command":"remote","receive":true}"#).contains(#""receiving":false"#))
    #expect(try player.ask(#"{"command":"remote","receive":true}"#).contains(#""receiving":true"#))
    for client in thieves + [other, player] { _ = client.news }
    rig.keys([(163, 1, 10), (163, 0, 90)], on: keys)
    try rig.advance(toMilliseconds: 100)
    #expect(commands(player) == ["next session"] && commands(other) == ["next session"])
    #expect(commands(thieves[0]) == [] && commands(thieves[1]) == ["next session"])
    // Nor does such a client take one as the first responder.
    try other.subscribe(#""filter":[{"type":"remote","region":"row","descendants":false}]"#)
    #expect(try player.ask(#"{"command":"focus","region":"row"}"#).isGranted)
    _ = (player.news, other.news)
    rig.keys([(163, 1, 200), (163, 0, 290)], on: keys)
    try rig.advance(toMilliseconds: 300)
    #expect(commands(player) == ["next session"] && other.news.of("remote").count == 1)
  }
}
