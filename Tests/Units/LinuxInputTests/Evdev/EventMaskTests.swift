import GestureTestSupport
import Testing
import TouchInput

@testable import LinuxInput

@Suite struct EventMaskTests {
  private func codes(_ type: UInt16, _ touchProtocol: TouchProtocol) -> [UInt16] {
    EventMask.entries(for: touchProtocol).first { $0.type == type }?.codes.codes ?? []
  }

  @Test(
    "D21 of the types only EV_KEY and EV_ABS are queued",
    arguments: [TouchProtocol.multitouch, .slotless(givesIDs: true), .singleTouch, .pen]
  )
  func types(touchProtocol: TouchProtocol) {
    #expect(codes(0, touchProtocol) == [0, EventCode.key, EventCode.absolute])
    #expect(EventMask.entries(for: touchProtocol).map(\.type) == [0, EventCode.key, EventCode.absolute])
  }

  @Test("of the keys only BTN_TOUCH and BTN_TOOL_… are queued, and PEN-1 of a pen those of its buttons")
  func keys() {
    let expected: [UInt16] = Array(0x140...0x148) + [0x14a] + Array(0x14d...0x14f)
    #expect(codes(EventCode.key, .multitouch) == expected)
    #expect(codes(EventCode.key, .singleTouch) == expected)
    #expect(codes(EventCode.key, .pen) == (expected + EventCode.penButtons).sorted())
  }

  @Test("D16 of the axes those are queued that frames are made of")
  func axes() {
    #expect(codes(EventCode.absolute, .multitouch) == [0x2f, 0x30, 0x35, 0x36, 0x37, 0x39, 0x3b])
    #expect(codes(EventCode.absolute, .slotless(givesIDs: true)) == [0x30, 0x35, 0x36, 0x37, 0x39, 0x3b])
    #expect(codes(EventCode.absolute, .slotless(givesIDs: false)) == [0x30, 0x35, 0x36, 0x37, 0x3b])
    #expect(codes(EventCode.absolute, .singleTouch) == [0, 1])
    #expect(codes(EventCode.absolute, .pen) == [0, 1, 2, 0x19, 0x1a, 0x1b])
  }

  @Test(
    "TCH-22 pressure is queued only where it is trusted",
    arguments: zip(
      [TouchProtocol.multitouch, .slotless(givesIDs: false), .singleTouch, .pen],
      [UInt16(0x3a), 0x3a, 0x18, 0x18]))
  func pressure(touchProtocol: TouchProtocol, code: UInt16) {
    for isTrusted in [false, true] {
      let entries = EventMask.entries(for: touchProtocol, wantsPressure: isTrusted)
      #expect(entries.last?.codes.contains(code) == isTrusted)
    }
  }

  @Test("a bitmap holds its codes in machine words, the least significant first")
  func words() {
    #expect(EventMask.words(of: CodeSet()) == [])
    #expect(EventMask.words(of: CodeSet([0, 1, 3])) == [0b1011])
    #expect(EventMask.words(of: CodeSet([63, 64, 330])) == [1 << 63, 1, 0, 0, 0, 1 << 10])
  }

  @Test("a code is in a bitmap if it was put in, for every code")
  func membership() {
    var generator = SeededGenerator(seed: 7)
    let chosen = (0..<300).map { _ in UInt16.random(in: 0...0x2ff, using: &generator) }
    let words = EventMask.words(of: CodeSet(chosen))
    for code in 0...UInt16.max where EventMask.contains(code, in: words) != chosen.contains(code) {
      Issue.record("\(code)")
    }
  }
}
