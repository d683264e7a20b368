import GestureCore
import Testing

@testable import GestureProtocol

/// The touches at the end of a gesture's line.
@Suite("Fingers in lines of gestures") struct FingerLineTests {
  private static var form: LineForm {
    var form = LineForm.millimetres
    form.wantsFingers = true
    return form
  }

  private func line(
    _ count: Int, name: String = "pan", region: Int = 0, payload: [UInt8] = [], in form: LineForm = form
  ) -> String {
    let encoder = MessageEncoder(
      Vocabulary(recognizers: [Samples.label(name, "pan", 2)], regions: ["root", name]))
    let location = Point(40.5, 30.25)
    let gesture = GestureEvent(
      recognizer: 0, state: .changed, gestureID: 1, sequence: 1, time: .milliseconds(1),
      numberOfTouches: count,
      region: region, location: location, regionLocation: region == 0 ? location : Point(1, 2),
      values: GestureValues(.displacement(Vector(1, 2)), .velocity(Vector(3, 4))))
    let fingers = (0..<count).map { number in
      var finger = GestureFinger(
        id: UInt64.max - UInt64(number), slot: number, isUp: number % 2 == 1,
        location: Point(12_345_678.1234 + Double(number), -12_345_678.1234),
        regionLocation: Point(-12_345_678.1234, 12_345_678.1234))
      finger.severalID = UInt64(number + 1)
      return finger
    }
    return Samples.text {
      encoder.write(gesture, payload: payload, fingers: fingers, device: 1, seq: 1, in: form, to: &$0)
    }
  }

  @Test("ADD-16 a line keeps below 64 KiB and lists as many touches as fit")
  func long() throws {
    func values(_ count: Int) -> [UInt8] {
      Array((#"{"a":""# + String(repeating: "n", count: count) + #""}"#).utf8)
    }
    let (few, many) = (line(100), line(100, region: 1, payload: values(55_000)))
    #expect(few.split(separator: #"{"id":"#).count == 101)
    let listed = many.split(separator: #"{"id":"#).count - 1
    #expect(many.utf8.count <= LineWriter.capacity && (1..<100).contains(listed), "\(listed)")
    // The rest of the line is too short for another touch.
    #expect(many.utf8.count > LineWriter.capacity - 220)
    for text in [few, many] { #expect(text.hasSuffix("}]}\n") && (try? JSONValue(parsing: text)) != nil) }
    let full = line(100, payload: values(65_000))
    #expect(!full.contains("fingers") && full.hasSuffix(#"n"}}"# + "\n"))
  }

  @Test("ADD-15 a form without places lists no touch, whatever the reader asked for")
  func placeless() {
    var form = Self.form
    form.hasPlaces = false
    let text = line(2, in: form)
    #expect(!text.contains("fingers") && !text.contains("id\":18"))
  }

  @Test("ADD-15 readers without lines of single fingers get numbers of their own")
  func several() {
    var form = Self.form
    form.tellsSingleFingers = false
    let text = line(2, in: form)
    #expect(
      text.contains(#""fingers":[{"id":1,"#) && text.contains(#"{"id":2,"#) && !text.contains("id\":18"))
  }

  @Test("ADD-14 the mark of a lifted touch ends it, and a place that is not finite is left out")
  func fields() {
    let encoder = MessageEncoder(Samples.vocabulary)
    guard case .gesture(let gesture) = Samples.gesture(2, GestureValues(.displacement(.zero))) else { return }
    let fingers = [
      GestureFinger(id: 1, slot: 0, location: Point(1, 2), regionLocation: Point(1, 2)),
      GestureFinger(id: 2, slot: 1, isUp: true, location: Point(.nan, 2), regionLocation: Point(1, 2)),
    ]
    let text = Samples.text {
      encoder.write(gesture, fingers: fingers, device: 1, seq: 1, in: Self.form, to: &$0)
    }
    #expect(text.hasSuffix(#","fingers":[{"id":1,"location":[1,2]},{"id":2,"up":true}]}"# + "\n"), "\(text)")
    let none = Samples.text {
      encoder.write(gesture, fingers: [], device: 1, seq: 1, in: Self.form, to: &$0)
    }
    #expect(!none.contains("fingers"))
  }
}
