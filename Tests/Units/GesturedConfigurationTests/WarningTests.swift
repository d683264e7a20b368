import GesturedConfiguration
import Testing

@Suite("Warnings of a configuration")
struct WarningTests {
  private func warnings(_ text: String) throws -> [String] {
    try Configuration.parse(Array(text.utf8), file: "test.toml").warnings
  }

  private static let beaten =
    "recognizer.back: never fires for 3 fingers: the pan scroll begins after 1.5625 mm, and the swipe needs at least "
    + "7.8125 mm; say require_to_fail = [\"back\"] in [recognizer.scroll], or passive = true in one of them"

  private func conflict(_ swipe: String = "", _ pan: String = "", _ more: String = "") -> String {
    """
    [recognizer.back]
    kind = "swipe"
    direction = "left"
    touches = 3
    \(swipe)
    [recognizer.scroll]
    kind = "pan"
    touches = [2, 3]
    \(pan)
    \(more)
    """
  }

  @Test("a competing swipe that a pan of the same fingers always beats is warned of, with what to write")
  func beatenSwipe() throws {
    #expect(try warnings(conflict()) == [Self.beaten])
    #expect(try warnings(conflict("", "axis = \"horizontal\"")) == [Self.beaten])
    #expect(
      try warnings(conflict("region = \"r\"", "", "[region.r]\nframe = [0, 0, 50, 50]")) == [Self.beaten])
    let wide = conflict("", "maximum_touches = 5").replacing("[2, 3]", with: "2")
    #expect(try warnings(wide) == [Self.beaten])
  }

  @Test("a beaten swipe that waits for the pan is told to stop waiting: the advice makes no circle")
  func circle() throws {
    let warning = try #require(try warnings(conflict("require_to_fail = [\"scroll\"]")).first)
    #expect(
      warning.contains(
        "; remove \"scroll\" from its require_to_fail, and say require_to_fail = [\"back\"] in [recognizer.scroll]"
      ))
  }

  @Test(
    "a swipe that may win, or that does not meet the pan, is not warned of",
    arguments: [
      ("passive = true", "", ""), ("", "passive = true", ""), ("", "require_to_fail = [\"back\"]", ""),
      ("required_to_fail_by = [\"scroll\"]", "", ""), ("simultaneous_with = [\"scroll\"]", "", ""),
      ("", "simultaneous_with = [\"*\"]", ""), ("can_be_prevented_by = []", "", ""),
      ("", "can_prevent = []", ""),
      ("", "minimum_distance_mm = 8", ""), ("", "axis = \"vertical\"", ""), ("enabled = false", "", ""),
      ("", "should_begin = \"vertical\"", ""),
      ("", "region = \"r\"", "[region.r]\nframe = [0, 0, 50, 50]"),
      (
        "region = \"q\"", "region = \"r\"",
        "[region.r]\nframe = [0, 0, 50, 50]\n[region.q]\nframe = [60, 0, 50, 50]"
      ),
    ])
  func fairSwipe(swipe: String, pan: String, more: String) throws {
    #expect(try warnings(conflict(swipe, pan, more)) == [])
  }

  @Test("px where no table says how many pixels there are is warned of, and not where one does")
  func pixels() throws {
    let text =
      "[region.menu]\nframe = [0, 0, \"300px\", \"100%\"]\n[window.panel]\nframe = [0, 0, \"200px\", 50]\n"
    let warned = try warnings(text)
    #expect(warned.count == 2)
    #expect(
      warned.contains(
        "region.menu: px needs a screen with known pixels, and no [device.NAME] table sets pixels: if the display does not report them either, the region is left out"
      ), "\(warned)")
    #expect(warned.contains { $0.hasPrefix("window.panel: px needs") })
    #expect(try warnings(text + "[device.k]\nname = \"k\"\npixels = [1920, 1080]") == [])
    #expect(try warnings("[region.menu]\nframe = [0, 0, 30, \"100%\"]") == [])
  }
}
