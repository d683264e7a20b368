import GestureTestSupport
import Testing

/// The parts of the pages that declarations make.
@Suite("Generated pages") struct GeneratedPageTests {
  @Test("each part of a page that a declaration makes is as it makes it", arguments: GeneratedPage.all)
  func parts(_ page: GeneratedPage) throws {
    let text = ProjectFile.text(page.path)
    let renewed = try page.renewed(text)
    if GeneratedPage.isWriting, text != renewed { return try page.write(renewed) }
    #expect(text == renewed, "\(page.path) is not what the declarations say: make pages writes it anew")
  }

  @Test(
    "the options that the manual pages are made from are those of the programs",
    arguments: ["gestured", "gesturectl"])
  func options(of program: String) async throws {
    let outcome = try await Shell().run("\(program) --experimental-dump-help")
    try #require(outcome.status == 0)
    let page = GeneratedPage(path: "docs/man/\(program).json") { _ in outcome.output }
    if GeneratedPage.isWriting { return try page.write(outcome.output) }
    #expect(
      ProjectFile.text(page.path) == outcome.output,
      "\(page.path) is not of this program: make pages writes it anew")
  }
}
