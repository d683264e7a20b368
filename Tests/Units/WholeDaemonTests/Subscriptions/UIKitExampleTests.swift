import DaemonTestSupport
import FoundationEssentials
import GestureCore
import Testing

@testable import GesturedDaemon

/// Code examples of UIKit's documentation, as configuration and requests.
@Suite("UIKit's examples") struct UIKitExampleTests {
  /// V at 100,100 of 400 × 300 pt, with the screen's scale.
  private static let view = """
    [region.V]
    frame = ["100pt", "100pt", "400pt", "300pt"]
    multiple = true
    """

  private func client(_ rig: ServingRig, touches: String) throws -> Client {
    let client = try rig.connect(.raw)
    let filter = #"[{"type":"touches","region":"V"}]"#
    #expect(
      try client.ask(#"{"command":"subscribe","touches":\#(touches),"filter":\#(filter)}"#).isGranted)
    _ = client.news
    return client
  }

  // MARK: A view that is moved, spread and turned at once

  @Test("PAN-25 a pan, a pinch and a rotation that recognize together all act, with no other option set")
  func together() throws {
    let kinds = ["pan", "pinch", "rotation"]
    let story = "A↓300,300@10 B↓500,300@20 A→250,330 B→560,300@60 A→240,380 B→600,320@100 A↑ B↑@140"
    let text = kinds.map { "[recognizer.\($0)]\nkind = \"\($0)\"\nsimultaneous_with = [\"*\"]\n" }
    let rig = try ServingRig(text.joined() + "[rights]\nscene = [\"*\"]\n")
    let client = try rig.connect()
    _ = client.news
    try rig.touch(story)
    #expect(Set(client.news.of("gesture").map { $0.field("recognizer") as String }) == Set(kinds))

    // The same, declared by a client: one recognizer each.
    let other = try ServingRig("[rights]\nscene = [\"*\"]\n")
    let owner = try other.connect(as: .user(4241))
    try owner.declare(kinds.map { #"{"name":"\#($0)","kind":"\#($0)","simultaneous_with":["*"]}"# })
    #expect(try owner.ask(#"{"command":"subscribe"}"#).isGranted)
    _ = owner.news
    try other.touch(story)
    #expect(Set(owner.news.of("gesture").map { $0.field("recognizer") as String }) == Set(kinds))
  }

  // MARK: A view that draws

  /// The line that a view draws: touchesBegan adds a point, touchesMoved adds the coalesced points and replaces the
  /// predicted ones, touchesEnded drops these, touchesCancelled drops all.
  private struct Drawing {
    private(set) var points: [[Double]] = []
    private(set) var guess: [[Double]] = []
    private(set) var guesses: [[[Double]]] = []

    mutating func draw(_ lines: [TouchesLine]) {
      for line in lines {
        for touch in line.touches {
          guess = touch.predicted?.map(\.location) ?? []
          guard line.phase != "cancelled" else {
            points = []
            continue
          }
          points += touch.coalesced?.map(\.location) ?? [touch.location]
          if line.phase == "moved" { guesses.append(guess) }
        }
      }
    }
  }

  /// A panel of 250 Hz under a finger on a bow: its places in points, each with its time in milliseconds.
  private static let stroke: [(x: Int, y: Int, time: Int)] = (0...50).map { step in
    (200 + 3 * step, 200 + step * step / 25, 4 + 4 * step)
  }

  private func script(_ part: some Collection<(x: Int, y: Int, time: Int)>) -> String {
    part.map { "A\($0.time == 4 ? "↓" : "→")\($0.x),\($0.y)@\($0.time)" }.joined(separator: " ")
  }

  /// The places of the stroke in mm.
  private var drawn: [[Double]] { Self.stroke.map { [Double($0.x) / 6.4, Double($0.y) / 6.4] } }

  private func distance(_ one: [Double], _ other: [Double]) -> Double {
    Vector(one[0] - other[0], one[1] - other[1]).length
  }

  @Test(
    "COA-2, COA-3 a view that draws coalesced touches draws every report of the panel, though it hears of fewer"
  )
  func coalesced() throws {
    let rig = try ServingRig(Self.view + "\n[touch]\ndelivery_hz = 60\n", raw: true)
    let client = try client(rig, touches: #"["coalesced","predicted"]"#)
    // The client reads now and then: lines that wait for a slow client are merged.
    var lines: [TouchesLine] = []
    for start in stride(from: 0, to: Self.stroke.count, by: 10) {
      try rig.touch(script(Self.stroke.dropFirst(start).prefix(10)))
      lines += try client.newTouches
    }
    try rig.touch("A↑@212")
    lines += try client.newTouches
    #expect(lines.first?.phase == "began" && lines.last?.phase == "ended")
    #expect(lines.count < Self.stroke.count / 3)
    var drawing = Drawing()
    drawing.draw(lines)
    // The lift is the last place once more.
    var points = drawing.points
    if points.count > drawn.count { points.removeLast() }
    #expect(points.count == drawn.count)
    for (point, place) in zip(points, drawn) { #expect(distance(point, place) < 0.0002) }
  }

  @Test(
    "PRE-1, PRE-3 predicted touches are ahead of the line, each line replaces them, and the lift drops them")
  func predicted() throws {
    let rig = try ServingRig(Self.view + "\n[touch]\ndelivery_hz = 60\n", raw: true)
    let client = try client(rig, touches: #"["coalesced","predicted"]"#)
    var drawing = Drawing()
    for part in [Self.stroke.prefix(20), Self.stroke.dropFirst(20)] {
      try rig.touch(script(part))
      drawing.draw(try client.newTouches)
      let (tip, next) = (try #require(drawing.points.last), try #require(drawing.guess.first))
      // The finger goes to the right and down, and so does the guess.
      #expect(next[0] > tip[0] && next[1] >= tip[1] && distance(next, tip) < 3)
    }
    // Each guess is another one: none stays in the line.
    #expect(drawing.guesses.count > 5)
    for (guess, later) in zip(drawing.guesses, drawing.guesses.dropFirst()) { #expect(guess != later) }
    try rig.touch("A↑@212")
    drawing.draw(try client.newTouches)
    #expect(drawing.guess.isEmpty)
    for point in drawing.points {
      #expect(drawn.contains { distance($0, point) < 0.0002 }, "\(point) was never touched")
    }
  }

  @Test("DLY-1 a gesture that takes the touch takes the drawing back")
  func takenBack() throws {
    let pan = "\n[recognizer.pan]\nkind = \"pan\"\nminimum_distance_mm = 10\n"
    let rig = try ServingRig(Self.view + pan, raw: true)
    let client = try rig.connect(.raw)
    let filter = #"[{"type":"touches","region":"V"},{"recognizer":"pan"}]"#
    #expect(
      try client.ask(#"{"command":"subscribe","touches":["coalesced","predicted"],"filter":\#(filter)}"#)
        .isGranted)
    var drawing = Drawing()
    _ = client.news
    try rig.touch("A↓200,200@10 A→220,200@20 A→240,200@30")
    drawing.draw(try client.newTouches)
    #expect(drawing.points.count == 3 && !drawing.guess.isEmpty)
    try rig.touch("A→270,200@40")
    drawing.draw(try client.newTouches)
    #expect(drawing.points.isEmpty && drawing.guess.isEmpty)
    try rig.touch("A→280,200@50 A↑@60")
    #expect(try client.newTouches.isEmpty)
  }

  // MARK: Touches of a view

  @Test(
    "EVT-8 the last finger of a view has lifted where as many touches ended as touches(for: self) has",
    arguments: [("A↑@30", [false]), ("A↑@30 B↑@40", [false, true]), ("A↑ B↑@30", [true])])
  func lastFinger(lifts: String, isLast: [Bool]) throws {
    let rig = try ServingRig(Self.view, raw: true)
    let client = try client(rig, touches: #""all""#)
    // C is a finger outside of the view, and stays down.
    try rig.touch("A↓200,200@10 B↓300,200@10 C↓900,600@20")
    _ = client.news
    try rig.touch(lifts)
    let ended = try client.newTouches.filter { $0.phase == "ended" }
    let last = ended.map { line in
      line.touches.count == line.all?.count { $0.region == nil || $0.region == "V" }
    }
    #expect(last == isLast)
  }

  @Test("TCH-5, TFW-3 a view that adds location minus previousLocation stays under the finger, scaled or not")
  func dragged() throws {
    for (scale, step) in [(1.0, 10.0), (2.0, 5.0)] {
      let rig = try ServingRig(Self.view + "\nscale = \(scale)\n", raw: true)
      let client = try rig.connect(.raw)
      #expect(
        try client.ask(
          #"{"command":"subscribe","touches":"phases","units":"pt","filter":[{"type":"touches","region":"V"}]}"#
        )
        .isGranted)
      _ = client.news
      try rig.touch("A↓200,200@10 A→210,200@20 A→220,210@30 A→230,210@40 A↑@50")
      var offset = [0.0, 0.0]
      for line in try client.newTouches where line.phase == "moved" {
        for touch in line.touches {
          let (place, before) = (try #require(touch.regionLocation), try #require(touch.regionPrevious))
          for axis in 0...1 { offset[axis] += place[axis] - before[axis] }
        }
      }
      #expect(abs(offset[0] - 3 * step) < 0.001 && abs(offset[1] - step) < 0.001, "\(scale): \(offset)")
    }
  }

  @Test("TCH-13, TCH-16 touchesEnded switches on tapCount")
  func tapCount() throws {
    let rig = try ServingRig(Self.view, raw: true)
    let client = try client(rig, touches: #""phases""#)
    try rig.touch("A↓200,200@10 A↑@60 A↓205,200@200 A↑@260 A↓200,200@400 A↑@460 A↓200,200@2000 A↑@2060")
    let ended = client.news.of("touches").filter { $0.word("phase") == "ended" }
    #expect(ended.map { $0.word("tap_count") } == ["1", "2", "3", "1"])
  }

  // MARK: Gestures

  /// A finger of a gesture, as UIKit's examples read one.
  private struct Finger: Decodable, Equatable {
    enum CodingKeys: String, CodingKey {
      case id, location, up
      case regionLocation = "region_location"
    }

    var id: Int
    var location: [Double]
    var regionLocation: [Double]?
    var up: Bool?
  }

  /// The fields of a gesture that UIKit's examples read.
  private struct Gesture: Decodable {
    enum CodingKeys: String, CodingKey {
      case fingers
      case numberOfTouches = "touch_count"
    }

    var numberOfTouches: Int
    var fingers: [Finger]?
  }

  private func gestures(_ lines: [String]) throws -> [Gesture] {
    try lines.of("gesture").map { try JSONDecoder().decode(Gesture.self, from: Data($0.utf8)) }
  }

  @Test("LOC-2 location(ofTouch: i, in: view) is the place of the i-th finger, for i below numberOfTouches")
  func locationOfTouch() throws {
    let rig = try ServingRig(Self.view + "\n[recognizer.zoom]\nkind = \"pinch\"\nregion = \"V\"\n")
    let client = try rig.connect()
    #expect(
      try client.ask(#"{"command":"subscribe","units":"pt","fingers":true,"filter":[{"kind":"pinch"}]}"#)
        .isGranted)
    _ = client.news
    // A handler that puts a handle under each finger: the second one to land is the one on the left.
    try rig.touch("A↓400,300@10 B↓200,300@20 A→410,300 B→190,300@30 A→420,310@40")
    for (gesture, places) in zip(
      try gestures(client.news), [[[310, 200], [90, 200]], [[320.0, 210], [90, 200]]])
    {
      let fingers = try #require(gesture.fingers)
      #expect(gesture.numberOfTouches == 2 && fingers.count == gesture.numberOfTouches)
      #expect((0..<gesture.numberOfTouches).compactMap { fingers[$0].regionLocation } == places)
      // UIKit raises an exception beyond that: the list has no such finger.
      #expect(!fingers.indices.contains(gesture.numberOfTouches))
    }
    try rig.touch("B↑@50")
    let last = try #require(try gestures(client.news).last)
    #expect(last.numberOfTouches == 1 && last.fingers?.filter { $0.up == nil }.map(\.id) == [1])
  }

  @Test("EVT-6 touches(for: recognizer) are the touches of the event that the recognizer tracks")
  func touchesForRecognizer() throws {
    let rig = try ServingRig(
      Self.view + "\n[recognizer.drag]\nkind = \"pan\"\ntouches = [2]\nregion = \"V\"\npassive = true\n",
      raw: true)
    let client = try rig.connect(.raw)
    #expect(
      try client.ask(
        #"{"command":"subscribe","touches":"all","fingers":true,"filter":[{"recognizer":"drag"},{"type":"touches","region":"V"}]}"#
      ).isGranted)
    _ = client.news
    // C is on the screen too, and not in the view of the pan.
    try rig.touch("A↓200,200@10 C↓900,600@10 B↓300,200@20 A→220,200 B→320,200 C→900,580@30")
    let news = client.news
    let drag = try #require(try gestures(news).last?.fingers)
    let touches = try #require(
      try news.of("touches").map { try JSONDecoder().decode(TouchesLine.self, from: Data($0.utf8)) }
        .last { $0.phase == "moved" })
    let all = try #require(touches.all)
    #expect(all.count == 3 && drag.count == 2)
    // The example draws the touches of the recognizer in another color: it finds them in the event by their ids.
    let own = all.filter { touch in drag.contains { $0.id == touch.id } }
    #expect(own.map(\.location) == drag.map(\.location))
    #expect(all.first { touch in !drag.contains { $0.id == touch.id } }?.location == [900 / 6.4, 580 / 6.4])
  }

  @Test("PAN-11, PIN-4, ROT-7 an action that sets the value back gets the steps, which make up the whole")
  func setBack() throws {
    let rig = try ServingRig(Self.view, raw: true)
    let client = try rig.connect(.raw)
    #expect(
      try client.declare(
        region: "image", #"{"name":"pan","kind":"pan","region":"image","touches":2,"simultaneous_with":"*"}"#,
        #"{"name":"pinch","kind":"pinch","region":"image","simultaneous_with":"*"}"#,
        #"{"name":"turn","kind":"rotation","region":"image","simultaneous_with":"*"}"#
      ).isGranted)
    #expect(try client.ask(#"{"command":"subscribe","filter":[{"type":"gesture"}]}"#).isGranted)
    _ = client.news
    // All begin at 40 ms. From then on, the fingers' distance grows from 240 to 480 and their direction stays.
    try rig.touch("A↓300,300@10 B↓500,300@10 A→300,300@20 B→540,300@40")
    let began = client.news.of("gesture")
    #expect(began.contains { $0.word("recognizer") == "pinch" && $0.word("state") == "began" })
    #expect(try client.ask(#"{"command":"set","recognizer":"pan","translation":[0,0]}"#).isGranted)
    var (scale, translation) = (1.0, 0.0)
    for (step, x) in [600, 660, 720, 780].enumerated() {
      try rig.touch("B→\(x),300@\(60 + 20 * step)")
      for line in client.news.of("gesture") where line.word("state") == "changed" {
        switch line.word("recognizer") {
        case "pinch": scale *= Double(line.word("scale")) ?? .nan
        case "pan":
          let first = line.word("translation").dropFirst().split(separator: ",")[0]
          translation += Double(first) ?? .nan
        default: break
        }
      }
      for request in [#""recognizer":"pinch","scale":1"#, #""recognizer":"pan","translation":[0,0]"#] {
        #expect(try client.ask(#"{"command":"set",\#(request)}"#).isGranted)
      }
    }
    #expect(abs(scale - 2) < 0.001)
    #expect(abs(translation - 240 / 2 / 6.4) < 0.001)
  }
}
