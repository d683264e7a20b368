import GestureCore
import Testing

@testable import GesturedConfiguration

/// The settings of single devices: `[device.NAME.touch]` and `[device.NAME.recognizer.RECOGNIZER]`.
@Suite struct DeviceThresholdTests {
  private let declared = """
    [touch]
    tap_gap_ms = 400
    [recognizer.tap]
    kind = "tap"
    movement_mm = 8
    [recognizer.back]
    kind = "swipe"
    [recognizer.off]
    kind = "tap"
    enabled = false
    [device.desk]
    name = "Desk"

    """

  @Test("what a device says lies over what the recognizer's and the touch table say")
  func overlay() throws {
    let text =
      declared + """
        [device.desk.touch]
        debounce_ms = 80
        [device.desk.recognizer.tap]
        maximum_press_ms = 2000
        [device.other]
        name = "Other"
        """
    let configuration = try #require(check(text).configuration)
    let desk = try #require(configuration.settings(named: "Desk"))
    #expect(desk.touch?.debounce == .milliseconds(80))
    #expect(desk.touch?.tapGap == .milliseconds(400))
    #expect(configuration.touch.debounce == .zero)
    let tap = try #require(desk.recognizers["tap"])
    #expect(tap.number("maximum_press_ms") == 2000 && tap.number("movement_mm") == 8)
    #expect(Array(desk.recognizers.keys) == ["tap"])
    let other = try #require(configuration.settings(named: "Other"))
    #expect(other.touch == nil && other.recognizers.isEmpty)
  }

  @Test("the table of a recognizer that is switched off is let pass")
  func disabled() {
    #expect(check(declared + "[device.desk.recognizer.off]\nmovement_mm = 9").mistakes.isEmpty)
  }

  @Test(
    "only limits of recognizers that there are can be otherwise",
    arguments: [
      (
        "[device.desk.recognizer.tip]\nmovement_mm = 9",
        "device.desk.recognizer.tip: no recognizer has this name"
      ),
      ("[device.desk.recognizer.tap]\ntaps = 2", "device.desk.recognizer.tap.taps: unknown key"),
      ("[device.desk.recognizer.tap]\nmovement_mm = -1", "device.desk.recognizer.tap.movement_mm: found -1"),
      ("[device.desk.recognizer.tap]\nkind = \"pan\"", "device.desk.recognizer.tap.kind: unknown key"),
      ("[device.desk.touch]\ntap_gap = 9", "device.desk.touch.tap_gap: unknown key"),
      (
        "[device.desk.recognizer.back]\nminimum_distance_mm = 20",
        "device.desk.recognizer.back.minimum_distance_mm: found 20; allowed: at most distance_mm"
      ),
    ])
  func mistakes(lines: String, expected: String) {
    let mistakes = check(declared + lines).mistakes
    #expect(mistakes.count == 1)
    #expect(mistakes.allSatisfy { $0.contains(": " + expected) }, "\(mistakes)")
  }

  @Test("what should be a table and is none is a mistake", arguments: ["touch = 1", "recognizer = []"])
  func noTable(line: String) {
    #expect(check(declared + line).mistakes.count == 1)
  }
}
