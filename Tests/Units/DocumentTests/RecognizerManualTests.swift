import GestureCore
import GestureTestSupport
import Testing

/// Plays the stories of fingers in docs/recognizers.md.
@Suite("Manual of the recognizers") struct RecognizerManualTests {
  @Test("every recognizer of the catalog has a section with a story and a link to its options")
  func sections() throws {
    let text = ProjectFile.text("docs/recognizers.md")
    for type in RecognizerCatalog.types {
      let parts = text.split(separator: "\n## \(type.kind.name)\n")
      try #require(parts.count == 2, "\(type.kind.name)")
      let section = parts[1].split(separator: "\n## ")[0]
      #expect(section.contains("```touches"), "\(type.kind.name)")
      #expect(section.contains("(configuration.md#kind--\(type.kind.name))"), "\(type.kind.name)")
    }
  }

  @Test("each story goes as the page tells", arguments: ManualStory.all)
  func story(_ example: ManualStory) throws {
    let rig = try GestureRig(example.recognizers)
    #expect(rig.play(example.script) == example.outcome, "\(example)")
  }

  @Test("a key that the page names is one of some recognizer")
  func keys() {
    let known = Set(RecognizerCatalog.types.flatMap { $0.options.map(\.key) })
    for word in Document.recognizers.quotedWords where word.hasSuffix("_mm") || word.hasSuffix("_ms") {
      #expect(known.contains(word), "\(word)")
    }
  }
}
