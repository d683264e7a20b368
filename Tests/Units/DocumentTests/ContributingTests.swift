import GestureCore
import GestureTestSupport
import Testing

/// CONTRIBUTING.md leads a newcomer through the code, and its statements are true.
@Suite("Guide for contributors") struct ContributingTests {
  @Test("each path that the guide names is there")
  func paths() {
    let roots = ["Sources/", "Tests/", "docs/", "config/", "systemd/", "udev-rules/"]
    let paths = Document.contributing.quotedWords.filter { word in roots.contains { word.hasPrefix($0) } }
    #expect(paths.count > 30)
    for path in paths { #expect(ProjectFile.exists(path), "\(path)") }
  }

  @Test("the worked example is the recognizer that these tests compile")
  func example() throws {
    let blocks = Document.contributing.blocks.filter { $0.language == "swift" }
    let block = try #require(blocks.first { $0.text.contains("struct TouchDownRecognizer") })
    #expect(block.text == ProjectFile.text("Tests/Units/DocumentTests/Examples/TouchDownRecognizer.swift"))
  }

  @Test("the worked example's test is the one that these tests run")
  func exampleTest() throws {
    let blocks = Document.contributing.blocks.filter { $0.language == "swift" }
    let block = try #require(blocks.first { $0.text.contains("struct TouchDownRecognizerTests") })
    #expect(
      block.text == ProjectFile.text("Tests/Units/DocumentTests/Examples/TouchDownRecognizerTests.swift"))
  }
}
