import FoundationEssentials
import GestureClient
import Testing

@testable import gesturectl

/// `gesturectl filter status`: a line for each touchscreen.
@Suite("gesturectl prints the state of filters") struct FilterTests {
  private func line(_ fields: String) throws -> String {
    let text = #"{"device":1,"node":"/dev/input/event7",\#(fields)}"#
    return FilterCommand.line(for: try JSONDecoder().decode(DaemonStatus.Filter.self, from: Data(text.utf8)))
  }

  @Test("FLT-103 applications read the clone only while the filter is on")
  func readers() throws {
    #expect(
      try line(#""state":"on","panel":"/dev/input/event3""#)
        == "filter of screen 1: on, applications read /dev/input/event7, other readers of /dev/input/event3 receive nothing"
    )
    #expect(
      try line(#""state":"paused","reason":"request","frames":2"#)
        == "filter of screen 1: paused, request, 2 frames")
    #expect(try line(#""state":"off","reason":"released""#) == "filter of screen 1: off, released")
    #expect(
      try line(#""state":"off","reason":"released","returns_ms":41300"#)
        == "filter of screen 1: off, released, on again in 42 s")
    #expect(
      try line(#""state":"off","reason":"grabbed","fault":"another program has grabbed it: find it""#)
        == "filter of screen 1: off, grabbed: another program has grabbed it: find it")
  }
}
