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
}
