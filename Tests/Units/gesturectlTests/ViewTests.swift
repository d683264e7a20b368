import Testing

@testable import gesturectl

/// `gesturectl view`: the page with a recording inside. The lane web opens it in a browser.
@Suite("gesturectl writes pages of recordings") struct ViewTests {
  private func page(_ lines: String, name: String = "demo.events") -> String {
    let template = Array("<html><!-- data --><script>view()</script></html>".utf8)
    return String(
      decoding: ViewPage(name: name, lines: Array(lines.utf8)).filled(into: template), as: UTF8.self)
  }

  @Test("VIEW-2 the lines of the recording are in the page, in their order")
  func lines() {
    #expect(
      page("{\"type\":\"hello\"}\n{\"type\":\"settled\",\"time\":1}\n")
        == #"<html><script type="application/json" id="data">{"name":"demo.events","lines":[{"type":"hello"},{"type":"settled","time":1}]}</script><script>view()</script></html>"#
    )
  }

  @Test(
    "VIEW-3 a device's name cannot end the data: each < is an escape, which JSON reads as the same character")
  func markup() {
    let text = page(#"{"type":"device","name":"</script><b>"}"#)
    #expect(text.contains(#""name":"\u003c/script>\u003cb>""#))
    #expect(text.split(separator: "</script>").count == 3)
  }

  @Test("VIEW-3 a file's name is text without quotes, markup and control characters")
  func names() {
    let text = page("", name: "a\"b\\c<d>\n.events")
    #expect(text.contains(#"{"name":"a"#) && text.contains("u003cd>"))
    #expect(!text.contains("\n") && !text.contains("\"b"))
  }

  @Test("VIEW-2 a template without a place for lines stays as it is")
  func otherTemplate() {
    #expect(
      ViewPage(name: "", lines: []).filled(into: Array("<html></html>".utf8)) == Array("<html></html>".utf8))
  }
}
