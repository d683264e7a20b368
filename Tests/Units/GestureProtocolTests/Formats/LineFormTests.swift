import GestureCore
import Testing

@testable import GestureProtocol

/// Lines in the units that subscribers ask for. The screen is 160 × 100 mm and 1,600 × 800 pixels.
@Suite final class LineFormTests {
  private var encoder: MessageEncoder = {
    var encoder = MessageEncoder(Samples.vocabulary)
    encoder.setGeometry(of: 1, size: Size(160, 100), pixels: Size(1600, 800))
    encoder.setRegions(of: 1, ["root", "list"])
    return encoder
  }()

  private let pan = Samples.gesture(
    2, state: .changed, region: 1,
    GestureValues(.displacement(Vector(16, -10)), .velocity(Vector(1.6, 1))).adding(.ratio(0.5)))

  private func line(_ event: Event, _ units: WireUnits, hasPlaces: Bool = true) -> String {
    let form = LineForm(units: units, hasPlaces: hasPlaces)
    return Samples.text {
      encoder.write(event, of: EventBuffer(), device: 1, seq: 7, in: form, to: &$0)
    }
  }

  private func values(_ line: String) -> Substring {
    line.firstRange(of: #""location""#).map { line[$0.lowerBound...] } ?? line[...]
  }

  @Test("Millimetres are written as ever, whoever else listens")
  func millimetres() {
    #expect(line(pan, .millimetres) == encoder.line(pan))
    #expect(
      values(line(pan, .millimetres))
        == #""location":[40.5,30.25],"region_location":[1,2],"translation":[16,-10],"velocity":[1.6,1],"progress":0.5}"#
        + "\n")
  }

  @Test(
    "In pixels, points and parts of the screen, places, ways and velocities are scaled on each axis, ratios not"
  )
  func units() {
    #expect(
      values(line(pan, .pixels))
        == #""location":[405,242],"region_location":[10,16],"translation":[160,-80],"velocity":[16,8],"progress":0.5}"#
        + "\n")
    #expect(
      values(line(pan, .points))
        == #""location":[259.2,193.6],"region_location":[6.4,12.8],"translation":[102.4,-64],"velocity":[10.24,6.4],"#
        + #""progress":0.5}"# + "\n")
    #expect(
      values(line(pan, .normalized))
        == #""location":[0.2531,0.3025],"region_location":[0.0063,0.02],"translation":[0.1,-0.1],"#
        + #""velocity":[0.01,0.01],"progress":0.5}"# + "\n")
  }

  @Test("Where nobody knows how many pixels there are, a line in pixels has no lengths")
  func unknownPixels() {
    encoder.setGeometry(of: 1, size: Size(160, 100), pixels: nil)
    let text = Samples.text {
      encoder.write(pan, of: EventBuffer(), device: 1, seq: 7, in: LineForm(units: .pixels), to: &$0)
    }
    #expect(text.hasSuffix(#""region":"list","progress":0.5}"# + "\n"))
  }

  @Test(
    "A line without places tells how far the fingers have gone and not where they are",
    arguments: WireUnits.allCases)
  func withoutPlaces(_ units: WireUnits) {
    let text = line(pan, units, hasPlaces: false)
    #expect(!text.contains("location") && text.contains(#""region":"list","translation":["#))
    #expect(text.hasSuffix(#""progress":0.5}"# + "\n"))
    let hold = Samples.gesture(3, GestureValues(.point(Point(1, 2)), .span(.milliseconds(500))))
    #expect(line(hold, units, hasPlaces: false).hasSuffix(#""region":"root","duration":0.5}"# + "\n"))
  }

  @Test(
    "A matrix maps the places of its line: where a unit is not as long across as down it is no similarity")
  func matrix() {
    let vocabulary = Vocabulary(recognizers: [Samples.label("map", "transform", 2)])
    var encoder = MessageEncoder(vocabulary)
    encoder.setGeometry(of: 1, size: Size(160, 100), pixels: nil)
    let turn = Samples.gesture(
      0, state: .changed,
      GestureValues(.displacement(Vector(16, 10)), .ratio(2)).adding(.angle(0.5)).adding(
        .matrix(Similarity(factor: Vector(0, 2), shift: Vector(80, 50)))))
    func text(_ form: LineForm) -> String {
      Samples.text { encoder.write(turn, of: EventBuffer(), device: 1, seq: 7, in: form, to: &$0) }
    }
    #expect(text(LineForm(units: .millimetres)).hasSuffix(#""matrix":[0,2,-2,0,80,50]}"# + "\n"))
    #expect(text(LineForm(units: .points)).hasSuffix(#""matrix":[0,2,-2,0,512,320]}"# + "\n"))
    #expect(text(LineForm(units: .normalized)).hasSuffix(#""matrix":[0,3.2,-1.25,0,0.5,0.5]}"# + "\n"))
    #expect(
      text(LineForm(units: .normalized, hasPlaces: false)).hasSuffix(#""scale":2,"rotation":0.5}"# + "\n"))
  }

  @Test(
    "TCH-21 a touch is told in the units of its line, its radius by the width; samples as far as they are wanted"
  )
  func touches() {
    var attributes = ContactAttributes()
    attributes.majorRadius = 8
    attributes.majorRadiusTolerance = 1.6
    let time = Instant.milliseconds(16)
    var record = TouchRecord(
      id: 9, phase: .moved, time: time, location: Point(80, 50), tapCount: 1, attributes: attributes)
    record.previousLocation = Point(16, 10)
    record.coalesced = 0..<1
    record.predicted = 1..<2
    let samples = [
      TouchSample(time: time, location: Point(80, 50), previousLocation: Point(16, 10)),
      TouchSample(time: .milliseconds(24), location: Point(160, 100), previousLocation: Point(80, 50)),
    ]
    var buffer = EventBuffer()
    buffer.append(record)
    for sample in samples { buffer.append(sample) }
    let event = Event.touches(
      TouchesEvent(receiver: 0, phase: .moved, sequence: 2, time: time, records: 0..<1, all: 0..<1))
    func text(_ detail: TouchDetail) -> Substring {
      let text = Samples.text {
        encoder.write(
          event, of: buffer, device: 1, seq: 7, in: LineForm(units: .normalized, detail: detail), to: &$0)
      }
      return text.firstRange(of: #""touches":["#).map { text[$0.upperBound...] } ?? ""
    }
    let touch =
      #""location":[0.5,0.5],"previous_location":[0.1,0.1],"tap_count":1,"radius":0.05,"radius_tolerance":0.01"#
    #expect(text([]) == #"{"id":9,\#(touch)}]}"# + "\n")
    #expect(text(.all) == #"{"id":9,\#(touch)}],"all":[{"id":9,"phase":"moved",\#(touch)}]}"# + "\n")
    #expect(
      text(.coalesced) == #"{"id":9,\#(touch),"coalesced":[{"time":0.016,"location":[0.5,0.5]}]}]}"# + "\n")
    #expect(
      text([.coalesced, .predicted])
        == #"{"id":9,\#(touch),"coalesced":[{"time":0.016,"location":[0.5,0.5]}],"#
        + #""predicted":[{"time":0.024,"location":[1,1],"estimated":["location"]}]}]}"# + "\n")
  }

  @Test("Each device has regions of its own by their numbers, and a region that nobody has named is left out")
  func regionsOfDevices() {
    encoder.setRegions(of: 2, ["root", "window", "panel"])
    func text(_ device: Int, _ region: Int) -> String {
      let tap = Samples.gesture(0, region: region, GestureValues(.count(1)))
      return Samples.text { encoder.write(tap, of: EventBuffer(), device: device, seq: 7, to: &$0) }
    }
    #expect(text(1, 1).contains(#""region":"list""#))
    #expect(text(2, 1).contains(#""region":"window""#) && text(2, 2).contains(#""region":"panel""#))
    #expect(!text(1, 2).contains(#""region":"#) && text(3, 1).contains(#""region":"list""#))
    encoder.forget(device: 2)
    #expect(text(2, 1).contains(#""region":"list""#))
  }

  @Test("Recognizers come, change and go while the encoder lives")
  func recognizersChange() {
    var labels = Samples.vocabulary.recognizers
    labels[0].name = "poke"
    labels.append(Samples.label("more", "tap", 4))
    encoder.setRecognizers(labels)
    #expect(encoder.line(Samples.gesture(0, GestureValues(.count(1)))).contains(#""recognizer":"poke""#))
    #expect(encoder.line(Samples.gesture(5, GestureValues(.count(1)))).contains(#""recognizer":"more""#))
    encoder.setRecognizers(Array(labels.prefix(2)))
    #expect(encoder.line(Samples.gesture(1, GestureValues(.word(0)))).contains(#""recognizer":"back""#))
  }
}

extension GestureValues {
  /// These and one more.
  fileprivate func adding(_ quantity: Quantity) -> GestureValues {
    var values = self
    values.append(quantity)
    return values
  }
}
