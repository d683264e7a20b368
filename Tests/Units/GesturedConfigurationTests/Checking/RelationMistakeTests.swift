import GestureCore
import Testing

@testable import GesturedConfiguration

/// The allowed values in messages that several tests expect.
private enum Allowed {
  static let relation =
    "the name of another recognizer, or kind: and a kind, or region: and a region, or region_kind: and a kind of "
    + "region, or a list of such"
}

/// Each mistake in the relations of recognizers, and the exact line that it gives.
@Suite struct RelationMistakeTests {
  @Test(
    "a relation that makes no sense is told at the name that makes none",
    arguments: [
      // ARB-41
      (
        "a", "require_not_begun = \"a\"",
        "3:21: recognizer.a.require_not_begun: waits for itself: a waits for a; allowed: no circle"
      ),
      (
        "a", "require_to_fail = [\"b\", \"a\"]",
        "3:25: recognizer.a.require_to_fail: waits for itself: a waits for a; allowed: no circle"
      ),
      (
        "a", "require_to_fail = [\"p\"]",
        "3:20: recognizer.a.require_to_fail: found \"p\"; allowed: relations between recognizers that "
          + "are both passive = false: a passive one neither waits nor is waited for"
      ),
      (
        "a", "require_to_fail = [\"b\", \"dubble\"]",
        "3:25: recognizer.a.require_to_fail: found \"dubble\"; "
          + "allowed: \(Allowed.relation); did you mean double?"
      ),
      (
        "a", "require_to_fail = \"*\"",
        "3:19: recognizer.a.require_to_fail: found \"*\"; allowed: \(Allowed.relation)"
      ),
      (
        "a", "simultaneous_with = [\"kind:pam\"]",
        "3:22: recognizer.a.simultaneous_with: found \"kind:pam\"; allowed: the name of another "
          + "recognizer, or kind: and a kind, or region: and a region, or region_kind: "
          + "and a kind of region, or \"*\" for all, or a list of such; "
          + "did you mean kind:pan?"
      ),
    ])
  func relation(name: String, line: String, mistake: String) {
    let text = """
      [recognizer.\(name)]
      kind = "tap"
      \(line)
      [recognizer.b]
      kind = "pan"
      [recognizer.double]
      kind = "tap"
      [recognizer.p]
      kind = "swipe"
      passive = true
      [recognizer.off]
      kind = "tap"
      enabled = false
      """
    #expect(check(text).mistakes == ["f.toml:\(mistake)"])
  }

  @Test(
    "ARB-40 a relation may speak of a kind and of a region that no recognizer has yet",
    arguments: ["kind:pinch", "kind:custom", "region:panel"])
  func nothingYet(_ reference: String) throws {
    for key in [
      "require_to_fail", "required_to_fail_by", "require_not_begun", "simultaneous_with", "can_prevent",
      "can_be_prevented_by",
    ] {
      let result = check("[recognizer.a]\nkind = \"tap\"\n\(key) = \"\(reference)\"")
      #expect(result.mistakes == [], "\(key)")
    }
  }

  @Test("ARB-36 a relation to a recognizer that is switched off is inert")
  func switchedOff() throws {
    let text = """
      [recognizer.a]
      kind = "tap"
      require_to_fail = ["off", "b"]
      simultaneous_with = "off"
      can_prevent = ["empty"]
      [recognizer.b]
      kind = "pan"
      required_to_fail_by = "off"
      [recognizer.off]
      kind = "tap"
      passive = true
      enabled = false
      [recognizer.empty]
      enabled = false
      """
    let configuration = try #require(check(text).configuration)
    #expect(configuration.recognizers.map(\.name) == ["a", "b"])
    #expect(configuration.disabledRecognizers == ["off", "empty"])
    let set = try RecognizerSet(
      configuration.recognizers, disabledNames: configuration.disabledRecognizers)
    #expect(set.instances[0].requireToFail == [1])
    #expect(set.instances[0].canPrevent == [])
  }

  @Test("ARB-41 recognizers that wait for one another in a circle are told with the circle")
  func circle() {
    let text = """
      [recognizer.a]
      kind = "tap"
      require_to_fail = ["b"]
      [recognizer.b]
      kind = "tap"
      require_to_fail = ["c"]
      [recognizer.c]
      kind = "tap"
      require_to_fail = ["a"]
      """
    #expect(
      check(text).mistakes == [
        "f.toml:3:20: recognizer.a.require_to_fail: waits for itself: "
          + "a waits for b waits for c waits for a; allowed: no circle"
      ])
  }

  @Test(
    "a relation said from the other side, or of prevention, is checked as the others are",
    arguments: [
      (
        "required_to_fail_by = [\"dubble\"]",
        "3:24: recognizer.a.required_to_fail_by: found \"dubble\"; allowed: \(Allowed.relation); "
          + "did you mean double?"
      ),
      (
        "require_not_begun = \"p\"",
        "3:21: recognizer.a.require_not_begun: found \"p\"; allowed: relations between recognizers that "
          + "are both passive = false: a passive one neither waits nor is waited for"
      ),
      (
        "can_prevent = [\"kind:lng_press\"]",
        "3:16: recognizer.a.can_prevent: found \"kind:lng_press\"; allowed: the name of another recognizer, or "
          + "kind: and a kind, or region: and a region, or region_kind: "
          + "and a kind of region, or \"*\" for all, or a list of such; "
          + "did you mean kind:long_press?"
      ),
      (
        "required_to_fail_by = \"double\"\nrequire_to_fail = \"double\"",
        "4:19: recognizer.a.require_to_fail: waits for itself: a waits for double waits for a; "
          + "allowed: no circle"
      ),
    ])
  func otherRelations(lines: String, mistake: String) {
    let text = """
      [recognizer.a]
      kind = "tap"
      \(lines)
      [recognizer.double]
      kind = "tap"
      [recognizer.p]
      kind = "swipe"
      passive = true
      """
    #expect(check(text).mistakes == ["f.toml:\(mistake)"])
  }

  @Test("a relation to a recognizer that could not be read is no mistake of its own")
  func relationToUnreadable() {
    let text = """
      [recognizer.a]
      kind = "tap"
      require_to_fail = ["b", "kind:pan"]
      [recognizer.b]
      kind = "pam"
      """
    #expect(check(text).mistakes.count == 1)
    #expect(check(text).mistakes.first?.contains("did you mean pan?") == true)
  }

  @Test("more than 256 recognizers are refused, counting each number of fingers")
  func tooMany() {
    func text(_ count: Int) -> String {
      (0..<count).map { "[recognizer.r\($0)]\nkind = \"tap\"\ntouches = [1, 2]\n" }.joined()
    }
    #expect(check(text(128)).mistakes.isEmpty)
    #expect(
      check(text(129)).mistakes == [
        "f.toml:385:13: recognizer.r128: too many recognizers; allowed: 256, counting each number of touches"
      ])
  }
}
