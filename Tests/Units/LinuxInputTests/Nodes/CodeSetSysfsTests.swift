import GestureTestSupport
import Testing
import TouchInput

@testable import LinuxInput

@Suite struct CodeSetSysfsTests {
  @Test(
    "capabilities are machine words, the most significant first",
    arguments: [
      ("0", []), ("b", [0, 1, 3]), ("2", [1]),
      ("400 0 0 0 0 0", [330]),
      ("260800000000003", [0, 1, 0x2f, 0x35, 0x36, 0x39]),
      ("8000000000000000", [63]), ("1 0000000000000000", [64]), ("F", [0, 1, 2, 3]),
    ] as [(String, [UInt16])])
  func words(text: String, codes: [UInt16]) {
    #expect(CodeSet(sysfsWords: text)?.codes == codes)
  }

  @Test(
    "D29 what is no bitmap gives none, so that its device is never opened",
    arguments: [
      "", " ", "g", "0x1", "-1", "+1", "1_0", "1\n", "1\n2", "1\t2", "１", "\u{0}", "00000000000000000",
      "fffffffffffffffff", "%s%n", "1 2 x",
      Array(repeating: "0", count: 65).joined(separator: " "),
    ])
  func malformed(text: String) {
    #expect(CodeSet(sysfsWords: text) == nil)
  }

  @Test("a bitmap of any codes is read back as these codes")
  func roundTrip() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      let codes = CodeSet((0..<40).map { _ in UInt16.random(in: 0...0x2ff, using: &generator) })
      let text = EventMask.words(of: codes).reversed().map { String($0, radix: 16) }.joined(separator: " ")
      #expect(CodeSet(sysfsWords: text)?.codes == codes.codes)
    }
  }

  @Test("D29 no text traps")
  func fuzz() {
    var generator = SeededGenerator(seed: 2)
    let alphabet: [Unicode.Scalar] = ["0", "1", "9", "a", "f", "F", "g", " ", " ", "-", "\n", "é", "\u{0}"]
    for _ in 0..<20_000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...40, using: &generator) {
        alphabet.randomElement(using: &generator).map { text.unicodeScalars.append($0) }
      }
      let isBitmap =
        text.contains { $0 != " " } && text.allSatisfy { $0 == " " || $0.isASCII && $0.isHexDigit }
      if CodeSet(sysfsWords: text) != nil && !isBitmap { Issue.record("\(text.debugDescription)") }
    }
  }
}
