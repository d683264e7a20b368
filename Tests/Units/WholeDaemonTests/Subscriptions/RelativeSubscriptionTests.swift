import DaemonTestSupport
import GestureCore
import GestureProtocol
import GestureTestSupport
import Testing

@testable import GesturedDaemon
@testable import GesturedServing

/// Places, translations and velocities in the coordinates of a region that the subscription names: `locationInView:` and
/// `translationInView:` with another view than the recognizer's own.
@Suite("Subscriptions relative to a region")
struct RelativeSubscriptionTests {
  /// The knob is scaled and lies on a card that is turned.
  private static let regions = """
    [region.card]
    frame = [40, 20, 80, 60]
    rotation_degrees = 90

    [region.knob]
    parent = "card"
    frame = [0, 0, 80, 60]
    scale = 2
    multiple = true

    """
  private static let pan = regions + "[recognizer.pan]\nkind = \"pan\"\nregion = \"knob\"\n"
  /// A finger in the middle of the screen moves 40 pt to the right and 20 pt down.
  private static let stroke = "A↓512,320@10 A→532,320@40 A→552,340@70"

  /// The numbers of a field.
  private func numbers(_ name: String, in line: String) -> [Double] {
    guard let value = line.split(separator: #""\#(name)":["#, maxSplits: 1).dropFirst().first else {
      return []
    }
    return value.prefix { $0 != "]" }.split(separator: ",").compactMap { Double($0) }
  }

  private func converted(_ points: [[Double]], to region: String, by client: Client) throws -> [[Double]] {
    let list = points.map { "[\($0[0]),\($0[1])]" }.joined(separator: ",")
    let reply = try client.ask(#"{"command":"convert","points":[\#(list)],"to":"\#(region)"}"#)
    let all = reply.split(separator: #""points":"#).last?.split { "[],}".contains($0) } ?? []
    let flat = all.compactMap { Double($0) }
    return stride(from: 0, to: flat.count / 2 * 2, by: 2).map { [flat[$0], flat[$0 + 1]] }
  }

  private func isNear(_ one: [Double], _ other: [Double]) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { abs($0 - $1) < 0.001 }
  }

  @Test("TFW-5 a pan of a child counts in the coordinates of its parent, whichever region has the recognizer")
  func panOfChild() throws {
    let rig = try ServingRig(Self.pan)
    let (plain, relative, root) = (try rig.connect(), try rig.connect(), try rig.connect())
    try relative.subscribe(#""relative_to":"card""#)
    try root.subscribe(#""relative_to":"root""#)
    try rig.touch(Self.stroke)
    let (screen, card) = (plain.news.of("gesture").last ?? "", relative.news.of("gesture").last ?? "")
    #expect(numbers("translation", in: screen).count == 2, "\(screen)")
    let end = numbers("location", in: screen)
    let way = numbers("translation", in: screen)
    let places = try converted([end, [end[0] - way[0], end[1] - way[1]]], to: "card", by: plain)
    #expect(isNear(numbers("location", in: card), places[0]), "\(card)")
    #expect(
      isNear(numbers("translation", in: card), [places[0][0] - places[1][0], places[0][1] - places[1][1]]),
      "\(card)")
    // A quarter turn: what goes to the right on the screen goes up on the card.
    let (fast, turned) = (numbers("velocity", in: screen), numbers("velocity", in: card))
    #expect(isNear(turned, [fast[1], -fast[0]]), "\(card)")
    // The values in the recognizer's own region stay.
    for field in ["region_location", "region_translation", "region_velocity"] {
      #expect(numbers(field, in: card) == numbers(field, in: screen) && !numbers(field, in: card).isEmpty)
    }
    // The root covers the screen.
    #expect(root.news.of("gesture").last == screen)
  }

  @Test("TFW-5 a matrix maps places of the region onto places of the region")
  func matrix() throws {
    let rig = try ServingRig(Self.regions + "[recognizer.photo]\nkind = \"transform\"\n")
    let (plain, relative) = (try rig.connect(), try rig.connect())
    try relative.subscribe(#""relative_to":"knob""#)
    try rig.touch("A↓412,320@10 B↓612,320@10 A→412,300@40 B→612,360@40 A→432,280@70 B→632,400@70")
    let line = try #require(relative.news.of("gesture").last)
    let screen = try #require(plain.news.of("gesture").last)
    func apply(_ matrix: [Double], _ point: [Double]) -> [Double] {
      [
        matrix[0] * point[0] + matrix[2] * point[1] + matrix[4],
        matrix[1] * point[0] + matrix[3] * point[1] + matrix[5],
      ]
    }
    let (own, other) = (numbers("matrix", in: line), numbers("matrix", in: screen))
    #expect(own.count == 6 && other.count == 6 && own != other)
    let from = [70.0, 45]
    let points = try converted([from, apply(other, from)], to: "knob", by: plain)
    let reached = apply(own, points[0])
    #expect(zip(reached, points[1]).allSatisfy { abs($0 - $1) < 0.02 }, "\(reached) \(points[1])")
    #expect(line.contains(#""scale":\#(screen.word("scale"))"#))
  }

  @Test(
    "TFW-5 touches, their samples and their places before are relative too, in the units of the subscription")
  func touches() throws {
    let rig = try ServingRig(Self.regions, raw: true)
    let (plain, relative) = (try rig.connect(.raw), try rig.connect(.raw))
    let words = #""touches":"coalesced","filter":[{"type":"touches"}]"#
    try plain.subscribe(words)
    try relative.subscribe(words + #","relative_to":"card","units":"pt""#)
    _ = (plain.news, relative.news)
    try rig.touch(Self.stroke)
    let (screen, card) = (plain.news.of("touches").last ?? "", relative.news.of("touches").last ?? "")
    for field in ["location", "previous_location", #"time":1.07,"location"#] {
      let place = numbers(field, in: screen)
      #expect(place.count == 2, "\(field) \(screen)")
      let there = try #require(try converted([place], to: "card", by: plain).first).map { $0 * 6.4 }
      #expect(isNear(numbers(field, in: card), there), "\(field) \(card)")
    }
    #expect(card.contains(#""region_location":"#))
  }

  @Test("TFW-5 questions to a recognizer's owner have places of the region")
  func questions() throws {
    let rig = try ServingRig("")
    let client = try rig.connect()
    try client.declare(
      region: "card", in: "root", frame: "[40,20,80,60]",
      #"{"name":"tap","kind":"tap","ask":["should_begin"]}"#)
    try client.subscribe(#""relative_to":"card","filter":[{"recognizer":"tap"}]"#)
    _ = client.news
    try rig.touch("A↓512,320@10 A↑@60")
    #expect(client.news.of("ask").last.map { numbers("location", in: $0) } == [40, 30])
  }

  @Test("TFW-5 a region that moves takes the coordinates along, and one that is gone leaves no places")
  func movedAndGone() throws {
    let rig = try ServingRig("[recognizer.pan]\nkind = \"pan\"\n")
    let (owner, client) = (try rig.connect(), try rig.connect())
    try owner.declare(region: "panel", frame: "[10,20,60,40]")
    try client.subscribe(#""relative_to":"panel","filter":[{"recognizer":"pan"}]"#)
    _ = client.news
    try rig.touch(Self.stroke)
    #expect(client.news.of("gesture").last.map { numbers("location", in: $0) } == [76.25, 33.125])
    let edit = #"{"command":"regions","edits":[{"change":{"name":"panel","frame":[20,20,60,40]}}]}"#
    #expect(try owner.ask(edit).isGranted)
    try rig.touch("A→552,346.4@100")
    #expect(client.news.of("gesture").last.map { numbers("location", in: $0) } == [66.25, 34.125])
    #expect(try owner.ask(#"{"command":"regions","edits":[{"remove":"panel"}]}"#).isGranted)
    try rig.touch("A→558,346@130 A↑@160")
    let lines = client.news.of("gesture")
    #expect(lines.last?.word("state") == "ended")
    for field in ["location", "translation", "velocity"] {
      #expect(!lines.contains { $0.contains(#""\#(field)":"#) })
    }
  }

  @Test(
    "TFW-5 a region that does not exist or that the client may not see is refused, and the subscription stays",
    arguments: [("pannel", "panel"), ("mine", ""), ("kn\u{1B}ob", "")])
  func refused(name: String, hint: String) throws {
    let rig = try ServingRig("[region.panel]\nframe = [0, 0, 30, 30]\n[recognizer.tap]\nkind = \"tap\"\n")
    let other = try rig.connect(as: .user(1000))
    try other.declare(region: "mine", frame: "[0,0,30,30]")
    let client = try rig.connect(as: .user(1001))
    try client.subscribe(#""filter":[{"recognizer":"tap"}]"#)
    let text = name.replacing("\u{1B}", with: #"\u001b"#)
    let reply = try client.ask(#"{"command":"subscribe","relative_to":"\#(text)"}"#)
    #expect(reply.errorCode == "unknown_region" && reply.word("path") == "relative_to", "\(reply)")
    #expect(reply.contains("found “") && reply.contains("allowed: ") && !reply.contains("\u{1B}"), "\(reply)")
    #expect(hint.isEmpty || reply.word("hint") == hint, "\(reply)")
    #expect(try other.ask(#"{"command":"subscribe","relative_to":"mine"}"#).isGranted)
    try rig.touch("A↓512,320@10 A↑@60")
    #expect(client.gestures() == ["tap:ended"])
  }

  @Test("TFW-5, X8 private mode and a socket without places tell no place of a region either")
  func hidden() throws {
    let rig = try ServingRig(
      Self.regions + "[socket]\npositions = \"none\"\n[recognizer.pan]\nkind = \"pan\"\ntouches = [2]\n",
      raw: true)
    let (open, placeless) = (try rig.connect(.raw), try rig.connect())
    #expect(try placeless.ask(#"{"command":"subscribe","relative_to":"card"}"#).errorCode == "unknown_region")
    #expect(try placeless.ask(#"{"command":"subscribe","relative_to":"root"}"#).isGranted)
    try open.subscribe(#""relative_to":"card""#)
    let holder = try rig.connect()
    #expect(try holder.ask(#"{"command":"inhibit"}"#).isGranted)
    _ = (open.news, placeless.news)
    try rig.touch("A↓412,320@10 B↓612,320@10 A→412,360@40 B→612,360@40 A→412,400@70 B→612,400@70")
    for client in [open, placeless] {
      let lines = client.news.of("gesture")
      #expect(!lines.isEmpty && lines.allSatisfy { numbers("translation", in: $0).count == 2 })
      #expect(!lines.contains { $0.contains("location") })
    }
  }

  @Test("TFW-5, H2 regions that no client names any more leave their place to others")
  func places() {
    let lines = EncodedLines()
    let first = lines.reference(to: "a", besides: [0])
    let second = lines.reference(to: "b", besides: [0, first])
    #expect([first, second] == [1, 2])
    #expect(lines.reference(to: "a", besides: [0, first, second]) == first)
    for name in 0..<1000 { #expect(lines.reference(to: "n\(name)", besides: [0, second]) == first) }
    var form = LineForm(units: .points)
    let plain = lines.number(of: form)
    form.reference = second
    #expect(lines.form(lines.number(of: form)) == form)
    form.reference = 0
    #expect(lines.number(of: form) == plain && lines.form(plain) == form)
  }
}
