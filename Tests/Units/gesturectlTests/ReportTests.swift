import GestureTestSupport
import ProcessTestSupport
import Testing

/// `gesturectl report`.
@Suite("gesturectl describes panels for the list of panels") struct ReportTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func report(_ recording: String, _ arguments: String...) throws -> Program.Outcome {
    let path = try folder.write(recording, to: "panel.events")
    return try Program(["report", path] + arguments, of: "gesturectl").finish()
  }

  /// A panel of protocol B by USB, with two slots, no resolution and no BTN_TOUCH.
  private static func panel(
    name: String = "ACME Panel", bus: String = "0003", fuzz: Int = 0, _ events: String = ""
  ) -> String {
    """
    # EVEMU 1.3
    N: \(name)
    I: \(bus) 222a 0001 0110
    P: 02 00 00 00 00 00 00 00
    B: 00 0b 00 00 00 00 00 00 00
    B: 03 00 00 00 00 00 80 60 02
    A: 2f 0 1 0 0 0
    A: 35 0 1599 \(fuzz) 0 0
    A: 36 0 999 0 0 0
    A: 39 0 65535 0 0 0
    \(events)
    """
  }

  /// A finger that moves by `step` units across in each of ten reports, 8 ms apart.
  private static func stroke(from x: Int, _ y: Int, step: Int = 4) -> String {
    var lines = ["E: 1.000000 0003 0039 7", "E: 1.000000 0003 0036 \(y)"]
    for report in 0..<10 {
      let stamp = "E: 1.0\(report * 8 < 10 ? "0" : "")\(report * 8)000"
      lines += ["\(stamp) 0003 0035 \(x + report * step)", "\(stamp) 0000 0000 0000"]
    }
    return (lines + ["E: 1.080000 0003 0039 -1", "E: 1.080000 0000 0000 0000"]).joined(separator: "\n") + "\n"
  }

  @Test("a report has the panel's description and its measured figures, a line for each field")
  func wholeReport() throws {
    let outcome = try report(Self.panel(Self.stroke(from: 300, 400)))
    #expect(outcome.code == 0 && outcome.complaints.isEmpty, "\(outcome.complaints)")
    let version = try Program.run("--version", of: "gesturectl").output.split(whereSeparator: \.isWhitespace)
    #expect(
      outcome.output == """
        {
          "report": 1,
          "gestured": "\(version.last ?? "")",
          "measured_from": "a recording",
          "name": "ACME Panel",
          "ids": "222a:0001",
          "bus": 3,
          "protocol": "B",
          "slots": 2,
          "contacts": 2,
          "size_mm": [160.0,100.0],
          "size_source": "fallback",
          "axes": {"ABS_MT_POSITION_X":{"fuzz":0,"max":1599,"min":0,"resolution":0},\
        "ABS_MT_POSITION_Y":{"fuzz":0,"max":999,"min":0,"resolution":0},\
        "ABS_MT_SLOT":{"fuzz":0,"max":1,"min":0,"resolution":0},\
        "ABS_MT_TRACKING_ID":{"fuzz":0,"max":65535,"min":0,"resolution":0}},
          "quirks": ["no_resolution","no_touch_key"],
          "reports": 11,
          "touches": 1,
          "touches_at_once": 1,
          "touched_s": 0.08,
          "reports_per_second": {"max":125.0,"median":125.0,"min":125.0},
          "jitter_ms": {"max":0.0,"p50":0.0,"p99":0.0},
          "pauses": 0,
          "smallest_step_mm": [0.4,null],
          "resting_noise_mm": null,
          "dropped": 0
        }

        """)
  }

  @Test("a report is the same wherever the panel was touched: it contains no position")
  func noPosition() throws {
    let here = try report(Self.panel(Self.stroke(from: 300, 400))).output
    let there = try report(Self.panel(Self.stroke(from: 1411, 977))).output
    #expect(here == there && !there.isEmpty)
  }

  @Test(
    "a report has no name that a person may have given, and no serial number or address",
    arguments: [
      ("Goodix Capacitive TouchScreen", "0018", #""Goodix Capacitive TouchScreen""#),
      ("ELAN2514:00 04F3:2A16", "0018", #""ELAN2514:00 04F3:2A16""#),
      ("10-0038 generic ft5x06 (00)", "0018", #""10-0038 generic ft5x06 (00)""#),
      ("ACME Panel SN20240117A", "0003", #""ACME Panel …""#),
      ("ACME 00:1A:7D:DA:71:13", "0003", #""ACME …""#),
      ("Ann's tablet", "0003", #""… tablet""#),
      ("ILITEK SN:12345678 Touch", "0003", #""ILITEK … Touch""#),
      ("ACME A1B2C3D4E5F6", "0003", #""ACME …""#),
      ("ACME AABBCCDDEEFF", "0003", #""ACME …""#),
      ("ACME aa-bb-cc-dd-ee-0f", "0003", #""ACME …""#),
      ("ACME 5CG8230XYZ", "0003", #""ACME …""#),
      ("kiosk-anna.example.org", "0003", #""…""#),
      ("WCOM5113:00 056A:51A0", "0018", #""WCOM5113:00 056A:51A0""#),
      ("ILITEK ILITEK-TP GT1301 v1.2", "0003", #""ILITEK ILITEK-TP GT1301 v1.2""#),
      ("ELAN CANDO Windows7", "0003", #""ELAN CANDO Windows7""#),
      ("Tablet of Ann on kiosk-7", "0005", "null"),
      ("Tablet of Ann on kiosk-7", "0006", "null"),
    ])
  func names(name: String, bus: String, expected: String) throws {
    let outcome = try report(Self.panel(name: name, bus: bus))
    #expect(outcome.lines.contains("  \"name\": \(expected),"), "\(outcome)")
  }

  @Test("--name replaces the device's name")
  func ownName() throws {
    let outcome = try report(Self.panel(bus: "0006"), "--name", "ACME Panel 7")
    #expect(outcome.lines.contains(#"  "name": "ACME Panel 7","#))
  }

  @Test("quirks are found in the description and in the events")
  func quirks() throws {
    let events = """
      E: 1.000000 0003 0039 7
      E: 1.000100 0001 014a 1
      E: 1.000200 0000 0000 0000
      E: 1.000300 0000 0003 0000
      E: 1.000300 0000 0000 0000

      """
    let outcome = try report(Self.panel(fuzz: 4, events))
    #expect(
      outcome.lines.contains(
        #"  "quirks": ["no_resolution","no_touch_key","filtered_by_kernel","stamps_differ","undeclared_codes","dropped_events"],"#
      ), "\(outcome)")
    #expect(outcome.lines.contains(#"  "dropped": 1"#))
  }

  @Test("without a file the daemon's raw touches are measured, without the name of the device")
  func daemon() throws {
    let daemon = try ReplayingDaemon("[socket]\nraw = true\n")
    _ = try daemon.start()
    let outcome = try Program(["report", "--socket", daemon.folder.file("raw.sock")], of: "gesturectl")
      .finish()
    #expect(outcome.code == 0, "\(outcome.complaints)")
    for line in [
      #"  "measured_from": "the daemon's touches","#, #"  "name": null,"#, #"  "axes": null,"#,
      #"  "size_mm": [160.0,100.0],"#, #"  "contacts": 10,"#,
    ] { #expect(outcome.lines.contains(line), "\(line) in \(outcome.output)") }
    #expect(!outcome.output.contains(#""reports_per_second": null"#))
  }

  @Test(
    "65 a file that is no recording, 69 a device that is no touchscreen, 64 a missing file or options of the daemon"
  )
  func mistakes() throws {
    let text = try report("nonsense\n")
    #expect(text.code == 65 && text.output.isEmpty && text.complaints.contains("line 1"))
    let mouse = try report("# EVEMU 1.3\nN: Mouse\nI: 0003 0001 0001 0001\n")
    #expect(mouse.code == 69 && mouse.output.isEmpty && mouse.complaints.contains("no position axes"))
    let missing = try Program(["report", folder.file("none.events")], of: "gesturectl").finish()
    #expect(missing.code == 64 && missing.output.isEmpty)
    #expect(try report(Self.panel(), "--device", "1").code == 64)
  }
}
