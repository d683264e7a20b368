import GestureTestSupport
import Testing

/// All targets of links exist.
@Suite("Links") struct LinkTests {
  /// A link of a page to a file, with the heading in it.
  private struct Link {
    var path: String
    var heading: Substring?
  }

  @Test(
    "each link to a file of the project leads to one, and to a heading that it has", arguments: Document.all)
  func links(_ page: Document) throws {
    #expect(page.lines.count > 1, "\(page.path) is not there")
    for line in page.prose {
      for target in targets(in: line) where !target.contains("://") {
        let link = resolve(target, from: page.path)
        #expect(ProjectFile.exists(link.path), "\(page.path): \(target)")
        guard let heading = link.heading else { continue }
        #expect(Document(link.path).section(String(heading)) != nil, "\(page.path): \(target)")
      }
    }
  }

  @Test("the picture of the README is well-formed enough to have its ends")
  func picture() {
    let text = ProjectFile.text("docs/overview.svg")
    #expect(text.hasPrefix("<svg ") && text.hasSuffix("</svg>\n"))
    #expect(text.contains("prefers-color-scheme: dark"))
  }

  @Test("the picture of the monitor is what the monitor shows")
  func monitor() async throws {
    let shell = try Shell()
    let outcome = try await shell.run(
      #"docs/draw-monitor "$SCRATCH/monitor.svg" && diff docs/monitor.svg "$SCRATCH/monitor.svg""#)
    #expect(outcome.status == 0, "docs/draw-monitor docs/monitor.svg writes it again:\n\(outcome.output)")
  }

  private func targets(in line: String) -> [Substring] {
    line.split(separator: "](").dropFirst().compactMap { $0.split(separator: ")").first }
  }

  private func resolve(_ target: Substring, from page: String) -> Link {
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let heading = parts.count == 2 ? parts[1] : nil
    guard !parts[0].isEmpty else { return Link(path: page, heading: heading) }
    var folder = page.split(separator: "/").dropLast().map(String.init)
    for part in parts[0].split(separator: "/") {
      if part == ".." { _ = folder.popLast() } else { folder.append(String(part)) }
    }
    return Link(path: folder.joined(separator: "/"), heading: heading)
  }
}
