import GestureCore
import Testing

@testable import GestureProtocol

struct TextFormatterTests {
  private let formatter = TextFormatter(Samples.vocabulary, usesColor: false)

  @Test("A person reads what happened in aligned columns")
  func columns() {
    let records = [
      TouchRecord(id: 9, time: .milliseconds(12_346), location: Point(40.512, 30.25), tapCount: 1),
      TouchRecord(id: 10, time: .milliseconds(12_300), location: Point(1, 2), tapCount: 2),
    ]
    let touches = TouchesEvent(
      receiver: 0, phase: .began, sequence: 2, time: .milliseconds(12_346), records: 0..<2)
    let lines = [
      Samples.text {
        formatter.write(Hello(version: "0.1.0", time: .milliseconds(0), unixMicroseconds: nil), to: &$0)
      },
      Samples.text {
        let message = DeviceMessage(
          time: .milliseconds(1), device: 1, state: .added, name: "Panel\u{1B}[2J", size: Size(160, 100.5),
          sizeSource: "fallback", maximumTouches: 10)
        formatter.write(message, seq: 1, to: &$0)
      },
      formatter.line(.touches(touches), records: records),
      formatter.line(Samples.transition(Reason("movedBeyondSlop", .init(7.4, .above, 7, .millimetres)))),
      formatter.line(Samples.transition(from: .changed, to: .cancelled, Reason("deviceRemoved"))),
      formatter.line(Samples.transition(Reason("preventedBy", cause: 4))),
      formatter.line(Samples.gesture(0, GestureValues(.count(2)))),
      formatter.line(Samples.gesture(1, GestureValues(.word(0), .velocity(Vector(-310.25, 4.1))))),
      formatter.line(
        Samples.gesture(
          2, state: .changed, region: 1, location: Point(160, -0.001),
          GestureValues(.displacement(Vector(1.256, -3)), .velocity(Vector(-31, 4.1))))),
      formatter.line(
        Samples.gesture(3, state: .began, GestureValues(.point(Point(1, 2)), .span(.milliseconds(500))))),
      Samples.text { formatter.write(.stopping, to: &$0) },
    ]
    let expected = #"""
      gestured 0.1.0: places in mm from the top left, times in seconds, velocities in mm/s
              time d  recognizer state         n   x mm   y mm  values or reason
          0.001000 1  device     added        "Panel\u001b[2J" 160 x 100.5 mm (fallback), touches: 10
         12.346000 1  touches    began         2                #9 40.51,30.25  #10 1,2 of 12.3 tap 2
         12.352000 1  tap        -> failed     1                movedBeyondSlop(7.4 mm > 7 mm)
         12.352000 1  tap        -> cancelled  1                deviceRemoved was changed
         12.352000 1  tap        -> failed     1                preventedBy(double_tap)
         12.345678 1  tap        ended         3  40.50  30.25  taps 2
         12.345678 1  back       ended         3  40.50  30.25  direction left  velocity -310.3,4.1
         12.345678 1  scroll     changed       3 160.00   0.00  translation 1.26,-3  velocity -31,4.1  in list
         12.345678 1  hold       began         3  40.50  30.25  start 1,2  duration 0.5 s
      bye: stopping

      """#
    #expect(lines.joined() == expected)
  }

  @Test("ACT-2, ADD-7 actions and times without fingers are told in words")
  func actionsAndIdleTimes() {
    let copy = ActionMessage(
      "copy", value: Array(#"{"plain":true}"#.utf8), at: .milliseconds(12_346),
      responder: ResponderName("controller:form"), from: .client(3), in: "field")
    let select = ActionMessage(
      "select", at: .milliseconds(12_346), responder: nil,
      from: .recognizer(name: nil, kind: "tap", device: 2))
    let hostile = ActionMessage(
      "copy", value: Array(("\"\u{202E}" + String(repeating: "x", count: 300) + "\"").utf8),
      at: .milliseconds(1), responder: nil, from: .client(3))
    let lines = [
      Samples.text { formatter.write(copy, to: &$0) },
      Samples.text { formatter.write(select, to: &$0) },
      Samples.text {
        formatter.write(
          IdleMessage(began: .milliseconds(60_000), at: .milliseconds(72_500), on: [1]), to: &$0)
      },
      Samples.text {
        formatter.write(
          IdleMessage(
            ended: .milliseconds(60_000), at: .milliseconds(80_000), after: .milliseconds(67_500)), to: &$0)
      },
    ]
    let expected = #"""
         12.346000    action                                    copy {"plain":true} of client 3 in field, for controller:form
         12.346000 2  action                                    select of tap, which no responder takes
         72.500000    idle       began                          for 60 s
         80.000000    idle       ended                          after 67.5 s

      """#
    #expect(lines.joined() == expected)
    let cut = Samples.text { formatter.write(hostile, to: &$0) }
    #expect(cut.contains("\"?xxx") && cut.contains("xxx… of client 3") && cut.count < 330)
  }

  @Test("A cell that is too wide pushes the rest of its line and touches nothing")
  func wideCells() {
    let name = String(repeating: "n", count: 40)
    let formatter = TextFormatter(
      Vocabulary(recognizers: [Samples.label(name, "tap", 1)]), usesColor: false)
    let event = Samples.gesture(0, location: Point(-12_345_678, 0), GestureValues(.count(1)))
    #expect(
      formatter.line(event)
        == "   12.345678 1  " + name + " ended 3 -12345678.00 0.00 taps 1\n")
  }

  @Test("Colours change nothing but the colours, and each line ends plainly")
  func colors() {
    let colored = TextFormatter(Samples.vocabulary, usesColor: true)
    let events = [
      Samples.gesture(0, GestureValues(.count(2))),
      Samples.gesture(2, state: .cancelled, GestureValues()),
      Samples.transition(Reason("movedBeyondSlop")),
      Samples.transition(from: .began, to: .ended, Reason("lifted")),
      .touches(TouchesEvent(receiver: 1, phase: .moved, sequence: 1, time: .milliseconds(1), records: 0..<0)),
    ]
    for event in events {
      let line = colored.line(event)
      #expect(withoutColors(line) == formatter.line(event))
      let last = line.split(separator: "\u{1B}").last
      #expect(last?.hasPrefix("[m") == true)
    }
    #expect(colored.line(events[2]).contains("\u{1B}[31m-> failed\u{1B}[m"))
    #expect(colored.line(events[0]).contains("\u{1B}[32mended\u{1B}[m"))
  }

  private func withoutColors(_ line: String) -> String {
    let pieces = line.split(separator: "\u{1B}", omittingEmptySubsequences: false)
    let rest = pieces.dropFirst().map { $0.drop { $0 != "m" }.dropFirst() }
    return String(pieces[0]) + rest.joined()
  }
}
