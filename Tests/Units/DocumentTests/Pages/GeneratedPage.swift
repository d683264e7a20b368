import FoundationEssentials
import GestureTestSupport
import GesturedConfiguration
import Testing

/// A page, parts of which are made from declarations.
struct GeneratedPage: Sendable, CustomTestStringConvertible {
  /// The path from the top of the project.
  let path: String
  /// Returns the page's text with those parts made anew from the declarations.
  let renewed: @Sendable (String) throws -> String

  var testDescription: String { path }

  /// All of these pages.
  static let all = [
    GeneratedPage(path: "docs/recognizers.md") {
      try $0.replacing("recognizers", with: ConfigurationReference.recognizerTable())
    },
    GeneratedPage(path: "docs/configuration.md") {
      try $0.replacing("reference", with: ConfigurationReference.markdown())
    },
    GeneratedPage(path: "docs/protocol.md") {
      try $0.replacing("kinds", with: PageTables.kinds).replacing("examples", with: KindPages.examples)
    },
    GeneratedPage(path: "config/gestured.toml") {
      try $0.replacing("other kinds", with: KindPages.undeclared, isPage: false)
    },
    GeneratedPage(path: "Tests/Lanes/Allocations/everything.toml") {
      try $0.replacing("kinds", with: KindPages.everything, isPage: false)
    },
    GeneratedPage(path: "Sources/GestureClient/Events/GestureKind.swift") {
      try $0.replacing("kinds", with: KindPages.constants, isPage: false)
    },
    GeneratedPage(path: "docs/requests.md") { try $0.replacing("line types", with: PageTables.lineTypes) },
    GeneratedPage(path: "docs/troubleshooting.md") { try $0.replacing("messages", with: MessageTable.text) },
    GeneratedPage(path: "docs/hardware.md") {
      try $0.replacing("panels", with: HardwareTable.panels()).replacing("quirks", with: HardwareTable.quirks)
    },
    GeneratedPage(path: "Web/view/source/reasons.js") { _ in ReasonWords.text },
    GeneratedPage(path: "Web/module/gestured.js") {
      try $0.replacing("kinds", with: WebKinds.lists, isPage: false)
    },
    GeneratedPage(path: "Web/module/gestured.d.ts") {
      try $0.replacing("kinds", with: WebKinds.types, isPage: false)
        .replacing("events", with: WebKinds.events, isPage: false)
    },
    GeneratedPage(path: "docs/web.md") {
      try $0.replacing("events", with: WebKinds.eventTable).replacing("values", with: WebKinds.valueTable)
    },
    GeneratedPage(path: "docs/protocol.schema.json") { try SchemaPage($0).renewed },
  ]

  /// Whether the tests write the pages instead of comparing them: `make pages`.
  static let isWriting = ProcessInfo.processInfo.environment["GESTURED_PAGES"] == "write"

  /// Writes the page.
  func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: ProjectFile.top + "/" + path))
  }
}

/// A page without the marks around a generated part.
struct MissingMarks: Error {
  /// The name in the marks.
  var name: String
}

extension String {
  /// The text with a new part between two lines: `<!-- NAME -->` and `<!-- end of NAME -->` in a page, `--- NAME ---`
  /// and `--- end of NAME ---` in the comments of other files.
  fileprivate func replacing(_ name: String, with part: String, isPage: Bool = true) throws -> String {
    let (opening, closing) = isPage ? ("<!-- ", " -->") : ("--- ", " ---")
    guard let start = firstRange(of: "\(opening)\(name)\(closing)\n"),
      let end = self[start.upperBound...].firstRange(of: "\(opening)end of \(name)\(closing)")
    else { throw MissingMarks(name: name) }
    let last = self[..<end.lowerBound].lastIndex(of: "\n").map { index(after: $0) } ?? end.lowerBound
    return self[..<start.upperBound] + part + self[last...]
  }
}
