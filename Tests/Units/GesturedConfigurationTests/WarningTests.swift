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

  private func touches(_ tap: String, _ other: String, _ more: String = "") -> String {
    "[recognizer.menu]\nkind = \"tap\"\n\(tap)\n[recognizer.zoom]\n\(other)\n\(more)"
  }

  @Test(
    "a tap of several fingers that another gesture takes is warned of, with what to write",
    arguments: [
      ("touches = 2", "kind = \"pinch\"", 2, "pinch zoom where one of them rolls by 1.25 mm"),
      (
        "touches = [1, 2]", "kind = \"pinch\"\nminimum_change_mm = 4", 2,
        "pinch zoom where one of them rolls by 4 mm"
      ),
      ("touches = 2", "kind = \"transform\"", 2, "transform zoom where one of them rolls by 1.25 mm"),
      (
        "touches = 3", "kind = \"transform\"\nminimum_change_mm = 2\nminimum_arc_mm = 2", 3,
        "transform zoom where one of them rolls by 3 mm"
      ),
      ("touches = 2", "kind = \"rotation\"", 2, "rotation zoom where one of them rolls by 1.31 mm"),
      (
        "touches = 2", "kind = \"rotation\"\nminimum_turn_degrees = 20", 2,
        "rotation zoom where one of them rolls by 5.24 mm"
      ),
      (
        "touches = 2", "kind = \"rotation\"\nminimum_arc_mm = 1", 2,
        "rotation zoom where one of them rolls by 2 mm"
      ),
      ("touches = 2", "kind = \"pan\"", 2, "pan zoom where one of them rolls by 3.125 mm"),
      ("touches = 3", "kind = \"pan\"", 3, "pan zoom where one of them rolls by 4.6875 mm"),
      (
        "touches = 3", "kind = \"pan\"\nminimum_distance_mm = 4", 3, "pan zoom where all of them roll by 4 mm"
      ),
      (
        "touches = 2", "kind = \"pinch\"\nregion = \"r\"\n[region.r]\nframe = [0, 0, 50, 50]",
        2, "pinch zoom where one of them rolls by 1.25 mm"
      ),
    ])
  func beatenTap(tap: String, other: String, fingers: Int, words: String) throws {
    let told = try warnings(touches(tap, other))
    #expect(told.count == 1)
    #expect(
      told == [
        "recognizer.menu: is lost for \(fingers) fingers to the \(words): say require_to_fail = [\"menu\"] in "
          + "[recognizer.zoom], or passive = true in [recognizer.menu]"
      ])
  }

  @Test("each gesture that takes a tap is named in one line, and a line for each number of fingers")
  func beatenByMany() throws {
    let more = "[recognizer.turn]\nkind = \"rotation\"\n[recognizer.scroll]\nkind = \"pan\"\n"
    let told = try warnings(touches("touches = [1, 2, 3]", "kind = \"pinch\"", more))
    #expect(
      told == [
        "recognizer.menu: is lost for 2 fingers to the pinch zoom where one of them rolls by 1.25 mm, to the rotation "
          + "turn where one of them rolls by 1.31 mm and to the pan scroll where one of them rolls by 3.125 mm: say "
          + "require_to_fail = [\"menu\"] in [recognizer.zoom], [recognizer.turn] and [recognizer.scroll], or passive = "
          + "true in [recognizer.menu]",
        "recognizer.menu: is lost for 3 fingers to the pan scroll where one of them rolls by 4.6875 mm: say "
          + "require_to_fail = [\"menu\"] in [recognizer.scroll], or passive = true in [recognizer.menu]",
      ])
    let cure = "require_to_fail = [\"menu\"]"
    let cured = more.replacing("turn]", with: "turn]\n\(cure)").replacing("scroll]", with: "scroll]\n\(cure)")
    #expect(try warnings(touches("touches = [1, 2, 3]", "kind = \"pinch\"\n\(cure)", cured)) == [])
  }

  @Test("a tap that waits for the gesture that takes it is told to stop waiting: the advice makes no circle")
  func circleOfTap() throws {
    let told = try warnings(touches("touches = 2\nrequire_to_fail = [\"zoom\"]", "kind = \"pinch\""))
    #expect(told.count == 1)
    #expect(
      told.first?.contains(
        ": remove \"zoom\" from its require_to_fail, and say require_to_fail = [\"menu\"] in [recognizer.zoom], or"
      )
        == true)
  }

  @Test(
    "a tap of two fingers that meets no such gesture, or that the gesture waits for, is not warned of",
    arguments: [
      ("touches = 1", "kind = \"pinch\""), ("touches = 3", "kind = \"pinch\""),
      ("touches = 2", "kind = \"pinch\"\nrequire_to_fail = [\"menu\"]"),
      ("touches = 2", "kind = \"pinch\"\nsimultaneous_with = [\"menu\"]"),
      ("touches = 2", "kind = \"pinch\"\npassive = true"),
      ("touches = 2\npassive = true", "kind = \"pinch\""),
      ("touches = 2", "kind = \"pinch\"\nminimum_change_mm = 8"),
      ("touches = 2", "kind = \"transform\"\ntouches = 3"),
      ("touches = 1", "kind = \"pan\""), ("touches = 2", "kind = \"pan\"\ntouches = 1"),
      ("touches = 2", "kind = \"pan\"\nminimum_distance_mm = 8"),
      ("touches = 2", "kind = \"rotation\"\nrequire_to_fail = [\"menu\"]"),
      ("touches = 2", "kind = \"rotation\"\nminimum_turn_degrees = 30"),
      (
        "touches = 2\nignored_regions = [\"r\"]",
        "kind = \"pinch\"\nregion = \"r\"\n[region.r]\nframe = [0, 0, 50, 50]"
      ),
    ])
  func unbeatenTap(tap: String, other: String) throws {
    #expect(try warnings(touches(tap, other)) == [])
  }

  @Test(
    "DEB-5 debounce_ms that joins the taps of a gesture is warned of",
    arguments: [
      (
        "taps = 3\ngap_ms = 300", "kind = \"swipe\"", "[touch]\ndebounce_ms = 300",
        ["menu: never fires: touch."]
      ),
      (
        "taps = 2", "kind = \"long_press\"\ntaps = 1", "[touch]\ndebounce_ms = 600",
        ["menu: never fires: touch.", "zoom: never fires: touch."]
      ),
      (
        "taps = 2", "kind = \"swipe\"", "[device.desk]\nname = \"T1\"\ntouch = { debounce_ms = 500 }",
        ["menu: never fires: device.desk.touch."]
      ),
      (
        "taps = 2", "kind = \"swipe\"",
        "[touch]\ndebounce_ms = 90\n[device.desk]\nname = \"T1\"\n[device.desk.recognizer.menu]\ngap_ms = 80",
        ["menu: never fires: touch."]
      ),
      (
        "taps = 2", "kind = \"long_press\"", "[touch]\ndebounce_ms = 350", ["menu: never fires: touch."]
      ),
      ("taps = 2", "kind = \"long_press\"", "[touch]\ndebounce_ms = 349", []),
      ("taps = 1", "kind = \"long_press\"", "[touch]\ndebounce_ms = 1000", []),
    ])
  func joinedTaps(tap: String, other: String, more: String, expected: [String]) throws {
    let told = try warnings(touches(tap, other, more))
    #expect(told.count == expected.count)
    for (line, start) in zip(told, expected) { #expect(line.hasPrefix("recognizer.\(start)debounce_ms = ")) }
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
