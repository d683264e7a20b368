import GestureCore
import GestureTestSupport
import RecordingReading
import Testing
import TouchInput

@Suite struct LibinputRecordingTests {
  /// Two devices as `libinput record` writes them, with its additional data.
  private static let two = """
    # libinput record
    version: 1
    ndevices: 2
    libinput:
      version: "1.22.1"
      git: "unknown"
    system:
      os: "debian:12"
      dmi: "dmi:bvnX:*"
    devices:
    - node: /dev/input/event7
      evdev:
        # Name: Panel
        # Event code 330 (BTN_TOUCH)
        name: "Panel \\u201c1\\u201d"
        id: [3, 1267, 9350, 272]
        codes:
          0: [0, 1, 3] # EV_SYN
          1: [330] # EV_KEY
          3: [0, 1, 47, 53, 54, 57] # EV_ABS
        absinfo:
          0: [0, 3200, 0, 0, 12]
          47: [0, 9, 0, 0, 0]
          53: [-10, 3200, 4, 1, 12]
          54: [0, 2000, 0, 0, 12]
          57: [0, 65535, 0, 0, 0]
        properties: [1]
      hid: [ 05, 0d, 09 ]
      udev:
        properties:
        - ID_INPUT=1
        - ID_INPUT_TOUCHSCREEN=1
      virtual: false
      quirks:
      events:
      # Current time is 12:00:01
      - evdev:
        - [  0,      0,   3,  57,       5] # EV_ABS / ABS_MT_TRACKING_ID     5
        - [  0,      0,   3,  53,     -3] # EV_ABS / ABS_MT_POSITION_X
        - [  0,      0,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +0ms
      - libinput:
        - {time: 0.000, type: TOUCH_DOWN, slot: 0, seat_slot: 0, point: [1.0, 2.0]}
      - evdev:
        - [  2, 250000,   3,  57,      -1]
        - [  2, 250001,   0,   0,       1]
    - node: /dev/input/event3
      evdev:
        name: "Keys"
        id: [17, 1, 1, 43841]
        codes:
          1: [1, 2, 3]
        properties: []
      events:
    """

  private func read(_ text: String) throws(RecordingError) -> [EvemuRecording] {
    try LibinputRecording(parsing: Array(text.utf8)).devices
  }

  private func error(_ text: String) -> String? {
    #expect(throws: RecordingError.self) { try read(text) }?.description
  }

  @Test("a file of two devices is two recordings, each with its description and events")
  func twoDevices() throws {
    #expect(LibinputRecording.isLikely(Array(Self.two.utf8)))
    let devices = try read(Self.two)
    #expect(devices.count == 2)
    let panel = devices[0].device
    #expect(panel.name == "Panel “1”")
    #expect([panel.bus, panel.vendor, panel.product, panel.version] == [3, 1267, 9350, 272])
    #expect(panel.codes[EventCode.absolute] == CodeSet([0, 1, 0x2f, 0x35, 0x36, 0x39]))
    #expect(panel.properties == CodeSet([EventCode.directProperty]))
    #expect(
      panel.axes[EventCode.positionX]
        == AxisRange(minimum: -10, maximum: 3200, fuzz: 4, flat: 1, resolution: 12))
    #expect(
      devices[0].events == [
        InputEvent(time: .milliseconds(0), type: 3, code: 57, value: 5),
        InputEvent(time: .milliseconds(0), type: 3, code: 53, value: -3),
        InputEvent(time: .milliseconds(0), type: 0, code: 0, value: 0),
        InputEvent(time: .milliseconds(2250), type: 3, code: 57, value: -1),
        InputEvent(time: Instant(microseconds: 2_250_001), type: 0, code: 0, value: 1),
      ])
    #expect(devices[1].device.name == "Keys" && devices[1].events.isEmpty)
  }

  @Test("what is read is the same recording that evemu would have written")
  func asEvemu() throws {
    let panel = try read(Self.two)[0]
    var text: [UInt8] = []
    EvemuWriter.append(panel.device, to: &text)
    for event in panel.events { EvemuWriter.append(event, to: &text) }
    #expect(!LibinputRecording.isLikely(text))
    #expect(try EvemuRecording(parsing: text) == panel)
  }

  @Test(
    "a file that is none of libinput's is left to evemu's reader",
    arguments: ["", "# EVEMU 1.3\nN: version\n", "N: x\nversion: 1\n", "version", "nonsense: 1\n", "#\n#\n"])
  func otherFiles(text: String) {
    #expect(LibinputRecording.isLikely(Array(text.utf8)) == (text == "version"))
  }

  @Test("a mistake is told with its line, what stands there and what may stand there")
  func mistakes() {
    let mistakes: [(line: String, instead: String, said: String)] = [
      ("version: 1\n", "version: 2\n", "line 2: found '2', allowed is version 1 of the format"),
      ("3, 1267, 9350, 272", "3, 1267, 9350", "line 16: found the end of the list, allowed is [bus,"),
      ("1: [330]", "1: [33x]", "line 19: found '33x', allowed is a number from 0 to 767"),
      ("1: [330]", "32: [330]", "line 19: found '32', allowed is an event type, 0 to 31"),
      ("- [  2, 250000,", "- [  2, 1000000,", "line 44: found '1000000', allowed is [seconds,"),
      ("57,      -1]", "57, 2147483648]", "line 44: found '2147483648', allowed is [seconds,"),
      ("57,      -1]", "57]", "line 44: found the end of the list, allowed is [seconds,"),
      ("properties: [1]", "properties: {1: 2}", "line 27: found a mapping, allowed is [property, …]"),
      ("quirks:", "quirks: *x", "line 34: found an alias, allowed is values without anchors"),
      ("ndevices: 2\n", "ndevices: [\n", "allowed is YAML as libinput record writes it"),
    ]
    for mistake in mistakes {
      let parts = Self.two.split(separator: mistake.line, maxSplits: 1, omittingEmptySubsequences: false)
      let said = error(parts.joined(separator: mistake.instead)) ?? ""
      #expect(said.contains(mistake.said), "\(said)")
    }
    #expect(
      error("version: 1\n") == "line 2: found the end of the file, allowed is devices: with a device in it")
    #expect(
      error("version: 1\ndevices:\n- node: x\n")?.hasPrefix("line 3: found a device without evdev:") ?? false)
    #expect(error("version: 1\n---\nversion: 1\n")?.contains("allowed is ") ?? false)
  }

  @Test("D19 numbers of any size are a stamp that can be computed with, or a mistake")
  func hugeNumbers() throws {
    let head = "version: 1\ndevices:\n- evdev:\n    name: x\n  events:\n  - evdev:\n    - "
    let events = try read(head + "[999999999999999999, 999999, 3, 53, -2147483648]\n")[0].events
    #expect(events == [InputEvent(time: .latestStamp, type: 3, code: 53, value: .min)])
    for row in [
      "[9999999999999999999, 0, 0, 0, 0]", "[-1, 0, 0, 0, 0]", "[0, 0, 65536, 0, 0]", "[0, 0, 0, 0, 0, 0]",
    ] {
      #expect(error(head + row)?.hasPrefix("line 7: found ") ?? false)
    }
  }

  @Test("nesting of any depth is refused or read over, and never ends the program")
  func nesting() {
    for opening in ["[", "{a: ", "- "] {
      let text = "version: 1\nsystem:\n  " + String(repeating: opening, count: 20_000)
      #expect(error(text)?.contains("allowed is ") ?? false)
    }
  }

  @Test("changed bytes are read or refused, and never more than one line is said")
  func hostile() {
    var generator = SeededGenerator(seed: 7)
    let good = Array(Self.two.utf8)
    for _ in 0..<500 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      do throws(RecordingError) {
        _ = try LibinputRecording(parsing: bytes)
      } catch {
        #expect(!error.description.contains("\n"))
        #expect((1...60).contains(error.line))
      }
    }
  }
}
