import GestureCore
import GestureTestSupport
import Testing
import TouchInput

@Suite struct EvemuWriterTests {
  @Test("the test screen is written line by line as evemu-describe writes it")
  func head() {
    var bytes: [UInt8] = []
    EvemuWriter.append(.testScreen, to: &bytes)
    let zeros = "00 00 00 00 00 00 00 00"
    let keys = Array(repeating: "B: 01 \(zeros)", count: 5) + ["B: 01 00 04 00 00 00 00 00 00"]
    let expected =
      ["# EVEMU 1.3", "N: T1", "I: 0003 0000 0000 0001", "P: 02 00 00 00 00 00 00 00"]
      + ["B: 00 0b 00 00 00 00 00 00 00"] + keys + Array(repeating: "B: 01 \(zeros)", count: 6)
      + ["B: 02 \(zeros)", "B: 03 00 00 00 00 00 80 60 02", "B: 04 \(zeros)", "B: 05 \(zeros)"]
      + ["B: 11 \(zeros)", "B: 12 \(zeros)", "B: 14 \(zeros)", "B: 15 \(zeros)", "B: 15 \(zeros)"]
      + ["A: 2f 0 9 0 0 0", "A: 35 0 10239 0 0 64", "A: 36 0 6399 0 0 64", "A: 39 0 65535 0 0 0", ""]
    #expect(
      String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        == expected.map { $0[...] })
  }

  @Test(
    "an event is a line of evemu's shape",
    arguments: [
      (1, 12, "E: 0.000001 0003 0035 0012\n"), (12_345_678, -1, "E: 12.345678 0003 0035 -001\n"),
      (1_000_000, .min, "E: 1.000000 0003 0035 -2147483648\n"), (-5, 12_345, "E: 0.000000 0003 0035 12345\n"),
    ] as [(Int64, Int32, String)])
  func event(microseconds: Int64, value: Int32, line: String) {
    var bytes: [UInt8] = []
    EvemuWriter.append(
      InputEvent(time: Instant(microseconds: microseconds), type: 3, code: 0x35, value: value), to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == line)
  }

  @Test("D29 a name can not break out of its line, and is cut between characters")
  func hostileName() throws {
    let name = "a\nE: 1.0 0003 0035 1\r\u{1b}[2J\0\u{85}" + String(repeating: "ü", count: 400)
    let bytes = written(EvemuRecording(device: DeviceDescription(name: name), events: []))
    let recording = try EvemuRecording(parsing: bytes)
    #expect(recording.events.isEmpty)
    #expect(recording.device.name.hasPrefix("a?E: 1.0 0003 0035 1??[2J??üü"))
    #expect(recording.device.name.hasSuffix("ü"))
    #expect(recording.device.name.utf8.count <= 255)
  }

  @Test("D29 an empty name is written as one that evemu reads")
  func emptyName() throws {
    let bytes = written(EvemuRecording(device: DeviceDescription(name: ""), events: []))
    #expect(try EvemuRecording(parsing: bytes).device.name == "unnamed")
  }

  @Test("what is written is read back the same", arguments: 0..<20)
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let recording = randomRecording(&random)
      #expect(try EvemuRecording(parsing: written(recording)) == recording)
    }
  }

  private func randomRecording(_ random: inout SeededGenerator) -> EvemuRecording {
    let alphabet = Array("aZ 09#%\"\\/:éß漢😀")
    let name = String(
      (0..<Int.random(in: 1..<30, using: &random)).compactMap { _ in alphabet.randomElement(using: &random) })
    var device = DeviceDescription(
      name: name, bus: random.next(), vendor: random.next(), product: random.next(), version: random.next(),
      properties: codes(below: 64, &random))
    // The types are those of the codes, and EV_SYN.
    var types = CodeSet([0])
    for type in UInt16(1)...0x1f where Bool.random(using: &random) {
      let codes = codes(below: type == EventCode.key ? 0x300 : 0x80, &random)
      guard !codes.isEmpty else { continue }
      device.codes[type] = codes
      types.insert(type)
    }
    device.codes[0] = types
    for code in UInt16(0)...0x3f where Int.random(in: 0..<4, using: &random) == 0 {
      device.axes[code] = AxisRange(
        minimum: number(&random), maximum: number(&random), fuzz: number(&random), flat: number(&random),
        resolution: number(&random))
    }
    let events = (0..<50).map { _ in
      InputEvent(
        time: Instant(microseconds: .random(in: 0...Instant.latestStamp.microseconds, using: &random)),
        type: random.next(), code: random.next(), value: number(&random))
    }
    return EvemuRecording(device: device, events: events)
  }

  private func codes(below limit: UInt16, _ random: inout SeededGenerator) -> CodeSet {
    CodeSet((0..<Int.random(in: 0..<6, using: &random)).map { _ in .random(in: 0..<limit, using: &random) })
  }

  private func number(_ random: inout SeededGenerator) -> Int32 {
    Int32(truncatingIfNeeded: random.next() >> UInt64.random(in: 0..<32, using: &random))
  }
}
