import GestureCore
import Testing

@testable import GestureProtocol

final class MessageEncoderTests {
  private let encoder = MessageEncoder(Samples.vocabulary)

  @Test("A greeting holds the pair of clocks, and in a replay the recording's clock alone")
  func hello() {
    var hello = Hello(
      version: "0.1.0", features: ["a", "b"], time: .milliseconds(12_000),
      unixMicroseconds: 1_790_000_000_100_000)
    let begin =
      #"{"type":"hello","protocol":1,"version":"0.1.0","features":["a","b"],"units":"mm","#
      + #""clock":"monotonic","time":12"#
    #expect(Samples.text { encoder.write(hello, to: &$0) } == begin + #","unix_time":1790000000.1}"# + "\n")
    hello.unixMicroseconds = nil
    #expect(Samples.text { encoder.write(hello, to: &$0) } == begin + "}\n")
  }

  @Test("D29 and FLT-100 a device is announced with its name escaped, and a filtered one ends in filtered")
  func device() {
    var message = DeviceMessage(
      time: .milliseconds(12_000), device: 1, state: .added, name: "a\"\n", size: Size(160, 100.5),
      sizeSource: "fallback", maximumTouches: 10)
    let expected =
      #"{"type":"device","seq":1,"time":12,"device":1,"state":"added","name":"a\"\u000a","size":[160,100.5],"#
      + #""size_source":"fallback","max_touches":10,"rotation":0}"# + "\n"
    #expect(Samples.text { encoder.write(message, seq: 1, to: &$0) } == expected)
    message.isFiltered = true
    #expect(
      Samples.text { encoder.write(message, seq: 1, to: &$0) }
        == String(expected.dropLast(2)) + #","filtered":true}"# + "\n")
  }

  @Test("JSN-3 a gesture is written with its recognizer's names and its kind's values, in order")
  func gesture() {
    let swipe = Samples.gesture(1, GestureValues(.word(0), .velocity(Vector(-310.2, 4.1))))
    let expected =
      #"{"type":"gesture","seq":7,"time":12.345678,"device":1,"sequence":2,"gesture_id":3,"#
      + #""recognizer":"back","kind":"swipe","#
      + #""state":"ended","touch_count":3,"region":"root","location":[40.5,30.25],"#
      + #""direction":"left","velocity":[-310.2,4.1]}"# + "\n"
    #expect(encoder.line(swipe) == expected)
  }

  @Test("A gesture of a region other than the root has its place in the region too")
  func regionLocation() {
    let pan = Samples.gesture(
      2, state: .began, region: 1, GestureValues(.displacement(Vector(1, -0.00001)), .velocity(.zero)))
    #expect(
      encoder.line(pan).hasSuffix(
        #""recognizer":"scroll","kind":"pan","state":"began","touch_count":3,"region":"list","#
          + #""location":[40.5,30.25],"region_location":[1,2],"translation":[1,0],"velocity":[0,0]}"# + "\n"))
  }

  @Test("PAN-22 in a region that is scaled, displacements and velocities are told in its coordinates too")
  func scaledRegion() {
    func pan(_ toRegion: AffineTransform) -> Event {
      Samples.gesture(
        2, state: .changed, region: 1, toRegion: toRegion,
        GestureValues(.displacement(Vector(20, 0)), .velocity(Vector(0, 8))))
    }
    #expect(
      encoder.line(pan(.scale(0.5, 0.25))).hasSuffix(
        #""translation":[20,0],"velocity":[0,8],"region_translation":[10,0],"region_velocity":[0,2]}"# + "\n")
    )
    let nowhere = AffineTransform.scale(.infinity, .nan)
    #expect(encoder.line(pan(nowhere)).hasSuffix(#""translation":[20,0],"velocity":[0,8]}"# + "\n"))
  }

  @Test("JSN-6 a value that is not finite is left out with its field")
  func nonFinite() {
    let pan = Samples.gesture(
      2, region: 1, location: Point(.nan, 0), regionLocation: Point(0, .infinity),
      GestureValues(.displacement(Vector(1, -.infinity)), .velocity(Vector(1, 2))))
    #expect(encoder.line(pan).hasSuffix(#""region":"list","velocity":[1,2]}"# + "\n"))
    let size = Size(.infinity, 1)
    let message = DeviceMessage(
      time: .milliseconds(0), device: 1, state: .removed, name: "", size: size, sizeSource: "resolution",
      maximumTouches: 0)
    #expect(Samples.text { encoder.write(message, seq: 1, to: &$0) }.contains(#""name":"","size_source""#))
  }

  @Test("A word that its field does not know is left out")
  func unknownWord() {
    let swipe = Samples.gesture(1, GestureValues(.word(4), .velocity(Vector(1, 2))))
    #expect(encoder.line(swipe).hasSuffix(#""location":[40.5,30.25],"velocity":[1,2]}"# + "\n"))
  }

  @Test(
    "A state is written as its word",
    arguments: zip(
      [GestureState.possible, .began, .changed, .ended, .cancelled, .failed],
      ["possible", "began", "changed", "ended", "cancelled", "failed"]))
  func states(state: GestureState, word: String) {
    let line = encoder.line(Samples.gesture(0, state: state, GestureValues(.count(1))))
    #expect(line.contains(#""state":"\#(word)","touch_count":3"#))
  }

  @Test(
    "JSN-2 touches of a phase are one line",
    arguments: zip(
      [TouchPhase.began, .moved, .stationary, .ended, .cancelled],
      ["began", "moved", "stationary", "ended", "cancelled"]))
  func touches(phase: TouchPhase, word: String) {
    let time = Instant.milliseconds(12_346)
    let records = (1...4).map {
      TouchRecord(id: $0, time: time, location: Point(Double($0), .nan), tapCount: 1, region: 1)
    }
    let finite = TouchRecord(id: 9, time: time, location: Point(1, 2), tapCount: 2, region: 1)
    let event = Event.touches(
      TouchesEvent(receiver: 1, phase: phase, sequence: 2, time: .milliseconds(12_346), records: 3..<5))
    let expected =
      #"{"type":"touches","seq":8,"time":12.346,"event":0,"subtype":0,"device":1,"sequence":2,"region":"list","phase":"\#(word)","#
      + #""touches":[{"id":4,"tap_count":1},{"id":9,"location":[1,2],"region_location":[1,2],"tap_count":2}]}"#
      + "\n"
    #expect(encoder.line(event, records: records + [finite], seq: 8) == expected)
  }

  @Test("RSP-5, EVT-14 a touch says what differs from its line: its own stamp, the region it landed in")
  func heldAndForwarded() {
    var record = TouchRecord(
      id: 9, phase: .ended, time: .milliseconds(80), location: Point(1, 2), tapCount: 1, region: 1)
    record.previousLocation = Point(1, 1.5)
    record.preciseLocation = Point(1.01, 2)
    let event = Event.touches(
      TouchesEvent(receiver: 0, phase: .ended, sequence: 2, time: .milliseconds(430), records: 0..<1))
    let expected =
      #"{"type":"touches","seq":7,"time":0.43,"event":0,"subtype":0,"device":1,"sequence":2,"region":"root","phase":"ended","#
      + #""touches":[{"id":9,"time":0.08,"location":[1,2],"precise_location":[1.01,2],"#
      + #""previous_location":[1,1.5],"tap_count":1,"region":"list"}]}"# + "\n"
    #expect(encoder.line(event, records: [record]) == expected)
  }

  @Test(
    "TCH-24, TCH-27 a pen says what it is, how hard it presses and how it stands; a finger has no such keys")
  func pen() {
    var attributes = ContactAttributes()
    attributes.type = .pencil
    attributes.majorRadius = 5
    attributes.majorRadiusTolerance = 0.0078
    attributes.force = 1
    attributes.maximumForce = 4
    attributes.attitude = .init(altitude: 0.7854, azimuth: 0)
    let time = Instant.milliseconds(1)
    let pen = TouchRecord(id: 1, time: time, location: Point(1, 2), tapCount: 1, attributes: attributes)
    let finger = TouchRecord(id: 2, time: time, location: Point(3, 4), tapCount: 1)
    let event = Event.touches(
      TouchesEvent(receiver: 0, phase: .began, sequence: 1, time: time, records: 0..<2))
    let line = encoder.line(event, records: [pen, finger])
    let expected =
      #"{"id":1,"location":[1,2],"tap_count":1,"type":"pencil","radius":5,"radius_tolerance":0.0078,"force":1,"#
      + #""max_force":4,"altitude":0.7854,"azimuth":0},"#
    #expect(line.contains(expected))
    #expect(line.hasSuffix(#"{"id":2,"location":[3,4],"tap_count":1}]}"# + "\n"))
  }

  @Test("EVT-3, COA-1, PRE-2 all touches with their phases, samples, and predictions marked as guesses")
  func details() {
    let time = Instant.milliseconds(16)
    var moved = TouchRecord(id: 1, phase: .moved, time: time, location: Point(2, 2), tapCount: 1)
    moved.coalesced = 0..<2
    moved.coalescedLost = 3
    moved.predicted = 2..<3
    let resting = TouchRecord(
      id: 2, phase: .stationary, time: .milliseconds(5), location: Point(9, 9), tapCount: 1)
    let samples = [8, 16, 24].map {
      TouchSample(
        time: .milliseconds($0), location: Point(Double($0) / 8, 2), previousLocation: Point(0, 2))
    }
    let event = Event.touches(
      TouchesEvent(receiver: 0, phase: .moved, sequence: 1, time: time, records: 0..<1, all: 1..<3))
    let own =
      #""touches":[{"id":1,"location":[2,2],"tap_count":1,"coalesced":[{"time":0.008,"location":[1,2]},"#
      + #"{"time":0.016,"location":[2,2]}],"coalesced_lost":3,"#
      + #""predicted":[{"time":0.024,"location":[3,2],"estimated":["location"]}]}],"#
    let all =
      #""all":[{"id":1,"phase":"moved","location":[2,2],"tap_count":1},"#
      + #"{"id":2,"phase":"stationary","time":0.005,"location":[9,9],"tap_count":1}]}"# + "\n"
    let line = encoder.line(event, records: [moved, moved, resting], samples: samples)
    #expect(line.hasSuffix(own + all))
  }

  @Test("EVT-12 what is no touches event has no touches: a gesture and a settled line")
  func noTouches() {
    #expect(!encoder.line(Samples.gesture(0, GestureValues(.count(1)))).contains(#""touches""#))
    let settled = Event.settled(SettledEvent(firstSequence: 1, sequence: 1, time: .milliseconds(1)))
    #expect(!encoder.line(settled).contains(#""touches""#))
  }

  @Test(
    "A transition says why, in numbers where numbers decided and by name where another recognizer did",
    arguments: [
      (Reason("lifted"), "lifted"),
      (Reason("movedBeyondSlop", .init(7.4, .above, 7, .millimetres)), "movedBeyondSlop(7.4 mm > 7 mm)"),
      (Reason("short", .init(400, .below, 500.5, .milliseconds)), "short(400 ms < 500.5 ms)"),
      (Reason("held", .init(500, .reached, 500, .milliseconds)), "held(500 ms >= 500 ms)"),
      (Reason("turned", .init(46, .above, 45, .degrees)), "turned(46° > 45°)"),
      (Reason("many", .init(2, .above, 1, .touches)), "many(2 > 1 touches)"),
      (Reason("preventedBy", cause: 4), "preventedBy(double_tap)"),
      (Reason("slower", .init(2, .above, 1, .milliseconds), cause: 1), "slower(back, 2 ms > 1 ms)"),
      (Reason("odd", .init(.nan, .above, 1, .milliseconds)), "odd"),
    ])
  func transition(reason: Reason, text: String) {
    let expected =
      #"{"type":"transition","seq":7,"time":12.352,"device":1,"sequence":2,"recognizer":"tap","kind":"tap","#
      + #""touch_count":1,"from":"possible","to":"failed","reason":"\#(text)"}"# + "\n"
    #expect(encoder.line(Samples.transition(reason)) == expected)
  }

  @Test("A farewell says why", arguments: ByeReason.allCases)
  func bye(reason: ByeReason) {
    let expected = #"{"type":"bye","reason":"\#(reason.rawValue)"}"# + "\n"
    #expect(Samples.text { encoder.write(reason, to: &$0) } == expected)
  }
}
