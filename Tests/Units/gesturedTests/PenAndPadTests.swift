import GestureCore
import GestureTestSupport
import ProcessTestSupport
import Testing
import TouchInput

/// Pens and touchpads, from recordings of their devices to the lines of the program.
@Suite struct PenAndPadTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  // MARK: Pens

  /// A pen with two buttons, an eraser, tilt and roll on a screen of 160 × 100 mm.
  private static let pen = DeviceDescription(
    name: "Pen",
    properties: CodeSet([EventCode.directProperty]),
    codes: [
      EventCode.key: CodeSet([
        EventCode.touch, EventCode.toolPen, EventCode.toolRubber, EventCode.stylus, 0x14c,
      ]),
      EventCode.absolute: CodeSet([EventCode.x, EventCode.y, EventCode.z, EventCode.tiltX, EventCode.tiltY]),
    ],
    axes: [
      EventCode.x: AxisRange(minimum: 0, maximum: 10239, resolution: 64),
      EventCode.y: AxisRange(minimum: 0, maximum: 6399, resolution: 64),
      EventCode.z: AxisRange(minimum: -900, maximum: 899, resolution: 287),
      EventCode.tiltX: AxisRange(minimum: -64, maximum: 63, resolution: 57),
      EventCode.tiltY: AxisRange(minimum: -64, maximum: 63, resolution: 57),
    ])

  private static let penRecognizers = """
    [recognizer.pointer]
    kind = "hover"
    [recognizer.tap]
    kind = "tap"
    passive = true
    [recognizer.menu]
    kind = "tap"
    passive = true
    button_mask = 2
    [recognizer.draw]
    kind = "pan"
    allowed_touch_types = "pen"
    [recognizer.erase]
    kind = "pan"
    allowed_touch_types = "eraser"
    """

  /// Plays reports of a device: each has its time in ms, and pairs of a code and a value.
  private func play(
    _ device: DeviceDescription, _ configuration: String, _ reports: [(Int, [(UInt16, Int32)])]
  ) throws -> [String] {
    var text: [UInt8] = []
    EvemuWriter.append(device, to: &text)
    for (milliseconds, events) in reports {
      let time = Instant(microseconds: Int64(milliseconds) * 1000)
      for (code, value) in events {
        let type = code >= 0x100 ? EventCode.key : EventCode.absolute
        EvemuWriter.append(InputEvent(time: time, type: type, code: code, value: value), to: &text)
      }
      EvemuWriter.append(
        InputEvent(time: time, type: EventCode.synchronization, code: EventCode.report, value: 0), to: &text)
    }
    return try dump(text, configuration)
  }

  private func dump(_ recording: [UInt8], _ configuration: String) throws -> [String] {
    let outcome = try Program.run(
      "--config", try folder.write(configuration, to: "these.toml"), "--replay",
      try folder.write(recording, to: "device.evemu"), "--dump", "--format", "json")
    #expect(outcome.code == 0 && outcome.complaints.isEmpty, "\(outcome.complaints)")
    return outcome.lines
  }

  /// The parts of lines that a pattern of field names picks, such as `kind` and `state`.
  private func fields(_ names: [String], of lines: [String]) -> [String] {
    lines.map { line in
      names.compactMap { name in
        line.range(of: "\"\(name)\":").map { found in
          String(line[found.upperBound...].prefix { $0 != "," && $0 != "}" && $0 != "]" }).filter {
            $0 != "\""
          }
        }
      }
      .joined(separator: " ")
    }
  }

  private func gestures(_ lines: [String], _ kind: String) -> [String] {
    lines.filter { $0.hasPrefix(#"{"type":"gesture""#) && $0.contains(#""kind":"\#(kind)""#) }
  }

  private func touches(_ lines: [String]) -> [String] { lines.filter { $0.hasPrefix(#"{"type":"touches""#) } }

  @Test(
    "PEN-1, PEN-4, TAP-21 a button pressed in the air changes the hover, and a tap with it is that of its mask"
  )
  func buttons() throws {
    let lines = try play(
      Self.pen, Self.penRecognizers,
      [
        (0, [(EventCode.toolPen, 1), (EventCode.x, 640), (EventCode.y, 640)]), (10, [(EventCode.stylus, 1)]),
        (20, [(EventCode.touch, 1)]), (80, [(EventCode.touch, 0)]), (90, [(EventCode.stylus, 0)]),
        (100, [(EventCode.toolPen, 0)]),
      ])
    #expect(
      fields(["state", "buttons"], of: gestures(lines, "hover")) == [
        "began 0", "changed 2", "ended 2", "began 2", "changed 0", "ended 0",
      ])
    #expect(fields(["recognizer", "state"], of: gestures(lines, "tap")) == ["menu ended"])
    #expect(
      fields(["phase", "buttons"], of: touches(lines)).prefix(2) == ["began 2", "ended 2"])
    #expect(touches(lines).allSatisfy { $0.contains(#""type":"pencil""#) })
  }

  @Test("PEN-1 a tap with the tip alone is the primary button's")
  func tip() throws {
    let lines = try play(
      Self.pen, Self.penRecognizers,
      [
        (0, [(EventCode.toolPen, 1), (EventCode.touch, 1), (EventCode.x, 640), (EventCode.y, 640)]),
        (60, [(EventCode.touch, 0)]),
      ])
    #expect(fields(["recognizer", "state"], of: gestures(lines, "tap")) == ["tap ended"])
    #expect(fields(["buttons"], of: touches(lines)).prefix(1) == ["1"])
  }

  @Test("PEN-2 an eraser erases and does not draw; turned round without a lift, both strokes are whole")
  func eraser() throws {
    var reports: [(Int, [(UInt16, Int32)])] = [
      (0, [(EventCode.toolRubber, 1), (EventCode.touch, 1), (EventCode.x, 640), (EventCode.y, 640)])
    ]
    for step in 1...9 { reports.append((step * 10, [(EventCode.x, 640 + Int32(step) * 128)])) }
    reports.append((100, [(EventCode.toolRubber, 0), (EventCode.toolPen, 1), (EventCode.x, 1920)]))
    for step in 11...19 { reports.append((step * 10, [(EventCode.x, 640 + Int32(step) * 128)])) }
    reports.append((200, [(EventCode.touch, 0)]))
    let lines = try play(Self.pen, Self.penRecognizers, reports)
    let pans = fields(["recognizer", "state"], of: gestures(lines, "pan")).filter { !$0.contains("changed") }
    #expect(pans == ["erase began", "erase ended", "draw began", "draw ended"])
    #expect(!lines.contains { $0.contains("cancelled") && $0.contains(#""kind":"pan","state""#) })
    let began = touches(lines).filter { $0.contains(#""phase":"began""#) }
    #expect(began.map { $0.contains(#""type":"eraser""#) } == [true, false])
    #expect(began.last?.contains(#""location":[30,10]"#) == true)
  }

  @Test("PEN-3 the roll of a pen is in the lines of hovers and touches")
  func roll() throws {
    let lines = try play(
      Self.pen, Self.penRecognizers,
      [
        (0, [(EventCode.toolPen, 1), (EventCode.x, 640), (EventCode.y, 640), (EventCode.z, 450)]),
        (20, [(EventCode.touch, 1)]),
        (60, [(EventCode.touch, 0), (EventCode.z, -450)]),
      ])
    #expect(
      fields(["state", "roll"], of: gestures(lines, "hover")).prefix(3) == [
        "began 1.5708", "ended 1.5708", "began -1.5708",
      ])
    #expect(fields(["roll"], of: touches(lines)).first == "1.5708")
  }

  // MARK: Touchpads

  /// A touchpad of 160 × 100 mm that says what it is, or claims to be a screen.
  private static func pad(claimsScreen: Bool = false) -> DeviceDescription {
    var pad = EvemuScript.testScreen
    pad.name = "Pad"
    pad.properties = CodeSet([claimsScreen ? EventCode.directProperty : EventCode.pointerProperty])
    pad.codes[EventCode.key]?.insert(EventCode.toolFinger)
    return pad
  }

  private static func configuration(_ device: String) -> String {
    """
    [device.pad]
    name = "Pad"
    \(device)
    [region.drawing]
    frame = [80, 50, 80, 50]
    multiple = true
    [recognizer.scroll]
    kind = "pan"
    region = "drawing"
    allowed_scroll_types = "continuous"
    [recognizer.zoom]
    kind = "pinch"
    region = "drawing"
    """
  }

  private static let scrolling = EvemuScript(
    "A↓200,200 B↓400,200@0 A→200,176 B→400,176@20 A→200,160 B→400,160@40 A↑ B↑@60")

  @Test(
    "PAD-1, PAN-23 two fingers pan on a touchpad without touches, in the region that the pad stands for",
    arguments: [false, true])
  func scroll(claimsScreen: Bool) throws {
    let lines = try dump(
      Self.scrolling.recording(of: Self.pad(claimsScreen: claimsScreen)),
      Self.configuration("touchpad = true\nmap = \"drawing\""))
    let pan = gestures(lines, "pan")
    #expect(
      fields(["state", "touch_count", "region"], of: pan) == [
        "began 0 drawing", "changed 0 drawing", "ended 0 drawing",
      ])
    // 40 pt are 6.25 mm on the pad and half of that in the region, which is half as high.
    #expect(pan.last?.contains(#""translation":[0,-3.125]"#) == true, "\(pan)")
    let began = touches(lines).filter { $0.contains(#""phase":"began""#) }
    #expect(began.first?.contains(#""region":"drawing""#) == true)
    #expect(began.first?.contains(#""location":[95.625,65.625],"region_location":[15.625,15.625]"#) == true)
    #expect(began.first?.contains(#""type":"indirect""#) == true)
  }

  @Test("PAD-1 without a region the whole pad is the whole screen, and a touchscreen's touches stay direct")
  func wholeScreen() throws {
    for (device, isIndirect) in [
      ("touchpad = true", true), ("touchpad = true\nmap = \"screen\"", true), ("", false),
    ] {
      let lines = try dump(Self.scrolling.recording(of: Self.pad()), Self.configuration(device))
      let began = touches(lines).filter { $0.contains(#""phase":"began""#) }
      #expect(began.first?.contains(#""location":[31.25,31.25]"#) == true, "\(began)")
      #expect(began.first?.contains(#""type":"indirect""#) == isIndirect)
    }
  }

  @Test("PAD-1, XFM-7 a pinch on a touchpad has no touches")
  func pinch() throws {
    let script = EvemuScript("A↓200,200 B↓400,200@0 A→180,200 B→420,200@20 A→150,200 B→450,200@40 A↑ B↑@60")
    let lines = try dump(
      script.recording(of: Self.pad()), Self.configuration("touchpad = true\nmap = \"drawing\""))
    let pinch = gestures(lines, "pinch")
    #expect(
      fields(["state", "touch_count"], of: pinch).allSatisfy { $0.hasSuffix(" 0") } && pinch.count >= 2)
  }

  @Test(
    "PAD-1 a map to a region that is not there, or of a device that is no touchpad, is a mistake with its place",
    arguments: [
      (
        "touchpad = true\nmap = \"drawin\"",
        #"map: found "drawin"; allowed: one of the regions root, drawing; did you mean drawing?"#
      ),
      (
        "map = \"drawing\"",
        #"map: found "drawing"; allowed: "screen" or the name of a region; a region only with touchpad = true"#
      ),
    ])
  func mistakes(device: String, complaint: String) throws {
    let file = try folder.write(Self.configuration(device), to: "these.toml")
    let outcome = try Program.run("--config", file, "--check-config")
    #expect(outcome.code != 0)
    #expect(outcome.complaints.contains(complaint), "\(outcome.complaints)")
  }
}
