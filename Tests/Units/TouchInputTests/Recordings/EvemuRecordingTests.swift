import GestureCore
import GestureTestSupport
import Testing
import TouchInput

@Suite struct EvemuRecordingTests {
  private func read(_ text: String) throws(RecordingError) -> EvemuRecording {
    try EvemuRecording(parsing: Array(text.utf8))
  }

  @Test("a recording with every kind of line is read")
  func everyLine() throws {
    let recording = try read(
      """
      # EVEMU 1.3
      # Kernel: 6.1
      N: A panel # with a name

      I: 0003 04F3 0732 0110
      P: 02 00 00 00 00 00 00 00
      B: 00 0b 00 00 00 00 00 00 00
      B: 01 00 00 00 00 00 00 00 01
      B: 01 00 04 00 00 00 00 00 00
      B: 03 00 00 00 00 00 80 60 02
      B: 05 00 00 00 00 00 00 00 00
      A: 35 -5 3008 1 2 42
      A: 36 0 1856 0 0
      L: 00 0
      S: 05 1
      W: anything
      ################################
      #      Waiting for events      #
      E: 0.000001 0003 0039 0012\t# EV_ABS / ABS_MT_TRACKING_ID   12
      E: 12.345678 0003 0035 -001
      E: 12.5 0003 0035 -2147483648
      E: 12.0000019 0000 0000 0000   # ------------ SYN_REPORT (0) ---------- +8ms
      """)
    let device = recording.device
    #expect(device.name == "A panel # with a name")
    #expect([device.bus, device.vendor, device.product, device.version] == [3, 0x4f3, 0x732, 0x110])
    #expect(device.properties.codes == [1])
    #expect(device.codes[1]?.codes == [56, 74])
    #expect(device.codes[3]?.codes == [0x2f, 0x35, 0x36, 0x39])
    #expect(device.codes[0]?.codes == [0, 1, 3])
    #expect(device.codes[5] == nil)
    #expect(device.axes[0x35] == AxisRange(minimum: -5, maximum: 3008, fuzz: 1, flat: 2, resolution: 42))
    #expect(device.axes[0x36] == AxisRange(minimum: 0, maximum: 1856))
    #expect(recording.events.map(\.time.microseconds) == [1, 12_345_678, 12_500_000, 12_000_001])
    #expect(recording.events.map(\.value) == [12, -1, .min, 0])
    #expect(recording.events.map(\.code) == [0x39, 0x35, 0x35, 0])
  }

  @Test("carriage returns, a missing last line feed and a version line that is missing are taken")
  func lenient() throws {
    let recording = try read("N: x\r\nI: 0000 0000 0000 0000\r\n\r\nE: 1.000000 0001 014a 0001")
    #expect(recording.device.name == "x")
    #expect(recording.events == [InputEvent(time: .milliseconds(1000), type: 1, code: 0x14a, value: 1)])
  }

  @Test("D29 a name is any bytes, made valid")
  func anyName() throws {
    #expect(
      try EvemuRecording(parsing: [78, 58, 32, 0xff, 27, 0, 37, 115]).device.name == "\u{fffd}\u{1b}\0%s")
    #expect(try read("N:").device.name == "")
    #expect(try read("N: ").device.name == "")
  }

  @Test("T2 a stamp beyond the latest is the latest")
  func latestStamp() throws {
    let recording = try read(
      "N: x\nE: 99999999999999999999999.5 0000 0000 0000\nE: 9000000000.5 0000 0000 0000\n")
    #expect(recording.events.map(\.time) == [.latestStamp, .latestStamp])
  }

  @Test("T2 stamps of a wall clock are kept to the microsecond")
  func wallClock() throws {
    let recording = try read("N: x\nE: 1790000000.123456 0000 0000 0000\n")
    #expect(recording.events.map(\.time) == [Instant(microseconds: 1_790_000_000_123_456)])
  }

  @Test(
    "what is not a recording is refused at its line, with what was found and what is allowed",
    arguments: [
      ("", 1, "the end of the file", "N:"),
      ("# nothing\n\n", 3, "the end of the file", "N:"),
      ("hello\n", 1, "'hello'", "begins with N:"),
      ("[gesture]\n", 1, "'[gesture]'", "begins with N:"),
      ("# EVEMU 2.0\nN: x\n", 1, "'2.0'", "1.0 to 1.3"),
      ("E: 0.000001 0003 0039 0001\n", 1, "'E:'", "N:"),
      ("N: x\nN: y\n", 2, "'N:'", "one N:"),
      ("N: x\nQ: 1\n", 2, "'Q:'", "begins with N:"),
      ("N: x\nI: 0003 04f3 0732\n", 2, "the end of the line", "a version"),
      ("N: x\nI: 0003 04f3 0732 11111\n", 2, "'11111'", "at most ffff"),
      ("N: x\nP: 02 100\n", 2, "'100'", "at most ff"),
      ("N: x\nB: 20 00\n", 2, "'20'", "at most 1f"),
      ("N: x\nB: 01 zz\n", 2, "'zz'", "a byte of bits"),
      ("N: x\nA: 40 0 1 0 0 0\n", 2, "'40'", "at most 3f"),
      ("N: x\nA: 35 0 2147483648 0 0 0\n", 2, "'2147483648'", "32 bits"),
      ("N: x\nA: 35 0 1 0 0 0 7\n", 2, "'7'", "nothing more"),
      ("N: x\nA: 35 0 1 0\n", 2, "the end of the line", "a flat"),
      ("N: x\nE: 1 0003 0039 0001\n", 2, "'1'", "12.345678"),
      ("N: x\nE: 1. 0003 0039 0001\n", 2, "'1.'", "12.345678"),
      ("N: x\nE: -1.0 0003 0039 0001\n", 2, "'-1.0'", "12.345678"),
      ("N: x\nE: 1.0 10003 0039 0001\n", 2, "'10003'", "an event type"),
      ("N: x\nE: 1.0 0003 0039 4294967295\n", 2, "'4294967295'", "a value"),
      ("N: x\nE: 1.0 0003 0039 -\n", 2, "'-'", "a value"),
      ("N: x\nE: 1.0 0003 0039 1 2\n", 2, "'2'", "nothing more"),
      ("N: x\nE: 1.0 0003 0039 1x\n", 2, "'1x'", "a value"),
      ("N: x\nE: 1.0 0003 0039 1\nA: 35 0 1 0 0\n", 3, "'A:'", "nothing but events"),
      ("N: x\n\u{1b}[2J\n", 2, "'\\x1b[2J'", "begins with N:"),
    ])
  func refused(text: String, line: Int, found: String, allowed: String) throws {
    let error = try #require(throws: RecordingError.self) { try read(text) }
    #expect(error.line == line)
    #expect(error.found == found)
    #expect(error.allowed.contains(allowed))
    #expect(error.description == "line \(line): found \(found), allowed is \(error.allowed)")
  }

  @Test("a line too long and bits without end are refused, and what is shown of them is short")
  func bounds() throws {
    let long = try #require(throws: RecordingError.self) {
      try read("N: x\n# " + String(repeating: "a", count: 5000))
    }
    #expect(long.line == 2)
    let bits = "N: x\n" + String(repeating: "B: 01 01 01 01 01 01 01 01 01\n", count: 17)
    #expect(try #require(throws: RecordingError.self) { try read(bits) }.line == 18)
    let word = try #require(throws: RecordingError.self) { try read(String(repeating: "\u{1}", count: 4000)) }
    #expect(word.description.utf8.count < 300)
  }

  @Test("a recording with bytes changed at random is read or refused, and never traps", arguments: 0..<20)
  func mutated(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let event = InputEvent(time: .milliseconds(12_345), type: 3, code: 0x35, value: -77)
    let recording = EvemuRecording(device: .testScreen, events: Array(repeating: event, count: 10))
    let bytes = written(recording)
    for _ in 0..<300 {
      var copy = bytes
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let index = Int.random(in: 0..<copy.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: copy.remove(at: index)
        case 1: copy.insert(.random(in: 0...255, using: &random), at: index)
        case 2:
          copy[index] = Array("0123456789abcdef -.#:\nNIPBALSWE".utf8).randomElement(using: &random) ?? 0
        default: copy.removeLast(min(copy.count - 1, .random(in: 0...40, using: &random)))
        }
      }
      guard let read = try? EvemuRecording(parsing: copy) else { continue }
      for event in read.events { #expect(event.time >= .milliseconds(0) && event.time <= .latestStamp) }
    }
  }
}
