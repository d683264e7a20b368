import GestureCore
import Testing

@testable import GesturedConfiguration

/// The allowed values in messages that several tests expect.
private enum Allowed {
  static let fingers = "a whole number from 1 to 10, or a list of such, each once"
  static let relation =
    "the name of another recognizer, or kind: and a kind, or region: and a region, or region_kind: and a kind of "
    + "region, or a list of such"
  static let commonKeys =
    "kind, touches, passive, enabled, require_to_fail, required_to_fail_by, require_not_begun, "
    + "simultaneous_with, can_prevent, can_be_prevented_by, region, ignored_regions, allowed_touch_types, "
    + "allowed_press_types, requires_exclusive_touch_type, should_begin, priority, eager, cancels_touches_in_view, "
    + "delays_touches_began, delays_touches_ended, action, target"
}

/// Each mistake in a recognizer's table, and the exact line that it gives.
@Suite struct RecognizerMistakeTests {
  @Test(
    "TAP-24 a value of a recognizer that cannot be, as taps = 0, is told with its place and what is allowed",
    arguments: [
      ("tapps = 2", "1: recognizer.t.tapps: unknown key; did you mean taps?"),
      ("movement = 2", "1: recognizer.t.movement: unknown key; did you mean movement_mm?"),
      ("touchse = 2", "1: recognizer.t.touchse: unknown key; did you mean touches?"),
      (
        "wheel = 2",
        "1: recognizer.t.wheel: unknown key; allowed: \(Allowed.commonKeys), taps, movement_mm, "
          + "maximum_press_ms, gap_ms, distance_mm, button_mask"
      ),
      ("\"ta\\nps\" = 2", "1: recognizer.t.\"ta\\u{a}ps\": unknown key; did you mean taps?"),
      ("taps = 0", "8: recognizer.t.taps: found 0; allowed: a whole number from 1 to 10"),
      ("taps = 11", "8: recognizer.t.taps: found 11; allowed: a whole number from 1 to 10"),
      ("taps = 1.0", "8: recognizer.t.taps: found 1; allowed: a whole number from 1 to 10"),
      ("taps = \"2\"", "8: recognizer.t.taps: found \"2\"; allowed: a whole number from 1 to 10"),
      ("taps = []", "8: recognizer.t.taps: found an empty list; allowed: a whole number from 1 to 10"),
      ("gap_ms = 49.9", "10: recognizer.t.gap_ms: found 49.9; allowed: a number from 50 to 5000 ms"),
      ("gap_ms = nan", "10: recognizer.t.gap_ms: found nan; allowed: a number from 50 to 5000 ms"),
      ("gap_ms = -inf", "10: recognizer.t.gap_ms: found -inf; allowed: a number from 50 to 5000 ms"),
      ("gap_ms = true", "10: recognizer.t.gap_ms: found true; allowed: a number from 50 to 5000 ms"),
      (
        "gap_ms = 07:32:00",
        "10: recognizer.t.gap_ms: found a date or a time; allowed: a number from 50 to 5000 ms"
      ),
      (
        "gap_ms = 9223372036854775807",
        "10: recognizer.t.gap_ms: found 9223372036854775807; allowed: a number from 50 to 5000 ms"
      ),
      (
        "movement_mm = {}", "15: recognizer.t.movement_mm: found a table; allowed: a number from 0.5 to 50 mm"
      ),
      ("touches = 0", "11: recognizer.t.touches: found 0; allowed: \(Allowed.fingers)"),
      ("touches = [1, 11]", "15: recognizer.t.touches: found 11; allowed: \(Allowed.fingers)"),
      ("touches = []", "11: recognizer.t.touches: found an empty list; allowed: \(Allowed.fingers)"),
      ("touches = [2, 3, 2]", "18: recognizer.t.touches: found 2 again; allowed: each once"),
      ("touches = [[1]]", "12: recognizer.t.touches: found a list; allowed: \(Allowed.fingers)"),
      ("passive = 1", "11: recognizer.t.passive: found 1; allowed: true or false"),
      ("enabled = \"no\"", "11: recognizer.t.enabled: found \"no\"; allowed: true or false"),
      ("require_to_fail = [1]", "20: recognizer.t.require_to_fail: found 1; allowed: \(Allowed.relation)"),
      (
        "require_to_fail = [\"u\", \"u\"]",
        "25: recognizer.t.require_to_fail: found \"u\" again; allowed: each once"
      ),
    ])
  func recognizerValue(line: String, mistake: String) {
    let text = "[recognizer.u]\nkind = \"swipe\"\n[recognizer.t]\nkind = \"tap\"\n\(line)\n"
    #expect(check(text).mistakes == ["f.toml:5:\(mistake)"])
  }

  @Test(
    "words that are not known are told each, with the nearest one",
    arguments: [
      ("\"lefft\"", ["13: found \"lefft\"; allowed: WORDS; did you mean left?"]),
      (
        "[\"up\", \"dwon\", 3]",
        ["20: found \"dwon\"; allowed: WORDS; did you mean down?", "28: found 3; allowed: WORDS"]
      ),
      ("[]", ["13: found an empty list; allowed: WORDS"]),
      ("[\"up\", \"up\"]", ["20: found \"up\" again; allowed: each once"]),
      ("\"sideways\"", ["13: found \"sideways\"; allowed: WORDS"]),
    ])
  func words(written: String, mistakes: [String]) {
    let expected = mistakes.map { mistake in
      let place = mistake.prefix { $0 != ":" }
      let rest = mistake.dropFirst(place.count)
      return "f.toml:3:\(place): recognizer.s.direction\(rest)"
        .replacing("WORDS", with: "one or a list of left, right, up, down")
    }
    #expect(check("[recognizer.s]\nkind = \"swipe\"\ndirection = \(written)").mistakes == expected)
  }

  @Test("a number of fingers that a kind is not for is told, and the default is one that it is for")
  func fingersOfKind() throws {
    let text = "[recognizer.t]\nkind = \"pinch\"\n"
    #expect(
      check(text + "touches = 3").mistakes == [
        "f.toml:3:11: recognizer.t.touches: found 3; allowed: 2 for kind = \"pinch\""
      ])
    let configuration = try Configuration.parse(Array(text.utf8), file: "f.toml")
    #expect(configuration.recognizers.map(\.numbersOfTouches) == [[2]])
  }

  @Test(
    "options that make no sense together are told",
    arguments: [
      (
        "kind = \"swipe\"\ndistance_mm = 5\nminimum_distance_mm = 40",
        "4:23: recognizer.t.minimum_distance_mm: found 40; allowed: at most distance_mm"
      ),
      (
        "kind = \"swipe\"\nminimum_cone_degrees = 50",
        "3:24: recognizer.t.minimum_cone_degrees: found 50; allowed: at most cone_degrees"
      ),
      (
        "kind = \"edge_pan\"\nedges = \"left\"\nsection_from_percent = 80\nsection_to_percent = 20",
        "4:24: recognizer.t.section_from_percent: found 80; allowed: at most section_to_percent"
      ),
      (
        "kind = \"edge_pan\"",
        "1:13: recognizer.t.edges: missing; allowed: at least one of left, right, top, bottom, top_left, top_right, bottom_left, bottom_right"
      ),
      (
        "kind = \"pan\"\ntouches = [1, 5]\nmaximum_touches = 2",
        "4:19: recognizer.t.maximum_touches: found 2; allowed: 0, or at least touches (5)"
      ),
    ])
  func contradictions(text: String, mistake: String) {
    #expect(check("[recognizer.t]\n" + text).mistakes == ["f.toml:" + mistake])
  }

  @Test(
    "a kind that is missing or not known is told",
    arguments: [
      ("[recognizer.t]", "1:13: recognizer.t.kind: missing; allowed: KINDS"),
      (
        "[recognizer.t]\nkind = \"tapp\"",
        "2:8: recognizer.t.kind: found \"tapp\"; allowed: KINDS; did you mean tap?"
      ),
      ("[recognizer.t]\nkind = \"knock\"", "2:8: recognizer.t.kind: found \"knock\"; allowed: KINDS"),
      ("[recognizer.t]\nkind = 1", "2:8: recognizer.t.kind: found 1; allowed: KINDS"),
    ])
  func kind(text: String, mistake: String) {
    let expected =
      "f.toml:"
      + mistake.replacing(
        "KINDS", with: "one of " + RecognizerCatalog.types.map { $0.kind.name }.joined(separator: ", "))
    #expect(check(text).mistakes == [expected])
  }
}
