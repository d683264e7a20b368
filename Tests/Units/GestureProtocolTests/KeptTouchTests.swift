import GestureCore
import GestureTestSupport
import Testing

@testable import GestureProtocol

/// The text that lines of touches keep from earlier lines equals the text that this suite composes by itself.
@Suite("Kept texts of touches")
final class KeptTouchTests {
  private var encoder = MessageEncoder(Vocabulary(recognizers: [], regions: names))
  private var names = KeptTouchTests.names
  private var windows: [Int] = []
  /// The writer of all lines.
  private var used = LineWriter()
  private var random = SeededGenerator(seed: 19)

  /// The last name is too long to be kept.
  private static let names = ["root", "list", "stage", String(repeating: "n", count: 80)]
  private static let size = Size(200, 100)

  private func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  /// A coordinate: on a screen, or whatever a filter could make of it.
  private func coordinate() -> Double {
    let special = [
      0, -0.0, 12, 9999.99995, 10_000, 123_456.789, -7.00004, 1e9, -1e12, 1e308, .nan, .infinity, -.infinity,
    ]
    return number(40) == 0 ? special[number(special.count)] : (.random(in: -10...400, using: &random))
  }

  private func point() -> Point { Point(coordinate(), coordinate()) }

  // MARK: The text without anything kept

  private func text(_ key: String, _ point: Point, _ scale: LineScale) -> String {
    let place = scale.place(point)
    guard place.x.isFinite, place.y.isFinite else { return "" }
    return Samples.text {
      $0.append(",\"\(key)\":[")
      $0.append(pair: place.x, place.y)
    }
  }

  private func text(_ touch: TouchRecord, of event: TouchesEvent, _ scale: LineScale) -> String {
    var text = "{\"id\":\(touch.id)"
    if touch.time != event.time {
      text += ",\"time\":" + Samples.text { $0.append(secondsOf: touch.time.microseconds) }
    }
    text += self.text("location", touch.location, scale)
    if touch.preciseLocation != touch.location {
      text += self.text("precise_location", touch.preciseLocation, scale)
    }
    let isInside = event.receiver != 0
    if isInside { text += self.text("region_location", touch.regionLocation, scale) }
    if touch.previousLocation != touch.location {
      text += self.text("previous_location", touch.previousLocation, scale)
      if isInside { text += self.text("region_previous_location", touch.previousRegionLocation, scale) }
    }
    text += ",\"tap_count\":\(touch.tapCount)"
    if touch.region != event.receiver, names.indices.contains(touch.region) {
      text += ",\"region\":\"\(names[touch.region])\""
    }
    if windows.indices.contains(event.receiver), windows[event.receiver] != touch.window,
      names.indices.contains(touch.window)
    {
      text += ",\"window\":\"\(names[touch.window])\""
    }
    if touch.attributes.maximumForce > 0 {
      text += ",\"force\":\(Int(touch.attributes.force)),\"max_force\":\(Int(touch.attributes.maximumForce))"
    }
    return text + "}"
  }

  // MARK: Lines

  /// Writes a line, which must equal the text of its touches.
  private func check(_ records: [TouchRecord], _ event: TouchesEvent, in form: LineForm) {
    var buffer = EventBuffer()
    records.forEach { buffer.append($0) }
    buffer.append(event)
    encoder.write(touchesAt: 0, of: buffer, device: 1, seq: 9, in: form, to: &used)
    let scale = LineScale(form, size: Self.size, pixels: nil)
    let touches = records.map { text($0, of: event, scale) }.joined(separator: ",")
    let line = used.text
    let expected = "\"touches\":[" + touches + "]}\n"
    #expect(line.hasSuffix(expected), "\(line) ends in \(expected)")
  }

  /// The fingers of a story, some of which share a row of the table.
  private func finger(_ index: Int) -> TouchRecord {
    let ids = [1, 2, 3, 17, 18, 33, 9_999_999_999_999, .max].map(UInt64.init)
    var touch = TouchRecord(
      id: ids[index], phase: .moved, time: .milliseconds(5), location: point(), tapCount: 1)
    touch.previousLocation = point()
    return touch
  }

  @Test(
    "TCH-5 whatever moves in whatever order, lines of touches have the text that nothing kept would give",
    arguments: 0..<8)
  func anyStream(_ seed: UInt64) {
    random = SeededGenerator(seed: seed)
    encoder.setGeometry(of: 1, size: Self.size, pixels: nil)
    var fingers = (0..<8).map(finger)
    var units: WireUnits = .millimetres
    for _ in 0..<3_000 {
      switch number(60) {
      case 0:
        names = Self.names.shuffled(using: &random)
        windows = Bool.random(using: &random) ? [] : (0..<4).map { _ in number(5) }
        encoder.setRegions(of: 1, names, windows: windows)
      case 1: units = [.millimetres, .points, .normalized][number(3)]
      case 2: encoder.setGeometry(of: 1, size: Self.size, pixels: nil)
      case 3: fingers[number(8)].tapCount = number(3)
      case 4: fingers[number(8)].region = number(5)
      case 5: fingers[number(8)].window = number(5)
      case 6: fingers[number(8)].attributes.maximumForce = Double(number(2) * 6)
      default: break
      }
      let event = TouchesEvent(
        receiver: number(4) == 0 ? number(4) : 0, phase: .moved, sequence: 3, time: .milliseconds(5),
        records: 0..<1)
      var moved = event
      var records: [TouchRecord] = []
      for index in fingers.indices where number(3) > 0 {
        // Nearly always a finger comes from where it was told.
        fingers[index].previousLocation = number(9) == 0 ? point() : fingers[index].location
        fingers[index].previousRegionLocation =
          number(9) == 0 ? point() : fingers[index].regionLocation
        if number(20) > 0 { fingers[index].location = point() }
        fingers[index].regionLocation = point()
        fingers[index].preciseLocation = number(30) == 0 ? point() : fingers[index].location
        fingers[index].time = number(30) == 0 ? .milliseconds(4) : event.time
        records.append(fingers[index])
      }
      moved.records = 0..<records.count
      check(records, moved, in: LineForm(units: units, detail: [], hasPlaces: number(30) > 0))
    }
  }

  @Test("Two encoders that write into one line have names of their own")
  func twoEncoders() {
    var touch = finger(0)
    touch.region = 1
    let event = TouchesEvent(receiver: 0, phase: .moved, sequence: 3, time: .milliseconds(5), records: 0..<1)
    for round in 0..<4 {
      names = round % 2 == 0 ? Self.names : ["root", "other"]
      encoder = MessageEncoder(Vocabulary(recognizers: [], regions: names))
      check([touch], event, in: .init(units: .millimetres, detail: []))
    }
  }

  @Test("Beyond the room of a line, fingers are left out and the line stays whole")
  func tooMany() throws {
    let records = (1...900).map { id in
      var touch = TouchRecord(
        id: UInt64(id), phase: .moved, time: .milliseconds(5), location: point(), tapCount: 0)
      touch.location = Point(1.5, 2.5)
      touch.preciseLocation = touch.location
      return touch
    }
    var buffer = EventBuffer()
    records.forEach { buffer.append($0) }
    buffer.append(
      TouchesEvent(
        receiver: 0, phase: .moved, sequence: 3, time: .milliseconds(5), records: 0..<records.count))
    for _ in 0..<2 {
      encoder.write(
        touchesAt: 0, of: buffer, device: 1, seq: 9, in: .init(units: .millimetres, detail: []), to: &used)
      #expect(used.count > 60_000 && used.count <= LineWriter.capacity && used.text.hasSuffix("}]}\n"))
    }
  }
}
