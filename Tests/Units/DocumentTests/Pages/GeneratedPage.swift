import FoundationEssentials
import GestureTestSupport
import GesturedConfiguration
import Testing

/// A page that declarations make parts of.
struct GeneratedPage: Sendable, CustomTestStringConvertible {
  /// From the top of the project.
  let path: String
  /// The page's text with those parts as the declarations say it.
  let renewed: @Sendable (String) throws -> String

  var testDescription: String { path }

  /// All of them.
  static let all = [
    GeneratedPage(path: "docs/recognizers.md") {
      try $0.replacing("recognizers", with: ConfigurationReference.recognizerTable())
    },
    GeneratedPage(path: "docs/configuration.md") {
      try $0.replacing("reference", with: ConfigurationReference.markdown())
    },
    GeneratedPage(path: "docs/protocol.md") { try $0.replacing("kinds", with: PageTables.kinds) },
    GeneratedPage(path: "docs/requests.md") { try $0.replacing("line types", with: PageTables.lineTypes) },
    GeneratedPage(path: "docs/protocol.schema.json") { try SchemaPage($0).renewed },
  ]

  /// Whether the pages are written anew rather than compared: `make pages`.
  static let isWriting = ProcessInfo.processInfo.environment["GESTURED_PAGES"] == "write"

  /// Writes the page.
  func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: ProjectFile.top + "/" + path))
  }
}

/// A page without the marks between which a part of it stands.
struct MissingMarks: Error {
  /// The marks.
  var name: String
}

extension String {
  /// The text with another part between two marks: `<!-- NAME -->` and `<!-- end of NAME -->`.
  fileprivate func replacing(_ name: String, with part: String) throws -> String {
    guard let start = firstRange(of: "<!-- \(name) -->\n"),
      let end = self[start.upperBound...].firstRange(of: "<!-- end of \(name) -->")
    else { throw MissingMarks(name: name) }
    return self[..<start.upperBound] + part + self[end.lowerBound...]
  }
}
