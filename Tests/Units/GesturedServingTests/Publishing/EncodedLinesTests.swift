import GestureCore
import GestureProtocol
import Testing

@testable import GesturedServing

@Suite struct EncodedLinesTests {
  /// The line of an event with a number, in the first form.
  private func line(_ lines: EncodedLines, seq: UInt64) -> String {
    let event = SettledEvent(firstSequence: 1, sequence: 1, time: Instant(microseconds: 0))
    var line = ""
    lines.with(0, .settled(event), of: EventBuffer(), device: 1, seq: seq) { bytes, count in
      line = String(decoding: bytes[..<count], as: UTF8.self)
    }
    return line
  }

  @Test("H2 H8 stages share the storage of their lines, and none is handed another one's")
  func sharing() {
    let everyone = EncodedLines(Vocabulary(recognizers: []))
    let own = EncodedLines(like: everyone, Vocabulary(recognizers: []))
    #expect(line(own, seq: 7).contains(#""seq":7,"#))
    #expect(line(everyone, seq: 1).contains(#""seq":1,"#))
    everyone.begin()
    own.begin()
    #expect(line(everyone, seq: 2).contains(#""seq":2,"#))
    #expect(line(own, seq: 8).contains(#""seq":8,"#))
    #expect(line(everyone, seq: 2).contains(#""seq":2,"#))
    // A line is encoded once for each event, so it has the number of the first reader.
    #expect(line(everyone, seq: 3).contains(#""seq":2,"#))
  }
}
