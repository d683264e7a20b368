import GestureCore
import Testing

@testable import GesturedConfiguration

/// `[filter]`, `[device.NAME.filter]` and `app` of regions.
@Suite("The filter of touches in the configuration")
struct TouchFilterTests {
  @Test("FLT-96 without the table, nothing is filtered")
  func absent() throws {
    let configuration = try #require(check("").configuration)
    #expect(configuration.touchFilter(nil) == nil)
    #expect(configuration.filterReport.isEmpty)
  }

  @Test("FLT-96 each key is read, and a device may differ")
  func keys() throws {
    let text = """
      [filter]
      enabled = true
      mode = "cancel"
      hold_maximum_ms = 400
      gather_ms = 70
      replay_gap_ms = 40
      positions = "filtered"
      settle_ms = 100
      release_touches = 4
      release_ms = 3000
      release_for_ms = 90000
      [device.left]
      name = "L"
      filter = { mode = "lift", gather_ms = 80 }
      [device.right]
      name = "R"
      [device.right.filter]
      enabled = false
      """
    let configuration = try #require(check(text).configuration)
    let filter = try #require(configuration.touchFilter(nil))
    #expect(filter.app.mode == .cancel && filter.app.holdMaximum == .milliseconds(400))
    #expect(filter.app.gather == .milliseconds(70) && filter.app.replayGap == .milliseconds(40))
    #expect(filter.positions == .filtered && filter.settle == .milliseconds(100))
    #expect(filter.releaseTouches == 4 && filter.release == .milliseconds(3000))
    #expect(filter.releaseFor == .milliseconds(90_000))
    let left = try #require(configuration.touchFilter(configuration.settings(named: "L")))
    #expect(left.app.mode == .lift && left.app.gather == .milliseconds(80))
    #expect(left.app.holdMaximum == .milliseconds(400) && left.positions == .filtered)
    #expect(configuration.touchFilter(configuration.settings(named: "R")) == nil)
  }

  @Test(
    "FLT-96 a wrong value of each key is told with its place and what is allowed",
    arguments: [
      "enabled = 1", "mode = \"holt\"", "hold_maximum_ms = 19", "gather_ms = 501", "replay_gap_ms = -1",
      "positions = \"raw\"", "settle_ms = 10001", "release_touches = 11", "release_ms = 999",
      "release_for_ms = 86400001", "release_for_ms = -1",
      "mod = \"hold\"",
    ])
  func mistakes(line: String) {
    let mistakes = check("[filter]\n" + line).mistakes
    #expect(mistakes.count == 1)
    #expect(mistakes.first?.contains("f.toml:2:") == true)
  }

  @Test("FLT-96 a misspelled word and key get a hint")
  func hints() {
    #expect(check("[filter]\nmode = \"holt\"").mistakes.first?.contains("hold") == true)
    #expect(check("[filter]\ngather = 60").mistakes.first?.contains("gather_ms") == true)
  }

  @Test("FLT-98 a longest hold below the time for missing fingers is a mistake")
  func shortHold() {
    let mistakes = check("[filter]\nhold_maximum_ms = 50").mistakes
    #expect(mistakes.count == 1 && mistakes.first?.contains("at least gather_ms, which is 100 ms") == true)
    #expect(check("[filter]\nhold_maximum_ms = 300\ngather_ms = 400").mistakes.count == 1)
    #expect(check("[filter]\ngather_ms = 500").mistakes.isEmpty)
  }

  @Test("FLT-17 app = false shields a region of the configuration")
  func shield() throws {
    let configuration = try #require(
      check("[region.v]\nframe = [0, 0, 10, 10]\napp = false\n[region.w]\nframe = [0, 0, 1, 1]").configuration
    )
    #expect(configuration.regions.first { $0.region.name == "v" }?.region.shieldsApp == true)
    #expect(configuration.regions.first { $0.region.name == "w" }?.region.shieldsApp == false)
  }

  private static let recognizers = """
    [recognizer.menu]
    kind = "long_press"
    [recognizer.double_tap]
    kind = "tap"
    taps = 2
    [recognizer.back]
    kind = "swipe"
    touches = 3
    [recognizer.watch]
    kind = "pan"
    passive = true
    """

  @Test("FLT-65 --check-config states how late a landing, a lift and a tap may be, and why")
  func report() throws {
    let configuration = try #require(check("[filter]\nenabled = true\n" + Self.recognizers).configuration)
    #expect(
      configuration.filterReport == [
        "filter: mode hold",
        "landing in root: at most 1850 ms (hold: double_tap of 1, back of 3, menu of 1)",
        "lift in root: at most 1100 ms (double_tap of 1)",
        "tap in root: at most 1120 ms",
      ])
    #expect(configuration.warnings.contains { $0.contains("up to 1850 ms late") })
    // One touchscreen may be filtered alone.
    let device = "[device.desk]\nname = \"T1\"\nfilter = { enabled = true }\n"
    let own = try #require(check(device + Self.recognizers).configuration)
    #expect(own.warnings.count { $0.contains("up to 1850 ms late") } == 1)
  }

  @Test("FLT-65 where nothing competes it states 0 ms, without a warning")
  func transparent() throws {
    let configuration = try #require(
      check("[filter]\nenabled = true\n[recognizer.watch]\nkind = \"pan\"\npassive = true").configuration)
    #expect(
      configuration.filterReport == [
        "filter: mode hold", "landing in root: 0 ms", "lift in root: 0 ms", "tap in root: 0 ms",
      ])
    #expect(configuration.warnings.isEmpty)
  }

  @Test("FLT-21 it warns that a compositor does not see the touch that wakes the screen")
  func unseenWakes() throws {
    let wake = "[touch]\nswallow_wake = true\n"
    let warning = try #require(check(wake + "[filter]\nenabled = true").configuration).warnings
    #expect(warning.count == 1 && warning[0].hasPrefix("touch.swallow_wake: with the filter, "))
    #expect(try #require(check(wake).configuration).warnings.isEmpty)
    let device = "[device.desk]\nname = \"T1\"\n"
    let own = "[filter]\nenabled = true\n" + device + "touch = { swallow_wake = true }\n"
    #expect(try #require(check(own).configuration).warnings == warning)
    let other = wake + device + "touch = { swallow_wake = false }\nfilter = { enabled = true }\n"
    #expect(try #require(check(other).configuration).warnings.isEmpty)
  }

  @Test(
    "FLT-65 debounce_ms and skip_samples are stated for the tables that set them, where touches are filtered")
  func filterDelays() throws {
    let shared = "touch.debounce_ms: each lift, and each landing that a recognizer holds, may be 70 ms later"
    let left = [
      "device.left.touch.debounce_ms: each lift, and each landing that a recognizer holds, may be 130 ms later",
      "device.left.skip_samples: each landing may be 190 ms later",
    ]
    let touch = "[touch]\ndebounce_ms = 70\n"
    let device = "[device.left]\nname = \"L\"\nskip_samples = 3\ntouch = { debounce_ms = 130 }\n"
    for (text, expected) in [
      ("[filter]\nenabled = true\n" + touch, [shared]), (touch + device, []),
      ("[filter]\nenabled = true\n" + touch + device, [shared] + left),
      (touch + device + "filter = { enabled = true }\n", left),
      ("[filter]\nenabled = true\n" + touch + device + "filter = { enabled = false }\n", [shared]),
      (
        "[filter]\nenabled = true\n" + touch + "[device.left]\nname = \"L\"\ntouch = { tap_gap_ms = 90 }\n",
        [shared]
      ),
    ] {
      let configuration = try #require(check(text).configuration)
      #expect(configuration.filterDelays == expected, "\(text)")
      #expect(configuration.filterReport.suffix(expected.count) == expected[...])
    }
  }

  @Test("FLT-12 it warns of a release_for_ms where no fingers release the panel")
  func vainRelease() throws {
    let never = "[filter]\nrelease_touches = 0\n"
    let warnings = try #require(check(never + "release_for_ms = 45000").configuration).warnings
    #expect(warnings.count == 1 && warnings[0].hasPrefix("filter.release_for_ms: has no effect, "))
    for quiet in [
      never, never + "release_for_ms = 0", "[filter]\nrelease_touches = 3\nrelease_for_ms = 45000",
    ] {
      #expect(try #require(check(quiet).configuration).warnings.isEmpty)
    }
  }

  @Test("FLT-73 in cancel and lift it states which recognizers take touches, and what receivers make of it")
  func cancel() throws {
    let cancel = try #require(
      check("[filter]\nenabled = true\nmode = \"cancel\"\n" + Self.recognizers).configuration)
    #expect(cancel.filterReport.contains("landing in root: 0 ms"))
    #expect(cancel.filterReport.contains("cancels in root: menu of 1, double_tap of 1, back of 3"))
    for receiver in ["sway", "cage", "weston", "Hyprland", "X.Org"] {
      #expect(cancel.filterReport.last?.contains(receiver) == true)
    }
    let lift = try #require(check("[filter]\nenabled = true\nmode = \"lift\"").configuration)
    #expect(lift.filterReport.last?.contains("a tap or a throw") == true)
  }

  @Test("FLT-65 regions with recognizers of their own are stated by themselves")
  func regions() throws {
    let text = """
      [filter]
      enabled = true
      [region.v]
      frame = [0, 0, 10, 10]
      [recognizer.own]
      kind = "long_press"
      region = "v"
      """
    let report = try #require(check(text).configuration).filterReport
    #expect(report.contains("landing in root: 0 ms"))
    #expect(report.contains("landing in v: at most 500 ms (hold: own of 1)"))
  }
}
