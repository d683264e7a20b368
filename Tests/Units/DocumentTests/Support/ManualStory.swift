import GestureCore
import GestureTestSupport
import GesturedConfiguration
import Testing

/// A story of fingers in docs/recognizers.md, with the configuration above it.
struct ManualStory: Sendable, CustomTestStringConvertible {
  /// The kind or the subject of the section.
  let heading: String
  private let configuration: Document.Block
  private let story: Document.Block

  var testDescription: String { story.place }

  /// All stories, in the order of the page.
  static let all: [ManualStory] = {
    var configuration: Document.Block?
    var stories: [ManualStory] = []
    for block in Document.recognizers.blocks {
      if block.language == "toml" { configuration = block }
      if block.language == "touches", let configuration {
        stories.append(ManualStory(heading: block.heading, configuration: configuration, story: block))
      }
    }
    return stories
  }()

  /// The recognizers of the configuration.
  var recognizers: [RecognizerDeclaration] {
    get throws {
      try Configuration.parse(Array(configuration.text.utf8), file: configuration.place).recognizers
    }
  }

  /// The configuration's table of the section's kind.
  var table: String {
    configuration.text.split(separator: "\n\n").first {
      $0.contains("kind = \"\(heading)\"\n") || $0.hasSuffix("kind = \"\(heading)\"")
    }
    .map(String.init) ?? ""
  }

  /// The fingers, as a touch script. The page has places in mm; touch scripts have points.
  var script: String {
    (lines.first ?? "").split(separator: " ").map { token in
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

  /// The actions and failures of the recognizers.
  var outcome: [String] { Array(lines.dropFirst()) }

  private var lines: [String] { story.text.split(separator: "\n").map(String.init) }
}
