import GestureCore
import Testing
import TouchInput

@testable import GesturedDaemon

/// The guide of `--calibrate`, led by scripted touches: its words and its result. The panel is 160 × 100 mm.
@Suite struct CalibrationGuideTests {
  private static let size = Size(160, 100)
  private var guide = CalibrationGuide(marks: CalibrationMark.marks, panelSize: size, hasKeys: true)
  private var now = Instant.milliseconds(1000)
  private var said: [String] = []

  /// A finger presses at shares of the panel.
  private mutating func press(_ x: Double, _ y: Double, for milliseconds: Int64 = 800, slide: Double = 0) {
    let place = Point(x * Self.size.width, y * Self.size.height)
    change(.began, place)
    now = now + .milliseconds(200)
    if slide != 0 { change(.moved, place + Vector(slide, 0)) }
    now = now + .milliseconds(Double(milliseconds - 200))
    change(.ended, place + Vector(slide, 0))
    now = now + .milliseconds(300)
  }

  private mutating func change(_ kind: ContactChange.Kind, _ place: Point, slot: Int = 0) {
    said += guide.follow(
      TouchFrame(time: now, changes: [ContactChange(slot: slot, kind: kind, position: place)]))
  }

  /// Presses on the requested marks, on a panel whose position a matrix describes.
  private mutating func pressMarks(_ matrix: AffineTransform = .identity, count: Int = 4) throws {
    let inverse = try #require(matrix.inverse)
    for _ in 0..<count {
      let place = inverse.apply(guide.marks[guide.current].place)
      press(place.x, place.y)
    }
  }

  private var found: PanelCalibration? {
    if case .found(let calibration) = guide.outcome { calibration } else { nil }
  }

  @Test("DMN-11 four steady presses are a calibration, and each is told where the next one is")
  mutating func whole() throws {
    #expect(guide.introduction.contains("q leaves everything as it is"))
    #expect(
      guide.request.hasPrefix("1 of 4: press on the point at the top left, a tenth of the picture's width"))
    try pressMarks(PanelOrientation(.quarter).shares)
    #expect(found?.orientation == PanelOrientation(.quarter))
    #expect(said.count == 3)
    #expect(said[0].hasPrefix("The top left is done. 2 of 4: press on the point at the top right"))
    #expect(said[2].contains("4 of 4: press on the point at the bottom left"))
  }

  @Test("a press that is too short or slides is told, and asked for again")
  mutating func unsteady() throws {
    press(0.1, 0.1, for: 300)
    press(0.1, 0.1, slide: 9)
    #expect(said[0].hasPrefix("The touch was too short, 0.3 s. 1 of 4: "))
    #expect(said[1].hasPrefix("The finger slid by 9 mm. 1 of 4: "))
    try pressMarks()
    #expect(found?.matrix == .identity)
  }

  @Test("more than one finger is told, and does not count until all have lifted")
  mutating func severalFingers() throws {
    change(.began, Point(16, 10))
    change(.began, Point(80, 50), slot: 1)
    now = now + .milliseconds(900)
    change(.ended, Point(16, 10))
    change(.began, Point(16, 10), slot: 2)
    now = now + .milliseconds(900)
    change(.ended, Point(16, 10), slot: 2)
    change(.ended, Point(80, 50), slot: 1)
    #expect(said.count == 1 && said[0].hasPrefix("More than one finger touched. Lift all. 1 of 4: "))
    try pressMarks()
    #expect(found != nil)
  }

  @Test("a touch that the panel loses is told")
  mutating func lost() throws {
    change(.began, Point(16, 10))
    now = now + .milliseconds(900)
    change(.cancelled, Point(16, 10))
    #expect(said.count == 1 && said[0].hasPrefix("The touch was lost. 1 of 4: "))
    try pressMarks()
    #expect(found != nil)
  }

  @Test("a mark that is touched twice is told, and the next one is still asked for")
  mutating func sameMark() throws {
    press(0.1, 0.1)
    press(0.12, 0.1)
    #expect(
      said[1].hasPrefix(
        "The point at the top left was touched in this place. If that was the wrong one, r takes"))
    #expect(said[1].contains("2 of 4: press on the point at the top right"))
    try pressMarks(count: 3)
    #expect(found?.matrix == .identity)
  }

  @Test("a mark that was touched elsewhere is named in the end, and asked for again")
  mutating func misplaced() throws {
    try pressMarks(count: 1)
    press(0.7, 0.2)
    try pressMarks(count: 2)
    #expect(found == nil)
    #expect(
      said.last?.hasPrefix(
        "The four points do not fit together: most likely the one at the top right was touched elsewhere, by 22 % of "
          + "the picture. 4 of 4: press on the point at the top right") == true)
    try pressMarks(count: 1)
    #expect(found?.matrix == .identity)
  }

  @Test("r and backspace take the last point back, one after another")
  mutating func redo() throws {
    let early = guide.press(key: UInt8(ascii: "r"))
    #expect(early.isEmpty)
    try pressMarks(count: 1)
    press(0.6, 0.1)
    let answers = guide.press(key: UInt8(ascii: "r")) + guide.press(key: 127)
    #expect(answers.first?.hasPrefix("Once more. 2 of 4: press on the point at the top right") == true)
    #expect(answers.last?.hasPrefix("Once more. 1 of 4: ") == true)
    try pressMarks()
    #expect(found?.matrix == .identity)
  }

  @Test("q leaves without a result, whatever was touched")
  mutating func leave() throws {
    try pressMarks(count: 2)
    let answer = guide.press(key: UInt8(ascii: "q"))
    #expect(answer.isEmpty && guide.outcome == .left)
    try pressMarks(count: 2)
    #expect(guide.outcome == .left)
  }

  @Test("without keys nobody is told of any")
  mutating func withoutKeys() {
    guide = CalibrationGuide(marks: CalibrationMark.marks, panelSize: Self.size, hasKeys: false)
    press(0.1, 0.1)
    press(0.1, 0.1)
    #expect(guide.introduction.contains("Ctrl-C leaves everything as it is"))
    #expect(!said[1].contains("r takes"))
  }

  @Test("no line of the guide holds a place of a finger")
  mutating func noPlaces() throws {
    press(0.4377, 0.5511)
    press(0.4377, 0.5511)
    press(0.8, 0.1111, for: 100)
    #expect(!said.contains { $0.contains("0.4") || $0.contains("70.0") || $0.contains("0.1111") })
  }
}
