import GestureProtocol
import GesturedConfiguration
import Testing

@testable import GesturedDaemon

/// The lines of `--list-devices`, and the same lines in `--print-config`.
@Suite struct DeviceListTests {
  private let panel = DeviceVerdict(
    node: "/dev/input/event3", name: "T1", numbers: "1209:0001", isUsed: true, reason: "160 × 100 mm",
    findings: [
      .init(.size, "160 × 100 mm", "the resolution that it claims"),
      .init(.matrix, "", "no table and no rule of udev sets one"),
      .init(.filter, "hold", "[filter] says enabled = true; others read /dev/input/event7"),
    ])
  private let locked = DeviceVerdict(
    node: "/dev/input/event12", name: "two\nlines\u{1b}[0m", numbers: "1209:0002", isUsed: false,
    reason: "open failed\r[filter]")

  @Test("FLT-97 --print-config says the same of a panel as --list-devices, in comments after the values")
  func comments() throws {
    let comments = DeviceList.comments(of: [panel])
    #expect(
      comments == [
        "", "# /dev/input/event3  used      “T1”  160 × 100 mm",
        "#     size      160 × 100 mm: the resolution that it claims",
        "#     matrix    none: no table and no rule of udev sets one",
        "#     filter    hold: [filter] says enabled = true; others read /dev/input/event7",
      ])
    #expect(comments.dropFirst() == DeviceList.lines(of: [panel]).map { "# \($0)" }[...])
    #expect(DeviceList.comments(of: []) == [])
  }

  @Test("FLT-97 whatever a device calls itself, the comments change no value of the configuration")
  func hostileNames() throws {
    let files = [ConfigurationText(file: "c.toml", bytes: Array("[filter]\nenabled = true\n".utf8))]
    let text = try EffectiveConfiguration.text(of: files)
    let whole = ([text] + DeviceList.comments(of: [locked, panel])).joined(separator: "\n")
    let again = try Configuration.parse(Array(whole.utf8), file: "c.toml")
    #expect(try again == Configuration.parse(files))
    #expect(whole.contains(#"“two\u{a}lines\u{1b}[0m”"#))
  }
}
