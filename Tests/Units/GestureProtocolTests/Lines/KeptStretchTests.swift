import GestureCore
import GestureTestSupport
import Testing

@testable import GestureProtocol

/// Text that a line keeps from earlier lines equals the text that a new writer would produce.
@Suite("Kept stretches")
final class KeptStretchTests {
  private var encoder = MessageEncoder(many)
  /// The writer of all earlier lines.
  private var used = LineWriter()

  /// More recognizers than there are cached places. Two names are longer than such a place.
  private static let many = Vocabulary(
    recognizers: (0..<40).map {
      let name = "pan\($0)" + String(repeating: "n", count: $0 % 19 == 18 ? 300 : 0)
      return Samples.label(name, "pan", 1)
    }, regions: ["root", "list"])

  private func event(
    _ recognizer: Int = 0, state: GestureState = .changed, id: UInt64 = 7, sequence: UInt64 = 5,
    count: Int = 1,
    region: Int = 0
  ) -> GestureEvent {
    GestureEvent(
      recognizer: recognizer, state: state, gestureID: id, sequence: sequence,
      time: Instant(microseconds: 12_345_678), numberOfTouches: count, region: region,
      location: Point(40.5, 30.25), regionLocation: Point(1, 2),
      values: GestureValues(.displacement(Vector(1, 2)), .velocity(Vector(3, 4))))
  }

  /// The line of the used writer, which must equal the line of a new one.
  @discardableResult
  private func line(
    _ event: Event, of buffer: EventBuffer = EventBuffer(), device: Int = 1, _ location: SourceLocation
  ) -> String {
    encoder.write(event, of: buffer, device: device, seq: 9, to: &used)
    let text = used.text
    let anew = Samples.text { encoder.write(event, of: buffer, device: device, seq: 9, to: &$0) }
    #expect(text == anew, sourceLocation: location)
    return text
  }

  private func line(
    _ gesture: GestureEvent, device: Int = 1, location: SourceLocation = #_sourceLocation
  ) -> String {
    line(.gesture(gesture), device: device, location)
  }

  private func line(
    _ phase: TouchPhase, device: Int = 1, sequence: UInt64 = 5, receiver: Int = 0,
    location: SourceLocation = #_sourceLocation
  ) -> String {
    var buffer = EventBuffer()
    buffer.append(TouchRecord(id: 1, time: .milliseconds(1), location: Point(1, 2), tapCount: 1))
    let event = TouchesEvent(
      receiver: receiver, phase: phase, sequence: sequence, time: .milliseconds(1), records: 0..<1)
    return line(.touches(event), of: buffer, device: device, location)
  }

  @Test("The same gesture again is written as before, and with each number that differs as that says")
  func everyNumber() {
    let first = line(event())
    #expect(line(event()) == first)
    #expect(line(event(state: .ended)).contains(#""state":"ended""#))
    #expect(line(event(id: 8)).contains(#""gesture_id":8,"#))
    #expect(line(event(sequence: 6)).contains(#""sequence":6,"#))
    #expect(line(event(count: 2)).contains(#""touch_count":2,"#))
    #expect(line(event(region: 1)).contains(#""region":"list","#))
    #expect(line(event(1)).contains(#""recognizer":"pan1","#))
    #expect(line(event(), device: 2).contains(#""device":2,"#))
    #expect(line(event()) == first)
  }

  @Test("Two gestures whose recognizers share a place are told apart", arguments: [1, 2])
  func samePlace(_ times: Int) {
    let other = StretchTable.capacity * times
    for _ in 0..<3 {
      #expect(line(event(3)).contains(#""recognizer":"pan3","#))
      #expect(line(event(3 + other)).contains(#""recognizer":"pan\#(3 + other)","#))
    }
  }

  @Test("Two devices with the same gesture are told apart")
  func devices() {
    encoder.setRegions(of: 2, ["root", "other"])
    for _ in 0..<3 {
      #expect(line(event(region: 1), device: 1).contains(#""device":1,"#))
      #expect(line(event(region: 1), device: 2).contains(#""region":"other""#))
      #expect(line(event(region: 1), device: 17).contains(#""device":17,"#))
    }
  }

  @Test("After recognizers are renamed, come and go, lines have the names that hold then")
  func renamedRecognizers() {
    let first = line(event())
    var labels = Self.many.recognizers
    labels[0].name = "renamed"
    encoder.setRecognizers(labels)
    #expect(line(event()) == first.replacing(#""pan0""#, with: #""renamed""#))
    labels[0].kind = "swipe"
    encoder.setRecognizers(labels)
    #expect(line(event()).contains(#""recognizer":"renamed","kind":"swipe""#))
    encoder.setRecognizers(Self.many.recognizers)
    #expect(line(event()) == first)
  }

  @Test(
    "After regions are renamed, or a device that had its own is gone, lines have the names that hold then")
  func renamedRegions() {
    let first = line(event(region: 1))
    let touches = line(.moved, receiver: 1)
    encoder.setRegions(of: 1, ["root", "renamed"])
    #expect(line(event(region: 1)) == first.replacing(#""list""#, with: #""renamed""#))
    #expect(line(.moved, receiver: 1).contains(#""region":"renamed""#))
    encoder.setRegions(of: 1, ["root"])
    #expect(!line(event(region: 1)).contains(#""region":"#))
    encoder.forget(device: 1)
    #expect(line(event(region: 1)) == first)
    #expect(line(.moved, receiver: 1) == touches)
    encoder.setGeometry(of: 1, size: Size(100, 50), pixels: nil)
    #expect(line(event(region: 1)) == first)
  }

  @Test("Another encoder that writes into the same line has names of its own")
  func anotherEncoder() {
    let first = line(event())
    var labels = Self.many.recognizers
    labels[0].name = "other"
    for _ in 0..<3 {
      encoder = MessageEncoder(Vocabulary(recognizers: labels))
      #expect(line(event()).contains(#""recognizer":"other""#))
      encoder = MessageEncoder(Self.many)
      #expect(line(event()) == first)
    }
  }

  @Test("Touches of each phase, sequence and region are told apart, and from gestures")
  func touches() {
    for phase: TouchPhase in [.began, .moved, .moved, .stationary, .ended, .cancelled, .moved] {
      #expect(line(phase).contains(#""sequence":5,"region":"root","phase":"\#(phase.word)","touches":["#))
      #expect(line(phase, sequence: 6).contains(#""sequence":6,"#))
      #expect(line(phase, receiver: 1).contains(#""region":"list","#))
      #expect(line(phase, receiver: StretchTable.capacity / 2).contains(#""sequence":5,"phase""#))
      #expect(line(event(StretchTable.capacity / 2)).contains(#""type":"gesture""#))
      #expect(line(phase, device: 2).contains(#""device":2,"#))
    }
  }

  @Test("Names that are too long to be kept are written all the same")
  func longNames() {
    let long = line(event(18))
    #expect(long.contains(Self.many.recognizers[18].name))
    #expect(line(event(18)) == long)
    #expect(line(event(2)).contains(#""recognizer":"pan2","#) && line(event(18)) == long)
  }

  @Test("Whatever is written in whatever order, no line depends on those before")
  func anyOrder() {
    var random = SeededGenerator(seed: 21)
    func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    for _ in 0..<5_000 {
      switch number(24) {
      case 0: encoder.setRecognizers(Array(Self.many.recognizers.shuffled(using: &random)))
      case 1: encoder.setRegions(of: number(3), ["root", "region\(number(3))"])
      case 2: encoder.forget(device: number(3))
      case 3...8:
        _ = line(
          [.began, .moved, .ended][number(3)], device: number(3), sequence: UInt64(number(2)),
          receiver: number(2))
      default:
        _ = line(
          event(
            number(40), state: [.began, .changed, .ended][number(3)], id: UInt64(number(2)),
            sequence: UInt64(number(2)), count: number(2), region: number(2)), device: number(3))
      }
    }
  }
}
