import GestureCore
import GestureTestSupport
import Testing
import TouchInput

@Suite struct UntoldPlacesTests {
  private func untold(
    _ lines: String, of device: DeviceDescription = .testScreen
  ) throws -> UntoldPlaces? {
    let text = written(EvemuRecording(device: device, events: []))
    let events = lines.split(separator: "\n").map { "E: 0.5 \($0)\n" }.joined()
    return UntoldPlaces(
      in: try EvemuRecording(parsing: text + Array(events.utf8)).events, on: try judge(device))
  }

  @Test("TCH-33 a touch whose slot has not told its y before is counted, once per touch")
  func missing() throws {
    let landing = "0003 0039 1\n0003 0035 100\n0000 0000 0\n"
    let found = try #require(try untold(landing + "0003 0039 -1\n0000 0000 0\n" + landing))
    #expect(found.axes == [.y] && found.touchCount == 2)
    let other = try #require(try untold(landing + "0003 002f 1\n0003 0036 5\n0003 0039 2\n0000 0000 0\n"))
    #expect(other.axes == [.x, .y] && other.touchCount == 2)
  }

  @Test("TCH-33 a slot that has told its place before keeps it from touch to touch")
  func told() throws {
    let before = "0003 0035 100\n0003 0036 100\n"
    #expect(
      try untold(before + "0003 0039 1\n0000 0000 0\n0003 0039 -1\n0000 0000 0\n0003 0039 2\n0000 0000 0")
        == nil)
    // The whole report counts, even where the kernel has cut it.
    #expect(try untold("0003 0039 1\n0000 0000 1\n\(before)0000 0000 0") == nil)
    #expect(try untold("") == nil)
  }

  @Test("TCH-33 coordinates between SYN_DROPPED and its report tell nothing")
  func dropped() throws {
    let found = try untold(
      "0000 0003 0\n0003 0035 1\n0003 0036 1\n0003 0039 1\n0000 0000 0\n0003 0039 2\n0000 0000 0")
    #expect(found?.axes == [.x, .y] && found?.touchCount == 1)
  }

  @Test("TCH-31 of one contact BTN_TOUCH is the landing, and hovering has told the place before")
  func singleTouch() throws {
    let landing = "0001 014a 1\n0000 0000 0\n"
    #expect(try untold("0003 0000 5\n" + landing, of: .singleTouchScreen)?.axes == [.y])
    #expect(try untold("0001 0140 1\n0003 0000 5\n0003 0001 5\n0000 0000 0\n" + landing, of: .pen) == nil)
  }

  @Test("D12 slots that the device does not have, and ids and places for them, are passed over")
  func hostile() throws {
    #expect(
      try untold("0003 002f 99\n0003 0039 1\n0000 0000 0\n0003 002f -5\n0003 0039 1\n0000 0000 0") == nil)
  }
}
