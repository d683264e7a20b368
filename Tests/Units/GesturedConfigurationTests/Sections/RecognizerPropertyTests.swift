import GestureCore
import Testing

@testable import GesturedConfiguration

/// UIKit's properties of a recognizer, as keys of its table.
@Suite struct RecognizerPropertyTests {
  private func properties(_ lines: String) throws -> RecognizerProperties {
    let configuration = try #require(
      check("[recognizer.t]\nkind = \"pan\"\n\(lines)\n[recognizer.u]\nkind = \"tap\"").configuration)
    return try #require(configuration.recognizers.first).properties
  }

  @Test("without a key each property has UIKit's default")
  func defaults() throws {
    #expect(try properties("") == RecognizerProperties())
  }

  @Test("each property has its key")
  func keys() throws {
    var expected = RecognizerProperties()
    expected.region = "root"
    expected.requireNotBegun = ["u"]
    expected.requiredToFailBy = ["kind:tap"]
    expected.canPrevent = []
    expected.canBePreventedBy = ["u", "region:root"]
    expected.shouldBegin = .horizontal
    expected.ignoredRegions = ["root"]
    expected.priority = -7
    expected.allowedTouchTypes = [.pencil, .direct]
    expected.requiresExclusiveTouchType = false
    expected.cancelsTouchesInView = false
    expected.delaysTouchesBegan = true
    expected.delaysTouchesEnded = false
    #expect(
      try properties(
        """
        region = "root"
        require_not_begun = "u"
        required_to_fail_by = ["kind:tap"]
        can_prevent = []
        can_be_prevented_by = ["u", "region:root"]
        should_begin = "horizontal"
        ignored_regions = "root"
        priority = -7
        allowed_touch_types = ["pen", "finger"]
        requires_exclusive_touch_type = false
        cancels_touches_in_view = false
        delays_touches_began = true
        delays_touches_ended = false
        """) == expected)
  }

  @Test("a tap may be eager")
  func eager() throws {
    let configuration = check("[recognizer.t]\nkind = \"tap\"\neager = true").configuration
    #expect(configuration?.recognizers.first?.properties.isEager == true)
  }

  @Test(
    "a value that cannot be is told at its place",
    arguments: [
      (
        "pan", "eager = true",
        "9: recognizer.t.eager: found true; allowed: true or false; true with kind = \"tap\" only"
      ),
      (
        "tap", "should_begin = \"vertical\"",
        "16: recognizer.t.should_begin: found \"vertical\"; allowed: one of always, never, horizontal, "
          + "vertical; the last two where the kind has a translation or a velocity"
      ),
      (
        "pan", "priority = 1001",
        "12: recognizer.t.priority: found 1001; allowed: a whole number from -1000 to 1000"
      ),
      (
        "pan", "allowed_touch_types = [\"pn\"]",
        "24: recognizer.t.allowed_touch_types: found \"pn\"; allowed: one or a list of finger, pen, eraser, "
          + "indirect, pointer; did you mean pen?"
      ),
      (
        "pan", "region = \"rot\"",
        "10: recognizer.t.region: found \"rot\"; allowed: one of the regions root; did you mean root?"
      ),
      (
        "pan", "ignored_regions = [\"root\", \"list\"]",
        "28: recognizer.t.ignored_regions: found \"list\"; allowed: one of the regions root"
      ),
    ])
  func mistakes(kind: String, line: String, mistake: String) {
    #expect(check("[recognizer.t]\nkind = \"\(kind)\"\n\(line)").mistakes == ["f.toml:3:\(mistake)"])
  }
}
