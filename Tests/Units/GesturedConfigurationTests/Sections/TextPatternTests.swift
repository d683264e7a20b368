import GesturedConfiguration
import Testing

@Suite struct TextPatternTests {
  @Test(
    "a pattern fits the names it stands for",
    arguments: [
      ("ACME Touch", "ACME Touch", true), ("ACME Touch", "ACME Touch 2", false),
      ("ACME*", "ACME Touch", true),
      ("*Touch", "ACME Touch", true), ("*Touch", "ACME Touchpad", false), ("A?ME*", "ACME", true),
      ("A?ME", "AME", false), ("*", "", true), ("", "", true), ("", "x", false), ("?", "", false),
      ("*a*b*c", "xxaxxbxxabc", true), ("*a*b*c", "xxaxxbxxab", false), ("?", "é", true),
      ("**x**", "x", true),
      ("acme", "ACME", false), ("a\\*", "a*", false),
    ])
  func fits(pattern: String, name: String, isFit: Bool) {
    #expect(TextPattern(pattern).matches(name) == isFit)
  }

  @Test("a pattern made to be slow is not")
  func stars() {
    let pattern = TextPattern(String(repeating: "*a", count: 100) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 5000)))
  }
}
