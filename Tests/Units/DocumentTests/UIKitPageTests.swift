import GestureTestSupport
import Testing

/// docs/uikit.md: each symbol of UIKit has its place in gestured, or a reason.
@Suite("From UIKit to gestured") struct UIKitPageTests {
  /// A row of a table of the page.
  struct Row: Sendable, CustomTestStringConvertible {
    var symbol: String
    var answer: String
    var testDescription: String { symbol }

    /// The sections that the answer links to, as `protocol.md#touches`.
    var targets: [Substring] {
      answer.split(separator: "](").dropFirst().compactMap { $0.split(separator: ")").first }
    }

    /// The words between backticks in the answer.
    var words: [String] {
      answer.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
  }

  private static let page = Document("docs/uikit.md")

  private static let rows: [Row] = page.prose.compactMap { line in
    let cells = line.split(separator: " | ", maxSplits: 1)
    guard line.hasPrefix("| "), line.hasSuffix(" |"), cells.count == 2 else { return nil }
    let row = Row(symbol: String(cells[0].dropFirst(2)), answer: String(cells[1].dropLast(2)))
    return row.answer == "gestured" ? nil : row
  }

  @Test("a symbol has one row")
  func symbols() {
    #expect(Self.rows.count > 350)
    #expect(Self.rows.count == Self.page.prose.count { $0.hasPrefix("| ") && !$0.hasSuffix("| gestured |") })
    let names = Dictionary(grouping: Self.rows, by: \.symbol)
    for (name, rows) in names { #expect(rows.count == 1, "\(name)") }
  }

  @Test("each row leads to a section, or says “no” with the reason")
  func answers() {
    for row in Self.rows {
      if row.answer.hasPrefix("no") {
        let reason = row.answer.dropFirst("no: ".count).split(separator: " ")
        #expect(row.answer.hasPrefix("no: ") && reason.count >= 4, "\(row.symbol): \(row.answer)")
      } else {
        #expect(!row.targets.isEmpty, "\(row.symbol): \(row.answer)")
      }
    }
  }

  @Test("each word of the wire or of the configuration is in a section that its row leads to")
  func words() throws {
    for row in Self.rows where !row.words.isEmpty {
      let known = try row.targets.reduce(into: Set<Substring>()) { known, target in
        known.formUnion(try words(ofSection: target))
      }
      for word in row.words.flatMap(Self.words) where !known.contains(word) {
        Issue.record("\(row.symbol): `\(word)` is not in \(row.targets)")
      }
    }
  }

  private func words(ofSection target: Substring) throws -> [Substring] {
    let parts = target.split(separator: "#")
    let page = Document("docs/\(parts[0])")
    guard parts.count == 2 else { return page.lines.flatMap(Self.words) }
    return Self.words(try #require(page.section(String(parts[1])), "\(target)"))
  }

  private static func words(_ text: String) -> [Substring] {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
  }
}
