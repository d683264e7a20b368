import GestureCore
import GestureTestSupport
import Testing

@testable import GestureProtocol

struct LineWriterTests {
  @Test(
    "JSN-7 decimals have at most four places, no trailing zeros and no negative zero",
    arguments: [
      (0, "0"), (-0.0, "0"), (12, "12"), (40.5, "40.5"), (-0.0625, "-0.0625"), (0.1, "0.1"), (0.00004, "0"),
      (-0.00004, "0"), (0.00005, "0.0001"), (-0.00005, "-0.0001"), (0.99995, "1"), (-310.2, "-310.2"),
      (160.0101, "160.0101"), (0.0101, "0.0101"), (123_456_789.5, "123456789.5"), (100_000_000, "100000000"),
      (1e9, "1000000000"), (1e300, "1000000000"), (-1e300, "-1000000000"), (.leastNonzeroMagnitude, "0"),
      (.infinity, "1000000000"), (.nan, "1000000000"),
    ] as [(Double, String)])
  func decimals(value: Double, text: String) {
    #expect(Samples.text { $0.append(decimal: value) } == text)
  }

  @Test("JSN-7 a number that has four decimals is written as just those digits")
  func decimalsOnTheGrid() {
    var random = SeededGenerator(seed: 1)
    var line = LineWriter()
    for _ in 0..<10_000 {
      let steps = Int64.random(in: -9_999_999_999...9_999_999_999, using: &random) >> Int64.random(in: 0...33)
      let written = line.text { $0.append(decimal: Double(steps) / 10_000) }
      #expect(written == expected(steps, places: 4))
    }
  }

  @Test("JSN-7 any other number is written as the nearest of the grid")
  func decimalsOffTheGrid() throws {
    var random = SeededGenerator(seed: 2)
    var line = LineWriter()
    for _ in 0..<10_000 {
      let value =
        Double.random(in: -1...1, using: &random) * [1, 100, 10_000][Int.random(in: 0..<3, using: &random)]
      let text = line.text { $0.append(decimal: value) }
      let written = try #require(Double(text))
      #expect(abs(written - value) <= 0.000_050_001)
      #expect(text == expected(Int64((written * 10_000).rounded()), places: 4))
    }
  }

  @Test("JSN-7 seconds have at most six places, exact to the microsecond")
  func seconds() {
    var random = SeededGenerator(seed: 3)
    var line = LineWriter()
    for _ in 0..<10_000 {
      let microseconds = Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0...63)
      let written = line.text { $0.append(secondsOf: microseconds) }
      #expect(written == expected(microseconds, places: 6))
    }
    #expect(Samples.text { $0.append(secondsOf: .min) } == "-9223372036854.775808")
  }

  @Test("Whole numbers of any size are written in full")
  func integers() {
    var random = SeededGenerator(seed: 4)
    var line = LineWriter()
    for _ in 0..<10_000 {
      let value = UInt64.random(in: 0 ... .max, using: &random) >> UInt64.random(in: 0...63)
      let written = line.text { $0.append(integer: value) }
      #expect(written == String(value))
      let signed = Int(bitPattern: UInt(value))
      let writtenSigned = line.text { $0.append(integer: signed) }
      #expect(writtenSigned == String(signed))
    }
    #expect(Samples.text { $0.append(integer: Int.min) } == String(Int.min))
  }

  @Test("A fragment is written whole whatever its length", arguments: 0...40)
  func fragments(length: Int) {
    let text = String("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz".prefix(length))
    let written = Samples.text {
      $0.append("<")
      $0.append(Fragment(text))
      $0.append(">")
    }
    #expect(written == "<" + text + ">")
  }

  @Test(
    "JSN-8 a line that does not fit is not sent at all, and the next one is written as if nothing had been")
  func overflow() {
    var line = LineWriter()
    let half = Fragment([UInt8](repeating: 0x61, count: LineWriter.capacity / 2))
    line.append(half)
    line.append(half)
    line.append("b")
    line.endLine()
    #expect(line.count == 0)
    line.removeAll()
    line.append("c")
    line.endLine()
    #expect(line.text == "c\n")
  }

  @Test("JSN-8 a line may have 64 KiB with its newline and not one byte more", arguments: [0, 1])
  func capacity(excess: Int) {
    var line = LineWriter()
    line.append(Fragment([UInt8](repeating: 0x61, count: LineWriter.capacity - 9)))
    line.append(packed: 0x6262_6262_6262_6262, length: 8)
    if excess > 0 { line.append(UInt8(ascii: "c")) }
    line.endLine()
    #expect(line.count == (excess > 0 ? 0 : 65_536))
  }

  @Test(
    "D29 names are harmless in a JSON string and on a terminal",
    arguments: [
      ("plain", "plain"), ("", ""), ("a\"b\\c", #"a\"b\\c"#), ("\n\r\t", #"\u000a\u000d\u0009"#),
      ("\u{0}\u{1B}[31m\u{7F}", #"\u0000\u001b[31m\u007f"#), ("\u{80}\u{9B}\u{9F}", #"\u0080\u009b\u009f"#),
      ("\u{2028}\u{2029}", #"\u2028\u2029"#), ("\u{202E}abc\u{2066}", #"\u202eabc\u2066"#),
      ("%s%n", "%s%n"), ("Gerät 触 👆🏽", "Gerät 触 👆🏽"), ("\u{FFFD}", "\u{FFFD}"),
    ])
  func names(name: String, escaped: String) throws {
    #expect(Samples.text { $0.append(escaping: name) } == escaped)
    #expect(try JSONValue(parsing: "\"" + escaped + "\"").text == name)
  }

  @Test(
    "D29 a name that is too long is cut between characters, and says so", arguments: ["a", "ä", "触", "👆"])
  func longNames(character: String) {
    let written = Samples.text { $0.append(escaping: String(repeating: character, count: 65_536)) }
    let kept = 1024 / character.utf8.count
    #expect(written == String(repeating: character, count: kept) + "…")
  }

  /// A number of steps of 1/10^places, written by moving the point through its digits.
  private func expected(_ steps: Int64, places: Int) -> String {
    var digits = Array(String(steps.magnitude))
    while digits.count <= places { digits.insert("0", at: 0) }
    digits.insert(".", at: digits.count - places)
    while digits.last == "0" { digits.removeLast() }
    if digits.last == "." { digits.removeLast() }
    return (steps < 0 ? "-" : "") + String(digits)
  }
}

extension LineWriter {
  /// The text written by a function, without any earlier text.
  fileprivate mutating func text(_ write: (inout LineWriter) -> Void) -> String {
    removeAll()
    write(&self)
    return text
  }
}
