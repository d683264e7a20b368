import GestureCore
import GestureTestSupport
import GesturedConfiguration
import Testing

/// Compares docs/configuration.md with the program.
@Suite struct ConfigurationReferenceTests {
  /// The text of a page, the manual unless another is named, between two lines.
  private func manual(
    _ page: String = "docs/configuration.md", from start: String, to end: String
  ) throws -> Substring {
    let text = ProjectFile.text(page)
    let first = try #require(text.firstRange(of: start + "\n"))
    let last = try #require(text[first.upperBound...].firstRange(of: end))
    return text[first.upperBound..<last.lowerBound]
  }

  @Test("the manual's tables of keys are those that a file is checked against")
  func tables() throws {
    let written = try manual(from: "<!-- reference -->", to: "<!-- end of reference -->")
    let reference = ConfigurationReference.markdown()
    #expect(written == reference, "the text between the marks should be:\n\(reference)")
  }

  @Test("the manual's table of recognizers is that of the catalog, and each says what it is")
  func recognizerTable() throws {
    let written = try manual(
      "docs/recognizers.md", from: "<!-- recognizers -->", to: "<!-- end of recognizers -->")
    let table = ConfigurationReference.recognizerTable()
    #expect(written == table, "the text between the marks should be:\n\(table)")
    for type in RecognizerCatalog.types { #expect(!type.summary.isEmpty, "\(type.kind.name)") }
  }

  @Test("a section lists its options with range, default and source")
  func section() {
    let reference = ConfigurationReference.markdown(catalog: [StandInRecognizer.self])
    let expected = """
      ### kind = "stand_in"

      | key | value | default | meaning |
      |---|---|---|---|
      | `size_mm` | a number from 0.5 to 50 mm | `2` | A number. (TEST-1) |
      | `count` | a whole number from 1 to 10 | `3` | A whole number. (TEST-2) |
      | `is_odd` | true or false | `false` | A flag. (TEST-3) |
      | `colour` | one or a list of red, green | `["red"]` | Words. (TEST-4) |

      """
    #expect(reference.contains(expected))
  }

  @Test("every TOML block of the manual is a configuration")
  func blocks() throws {
    let text = ProjectFile.text("docs/configuration.md")
    let pieces = text.split(separator: "```toml\n")
    #expect(pieces.count == 1 + 24)
    for (before, piece) in zip(pieces, pieces.dropFirst()) {
      let block = String(piece.prefix { $0 != "`" })
      // A drop-in overrides the shipped file.
      let shipped = String(decoding: Configuration.builtInText, as: UTF8.self)
      let base = before.hasSuffix("<!-- example: drop-in -->\n") ? [shipped] : []
      let files = (base + [block]).map { ConfigurationText(file: "manual", bytes: Array($0.utf8)) }
      #expect(throws: Never.self, "\(block)") { try Configuration.parse(files) }
    }
  }

  @Test("the mistakes that the manual shows are told in those words")
  func mistakes() throws {
    let shown = try manual(from: "(exit code 78).\n\n```", to: "```").split(separator: "\n")
    let messages = [
      check("[recognizer.tap]\nkind = \"tap\"\ntapps = 2"),
      check("[recognizer.back]\nkind = \"swipe\"\ndirection = \"lefft\""),
      check("[recognizer.tap]\nkind = \"tap\"\ntaps = 0"),
    ].flatMap(\.mistakes)
    #expect(shown.map(withoutPlace) == messages.map { withoutPlace($0[...]) })
  }

  /// A line without file, line and column.
  private func withoutPlace(_ line: Substring) -> String {
    line.split(separator: ":", maxSplits: 3).last.map(String.init) ?? ""
  }
}
