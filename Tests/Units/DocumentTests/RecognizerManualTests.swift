import GestureCore
import GestureTestSupport
import GesturedConfiguration
import Testing

/// Plays the stories of fingers in docs/recognizers.md.
@Suite("Manual of the recognizers") struct RecognizerManualTests {
  /// A story with the configuration above it.
  struct Story: Sendable, CustomTestStringConvertible {
    var configuration: Document.Block
    var story: Document.Block
    var testDescription: String { story.place }
  }

  private static let stories: [Story] = {
    var configuration: Document.Block?
    var stories: [Story] = []
    for block in Document.recognizers.blocks {
      if block.language == "toml" { configuration = block }
      if block.language == "touches", let configuration {
        stories.append(Story(configuration: configuration, story: block))
      }
    }
    return stories
  }()

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

  @Test("each story goes as the page tells", arguments: stories)
  func story(_ example: Story) throws {
    let configuration = try Configuration.parse(
      Array(example.configuration.text.utf8), file: example.configuration.place)
    let lines = example.story.text.split(separator: "\n").map(String.init)
    let script = try #require(lines.first)
    let rig = try GestureRig(configuration.recognizers)
    #expect(rig.play(inPoints(script)) == Array(lines.dropFirst()), "\(example.story.place)")
  }

  @Test("a key that the page names is one of some recognizer")
  func keys() {
    let known = Set(RecognizerCatalog.types.flatMap { $0.options.map(\.key) })
    for word in Document.recognizers.quotedWords where word.hasSuffix("_mm") || word.hasSuffix("_ms") {
      #expect(known.contains(word), "\(word)")
    }
  }

  /// The page has places in mm; touch scripts have points.
  private func inPoints(_ story: String) -> String {
    story.split(separator: " ").map { token in
      let parts = token.split(separator: "@", maxSplits: 1)
      let head = parts[0]
      guard let comma = head.firstIndex(of: ","), !head.hasPrefix("⏲") else { return String(token) }
      let verb = head.prefix(2)
      // The buttons of a pen may follow a place: 80,50+2.
      let buttons = head.firstIndex(of: "+") ?? head.endIndex
      let numbers = [head[..<comma].dropFirst(2), head[head.index(after: comma)..<buttons]].compactMap {
        Double($0)
      }
      let points = numbers.map { String($0 / TouchScript.millimetresPerPoint) }.joined(separator: ",")
      return verb + points + head[buttons...] + (parts.count == 2 ? "@" + parts[1] : "")
    }.joined(separator: " ")
  }
}
