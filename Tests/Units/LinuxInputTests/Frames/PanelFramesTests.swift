import GestureCore
import GestureTestSupport
import LinuxInput
import Testing
import TouchInput

/// Frames that the kernel has cut, on panels with slots and without (D20). Places are in units of T1.
@Suite struct PanelFramesTests {
  private enum Word {
    case axis(UInt16, Int32)
    case contact
    case touch(Int32)
    case report
    case cut
  }

  private static func panel(slots: Bool) throws -> TouchPanel {
    var device = TestScreen.description()
    if !slots { device.codes[EventCode.absolute] = CodeSet([EventCode.positionX, EventCode.positionY]) }
    return try DeviceJudgement.judgeAxes(
      of: device, touchProtocol: slots ? .multitouch : .slotless(givesIDs: false))
  }

  private static func event(_ word: Word, _ time: Int64) -> InputEvent {
    let (type, code, value): (UInt16, UInt16, Int32) =
      switch word {
      case .axis(let code, let value): (EventCode.absolute, code, value)
      case .contact: (EventCode.synchronization, EventCode.contactReport, 0)
      case .touch(let value): (EventCode.key, EventCode.touch, value)
      case .report: (EventCode.synchronization, EventCode.report, 0)
      case .cut: (EventCode.synchronization, EventCode.report, 1)
      }
    return InputEvent(time: .milliseconds(time), type: type, code: code, value: value)
  }

  private static func take(_ step: TouchFrameAssembler.Step, _ frames: PanelFrames, _ said: inout [String]) {
    guard case .framesReady(let count) = step else { return }
    for index in 0..<count {
      let frame = frames.frame(at: index)
      said.append(
        "\(frame.time.microseconds / 1000): "
          + frame.changes.map { "\($0.slot) \($0.kind)" }.joined(separator: ", "))
    }
  }

  private static func feed(
    _ words: [Word], at time: Int64, _ frames: inout PanelFrames, _ said: inout [String]
  ) {
    for word in words {
      let event = event(word, time)
      if let end = frames.end(before: event) { take(frames.feed(end), frames, &said) }
      take(frames.feed(event), frames, &said)
    }
  }

  private static func end(by time: Int64, _ frames: inout PanelFrames, _ said: inout [String]) {
    if let end = frames.end(by: .milliseconds(time)) { take(frames.feed(end), frames, &said) }
  }

  private static let x = EventCode.positionX
  private static let y = EventCode.positionY

  /// One finger stays, and the other lifts in a frame that ends where it is cut.
  private static func lift(_ frames: inout PanelFrames, _ said: inout [String], slots: Bool) {
    if slots {
      feed(
        [
          .axis(EventCode.trackingID, 1), .axis(x, 640), .axis(y, 640), .axis(EventCode.slot, 1),
          .axis(EventCode.trackingID, 2), .axis(x, 6400), .axis(y, 640), .report,
        ], at: 0, &frames, &said)
      feed(
        [
          .axis(EventCode.slot, 0), .axis(x, 704), .axis(EventCode.slot, 1), .axis(EventCode.trackingID, -1),
          .cut,
        ],
        at: 10, &frames, &said)
    } else {
      feed(
        [.axis(x, 640), .axis(y, 640), .contact, .axis(x, 6400), .axis(y, 640), .contact, .report], at: 0,
        &frames, &said)
      feed([.axis(x, 704), .axis(y, 640), .contact, .cut], at: 10, &frames, &said)
    }
  }

  @Test(
    "D20 a frame that ends where the kernel cuts it is over when nothing follows: a lift in it is told",
    arguments: [true, false])
  func quiet(slots: Bool) throws {
    var frames = PanelFrames(try Self.panel(slots: slots))
    var said: [String] = []
    Self.lift(&frames, &said, slots: slots)
    #expect(frames.cutDeadline == .milliseconds(15))
    Self.end(by: 14, &frames, &said)
    #expect(said == ["0: 0 began, 1 began"])
    Self.end(by: 15, &frames, &said)
    #expect(said == ["0: 0 began, 1 began", "10: 0 moved, 1 ended"])
    #expect(frames.cutDeadline == nil)
  }

  @Test(
    "D20 a frame that ends where the kernel cuts it does not run into the next one", arguments: [true, false])
  func followed(slots: Bool) throws {
    var frames = PanelFrames(try Self.panel(slots: slots))
    var said: [String] = []
    Self.lift(&frames, &said, slots: slots)
    let next: [Word] =
      slots
      ? [.axis(EventCode.slot, 0), .axis(Self.x, 768), .report]
      : [.axis(Self.x, 768), .axis(Self.y, 640), .contact, .report]
    Self.feed(next, at: 20, &frames, &said)
    #expect(said == ["0: 0 began, 1 began", "10: 0 moved, 1 ended", "20: 0 moved"])
  }

  @Test("D20 the rest of a cut frame comes at once, and is the same frame", arguments: [true, false])
  func rest(slots: Bool) throws {
    var frames = PanelFrames(try Self.panel(slots: slots))
    var said: [String] = []
    Self.lift(&frames, &said, slots: slots)
    let rest: [Word] =
      slots ? [.axis(Self.x, 6000), .report] : [.axis(Self.x, 6464), .axis(Self.y, 640), .contact, .report]
    Self.feed(rest, at: 12, &frames, &said)
    #expect(said == ["0: 0 began, 1 began", slots ? "12: 0 moved, 1 ended" : "12: 0 moved, 1 moved"])
    #expect(frames.cutDeadline == nil)
  }

  @Test("D20 a frame that is cut twice is one frame")
  func cutTwice() throws {
    var frames = PanelFrames(try Self.panel(slots: true))
    var said: [String] = []
    Self.lift(&frames, &said, slots: true)
    Self.feed([.axis(Self.x, 6000), .cut], at: 13, &frames, &said)
    #expect(frames.cutDeadline == .milliseconds(18))
    Self.feed([.axis(Self.y, 700), .report], at: 17, &frames, &said)
    #expect(said == ["0: 0 began, 1 began", "17: 0 moved, 1 ended"])
  }

  @Test("D11 D20 what the kernel lets go of by itself on a panel without slots is cancelled")
  func release() throws {
    var frames = PanelFrames(try Self.panel(slots: false))
    var said: [String] = []
    Self.feed([.axis(Self.x, 640), .axis(Self.y, 640), .contact, .touch(1), .report], at: 0, &frames, &said)
    Self.feed([.touch(0), .cut], at: 10, &frames, &said)
    #expect(said == ["0: 0 began", "10: 0 cancelled"])
    Self.feed([.axis(Self.x, 640), .axis(Self.y, 640), .contact, .touch(1), .report], at: 50, &frames, &said)
    #expect(said.last == "50: 0 began")
  }
}
