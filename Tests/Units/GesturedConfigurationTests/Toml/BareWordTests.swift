import GesturedConfiguration
import Testing

@Suite("Texts without quotes")
struct BareWordTests {
  private func mistake(_ text: String) -> String {
    do throws(ConfigurationError) {
      _ = try Configuration.parse(Array(text.utf8), file: "test.toml")
      return "right"
    } catch {
      return "\(error)"
    }
  }

  @Test(
    "a text without quotes says so, at its beginning, with what to write",
    arguments: [
      ("kind = tap", 8, "tap"), ("kind = fan", 8, "fan"), ("kind = none", 8, "none"),
      ("kind=inch", 6, "inch"),
      ("kind = \"swipe\"\ndirection = left", 13, "left"), ("direction = [left, right]", 14, "left"),
      ("direction = [\"left\", right]", 22, "right"), ("require_to_fail = [kind:tap]", 20, "kind:tap"),
      ("kind = edge_pan # a comment", 8, "edge_pan"), ("kind = double-tap", 8, "double-tap"),
      ("direction = [\n  left,\n]", 3, "left"), ("kind = tap\r", 8, "tap"), ("region = ünter", 10, "ünter"),
    ])
  func bare(lines: String, column: Int, word: String) {
    let text = "[recognizer.x]\n\(lines)\n"
    let line =
      lines.split(separator: "\n").firstIndex { $0.contains(word) && !$0.contains("\"\(word)\"") } ?? 0
    #expect(
      mistake(text)
        == "test.toml:\(line + 2):\(column): not TOML: the text \(word) has no quotes; did you mean \"\(word)\"?",
      "\(mistake(text))")
  }

  @Test(
    "true and false in the words of other languages say how TOML spells them",
    arguments: [
      ("True", "true"), ("yes", "true"), ("ON", "true"), ("False", "false"), ("no", "false"),
      ("off", "false"),
    ])
  func truth(word: String, value: String) {
    #expect(
      mistake("[recognizer.x]\nenabled = \(word)\n")
        == "test.toml:2:11: not TOML: TOML spells yes and no as true and false, not as \(word); did you mean \(value)?"
    )
  }

  @Test(
    "what is wrong otherwise is not called a text without quotes",
    arguments: [
      "[recognizer.tap", "[recognizer tap]", "kind = \"tap", "kind = ", "kind \"tap\"", "= tap",
      "kind = 3 mm", "a = 1\na = 2",
      "# kind = tap\nx", "kind = 'it is tap", "\"", "[[", "x = [1, 2", "\u{0}", "kind = 2026-99-99",
    ])
  func other(text: String) {
    #expect(!mistake(text).contains("has no quotes"), "\(mistake(text))")
  }

  @Test("a list of the wrong length says how many numbers it has and how many it takes")
  func lengths() {
    #expect(
      mistake("[region.v]\nframe = [1, 2, 3]").hasPrefix(
        "test.toml:2:9: region.v.frame: found a list of 3 instead of 4 numbers; allowed: [left, top, width, height]"
      ))
    #expect(
      mistake("[device.x]\nname = \"x\"\nsize_mm = []").hasPrefix(
        "test.toml:3:11: device.x.size_mm: found an empty list instead of 2 numbers; allowed: "))
    #expect(
      mistake("[device.x]\nname = \"x\"\npixels = [1, 2, 3]").contains(
        "found a list of 3 instead of 2 numbers"))
    #expect(mistake("[exclusion.x]\nframe = [1]").contains("found a list of 1 instead of 4 numbers"))
    #expect(mistake("[region.v]\nframe = \"all\"").contains("found \"all\"; allowed: [left, top"))
  }
}
