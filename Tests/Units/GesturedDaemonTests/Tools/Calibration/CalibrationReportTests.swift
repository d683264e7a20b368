import GestureCore
import GestureProtocol
import GestureTestSupport
import GesturedConfiguration
import Testing
import TouchInput

@testable import GesturedDaemon

/// The output of `--calibrate`, which the configuration and udev accept for any name of a device.
@Suite struct CalibrationReportTests {
  private static let odd = AffineTransform(1.08, 0.013, -0.01, 0.95, -0.05, 0.02)

  private func report(
    _ matrix: AffineTransform, name: String = "ACME Touch 7", table: String? = nil
  ) throws -> CalibrationReport {
    let inverse = try #require(matrix.inverse)
    let touches = CalibrationMark.marks.map { MarkTouch(mark: $0.place, reported: inverse.apply($0.place)) }
    return CalibrationReport(
      device: DeviceDescription(name: name, bus: 3, vendor: 0x1209, product: 2), node: "/dev/input/event3",
      calibration: try PanelCalibration(touches), table: table)
  }

  /// The placement that the configuration reads from the table.
  private func placement(_ report: CalibrationReport) throws -> PanelPlacement? {
    let configuration = try Configuration.parse(Array(report.toml.utf8), file: "c.toml")
    return configuration.settings(for: DeviceIdentity(of: report.device)).map {
      PanelPlacement(calibration: $0.calibration ?? .identity, rotation: $0.rotation ?? .none)
    }
  }

  @Test("DMN-11 a turned panel gets rotation_deg, and a rule with libinput's numbers")
  func turned() throws {
    let report = try report(PanelOrientation(.quarter).shares)
    #expect(
      report.text == """
        # “ACME Touch 7” is turned by 90° clockwise; the points were hit to 0 % of the picture.

        # For gestured, in /etc/gestured/gestured.toml:
        [device.acme_touch_7]
        name = "ACME Touch 7"
        rotation_deg = 90

        # For libinput, in /etc/udev/rules.d/99-touchscreen-calibration.rules:
        ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*", ATTRS{id/bustype}=="0003", \
        ATTRS{id/vendor}=="1209", ATTRS{id/product}=="0002", ATTRS{name}=="ACME Touch 7", \
        ENV{LIBINPUT_CALIBRATION_MATRIX}="0 -1 1 1 0 0"
        """)
    #expect(try placement(report) == PanelPlacement(rotation: .quarter))
  }

  @Test(
    "DMN-11 what is printed for any orientation or matrix puts touches where they were, by the configuration")
  func takenBack() throws {
    for matrix in PanelOrientation.allCases.map(\.shares) + [Self.odd] {
      let report = try report(matrix)
      let placement = try #require(try placement(report))
      let whole = PanelPlacement(calibration: placement.calibration, rotation: placement.rotation)
      let panel = try DeviceJudgement.judgeAxes(
        of: EvemuScript.testScreen, touchProtocol: .multitouch, placement: whole)
      let inverse = try #require(matrix.inverse)
      for mark in CalibrationMark.marks {
        let share = inverse.apply(mark.place)
        let place = panel.position(x: Int32(share.x * 10_240), y: Int32(share.y * 6400))
        #expect(abs(place.x / panel.size.width - mark.place.x) < 0.001)
        #expect(abs(place.y / panel.size.height - mark.place.y) < 0.001)
      }
    }
  }

  @Test("a mirrored panel is told as such, and gets exact numbers")
  func mirrored() throws {
    let report = try report(AffineTransform(-1.004, 0, 0, 1, 1, 0))
    #expect(report.text.contains("has left and right exchanged"))
    #expect(report.toml.contains("\ncalibration_matrix = [-1, 0, 1, 0, 1, 0]\n"))
    #expect(report.toml.hasSuffix("\n# or, as it was touched: calibration_matrix = [-1.004, 0, 1, 0, 1, 0]"))
    #expect(report.udevRule.hasSuffix("=\"-1 0 1 0 1 0\""))
  }

  @Test("a device that has a table gets the keys alone, and is told which table")
  func knownDevice() throws {
    let report = try report(Self.odd, table: "kitchen")
    #expect(
      report.toml
        == "# into [device.kitchen], instead of its rotation_deg and calibration_matrix:\n"
        + "calibration_matrix = [1.08, -0.01, -0.05, 0.013, 0.95, 0.02]")
    #expect(report.text.contains("nearly lies as the picture does"))
  }

  @Test(
    "whatever a device calls itself, its table is read and fits it, and its rule stays one rule",
    arguments: [
      "", " ", "*", "a\"b", "a\\", "\" \n[socket]\npath = \"/x\"", "\u{1B}]0;x\u{7}Panel",
      "x\", RUN+=\"/bin/sh",
      "Tafel für Küche", "$env{X} %k [ab]|c?", "\u{202E}abc", "\u{E000}", "Panel ",
      String(repeating: "ü", count: 200),
      String(repeating: "a\n", count: 100),
    ])
  func hostileName(name: String) throws {
    let report = try report(Self.odd, name: name)
    #expect(try placement(report) != nil)
    #expect(report.toml.split(separator: "\n").count == 3)
    let rule = report.udevRule
    #expect(rule.split(separator: "\"", omittingEmptySubsequences: false).count == 17)
    #expect(rule.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7F })
    let pattern = try #require(rule.firstMatch(of: /ATTRS\{name\}=="([^"]*)"/)).1
    #expect(TextPattern(String(pattern)).matches(name))
    #expect(!pattern.contains { "?[]|\\$%".contains($0) } && !pattern.isEmpty)
    #expect(!report.text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
  }

  @Test("H10 for programs a hostile name is escaped")
  func hostileNameInJSON() throws {
    var bytes: [UInt8] = []
    try report(Self.odd, name: "\u{202E}a\u{9B}\u{2029}").json.append(to: &bytes)
    let line = String(decoding: bytes, as: UTF8.self)
    #expect(line.contains(#""name":"\u202ea\u009b\u2029""#))
    #expect(!line.unicodeScalars.contains { [0x202E, 0x9B, 0x2029].contains($0.value) })
  }

  @Test("for programs it is an object with the numbers and both texts")
  func json() throws {
    let report = try report(PanelOrientation(.half, isMirrored: true).shares)
    var bytes: [UInt8] = []
    report.json.append(to: &bytes)
    let line = String(decoding: bytes, as: UTF8.self)
    for field in [
      #""matrix":[1.0,0.0,0.0,0.0,-1.0,1.0]"#, #""mirrored":true"#, #""rotation_deg":null"#,
      #""node":"/dev/input/event3""#, #""residual":0.0"#, #""toml":"[device.acme_touch_7]\u000a"#,
      #""udev_rule":"ACTION"#,
    ] { #expect(line.contains(field), "\(field)") }
  }
}
