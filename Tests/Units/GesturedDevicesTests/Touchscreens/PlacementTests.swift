import DaemonTestSupport
import GestureCore
import GestureProtocol
import GestureTestSupport
import GesturedConfiguration
import LinuxInput
import Testing
import TouchInput

@testable import GesturedBase
@testable import GesturedDevices
@testable import GesturedServing

/// A touchscreen whose decision changes while it is read.
@Suite struct PlacementTests {
  private let files: DaemonFiles
  private let publisher: Publisher
  private let setup: ScreenSetup

  private static let toml = """
    [recognizer.tap]
    kind = "tap"
    movement_mm = 2
    passive = true
    [recognizer.pan]
    kind = "pan"
    passive = true
    [region.pixel]
    frame = [0, 0, "100px", "100px"]
    [device.soft]
    name = "T1"
    seat = "seat-2"
    output = "DP-1"
    [device.soft.touch]
    tap_gap_ms = 900
    [device.soft.recognizer.tap]
    movement_mm = 20
    """

  init() throws {
    files = try DaemonFiles(Self.toml)
    publisher = try Publisher(dumpingTo: files)
    setup = try files.recording(EvemuScript()).setup(files.configuration)
  }

  private func panel(_ placement: PanelPlacement = .upright) throws -> TouchPanel {
    try DeviceJudgement.judgeAxes(
      of: TestScreen.description(), touchProtocol: .multitouch, placement: placement)
  }

  private func screen() throws -> Touchscreen {
    let panel = try panel()
    let (regions, _) = publisher.everyone.scene.regionTree(
      on: setup.names, isFirst: true, screen: panel.size, pixels: nil)
    return Touchscreen(number: 1, setup, panel: panel, regions: regions, on: publisher.everyone)
  }

  /// Plays more steps of a script.
  private func feed(_ steps: String, of script: inout EvemuScript, to screen: inout Touchscreen) {
    let old = script.events.count
    script.go(on: steps)
    screen.play(EventList(script.events[old...]), publisher)
  }

  private func place(
    _ screen: inout Touchscreen, as panel: TouchPanel, _ setup: ScreenSetup, at time: Int64
  ) throws {
    let layout = try publisher.everyone.scene.layout(of: screen, lyingAs: panel, pixels: setup.pixels)
    screen.place(
      as: panel, setup, layout, at: .milliseconds(time), stamp: .milliseconds(time), publisher)
  }

  @Test("D32 DMN-12 another calibration during a gesture cancels it, and counts from the next touch on")
  func calibration() throws {
    var screen = try screen()
    var script = EvemuScript()
    feed("A↓100,100@10 A→400,100@20", of: &script, to: &screen)
    let half = PanelPlacement(calibration: AffineTransform(-1, 0, 0, -1, 1, 1))
    try place(&screen, as: panel(half), setup, at: 25)
    let told = try files.dumped
    #expect(told.of("gesture").map { $0.word("state") } == ["began", "cancelled"])
    #expect(told.of("device").map { $0.word("state") } == ["changed"])
    #expect(
      told.firstIndex { $0.contains("cancelled") } ?? 0 < told.firstIndex { $0.contains("changed\"") } ?? 0)
    // The finger that is still down has no effect.
    feed("A→500,100@30 A↑@40", of: &script, to: &screen)
    #expect(try files.dumped.of("gesture").count == 2)
    feed("A↓64,64@1000 A↑@1050", of: &script, to: &screen)
    screen.advance(to: .milliseconds(3000), publisher)
    let tap = try #require(try files.dumped.of("gesture").last)
    #expect(tap.word("kind") == "tap")
    #expect(tap.word("location") == "[150,90]")
  }

  @Test("what leaves the panel as it is takes no touch away: pixels, output and seat")
  func pixels() throws {
    var screen = try screen()
    var script = EvemuScript()
    feed("A↓100,100@10 A→400,100@20", of: &script, to: &screen)
    var other = setup
    other.pixels = Size(1600, 1000)
    other.output = "HDMI-A-1"
    #expect(other.isAlike(setup))
    try place(&screen, as: panel(), other, at: 25)
    let told = try files.dumped
    #expect(told.of("gesture").allSatisfy { $0.word("state") != "cancelled" })
    let line = try #require(told.of("device").last)
    #expect(line.contains(#""pixels":[1600,1000],"table":"soft","output":"HDMI-A-1","seat":"seat-2""#))
    // The region with a frame in pixels exists now.
    let region = try #require(screen.everyone.pipeline.regions.regions.firstIndex { $0.name == "pixel" })
    #expect(screen.everyone.pipeline.regions.regions[region].frame == Rect(.zero, Size(10, 10)))
    #expect(isTrue(screen.hasTouches))
  }

  @Test("a device's own limits hold on it, and stay when the recognizers change")
  func limits() throws {
    var screen = try screen()
    var script = EvemuScript()
    #expect(setup.touch.tapGap == .milliseconds(900))
    // 15 mm are too far for the recognizer's table, but not for the device's.
    feed("A↓100,100@10 A→196,100@30 A↑@50", of: &script, to: &screen)
    #expect(try files.dumped.of("gesture").contains { $0.word("kind") == "tap" })
    screen.update(
      publisher.everyone.scene.recognizers, on: publisher.everyone, at: .milliseconds(2000), publisher)
    feed("A↓100,100@3000 A→196,100@3030 A↑@3050", of: &script, to: &screen)
    screen.advance(to: .milliseconds(5000), publisher)
    #expect(try files.dumped.of("gesture").count { $0.word("kind") == "tap" } == 2)
    var plain = Touchscreen(
      number: 2, ScreenSetup(names: ScreenNames(device: "T2"), touch: files.configuration.touch),
      panel: try panel(), regions: RegionTree(screen: try panel().size), on: publisher.everyone)
    feed("A↓100,100@6010 A→196,100@6030 A↑@6050", of: &script, to: &plain)
    plain.advance(to: .milliseconds(8000), publisher)
    #expect(try files.dumped.of("gesture").count { $0.word("kind") == "tap" } == 2)
  }

  @Test("other filters, limits or names are nothing that a touchscreen takes over while it is read")
  func unlike() {
    var other = setup
    other.filters.palmRadius = 9
    #expect(!other.isAlike(setup))
    other = setup
    other.recognizers = [:]
    #expect(!other.isAlike(setup))
    other = setup
    other.names.table = nil
    #expect(!other.isAlike(setup))
    other = setup
    other.seat = "seat-9"
    #expect(other.isAlike(setup))
  }
}
