import GestureCore
import GestureProtocol
import GestureTestSupport
import Testing

/// docs/troubleshooting.md has all warnings and errors: these tests find the messages that the table would miss.
@Suite("Messages") struct MessageTableTests {
  private static let sources = ProjectFile.paths(below: ProjectFile.top + "/Sources", endingIn: ".swift")
    .map { (path: $0, text: ProjectFile.text("Sources/\($0)")) }

  @Test("each type that declares messages is in the table")
  func types() {
    let declaring = #/(?:enum|struct|extension) ([A-Za-z]+): [^{\n]*(?:DeclaredMessage|AdvisedMessage)/#
    let names = Set(Self.sources.flatMap { $0.text.matches(of: declaring).map { String($0.1) } })
    #expect(names == MessageTable.names)
    #expect(names.count >= 15)
  }

  @Test("each case of an error with samples has a sample")
  func samples() throws {
    for (_, text) in Self.sources where text.contains(": AdvisedMessage") && text.contains("public enum ") {
      let (_, name) = try #require(text.firstMatch(of: #/extension ([A-Za-z]+): AdvisedMessage/#)).output
      let declaration = try #require(text.firstRange(of: "enum \(name):"))
      let body = text[declaration.upperBound...].prefix { $0 != "}" }
      let samples = try #require(text.firstRange(of: "static let samples"))
      let list = text[samples.upperBound...]
      for match in body.matches(of: #/\n  case ([A-Za-z]+)/#) {
        // These errors of the daemon carry a line that is declared elsewhere.
        if name == "DaemonError",
          ["noPermission", "nothingToRead", "ambiguous", "recording", "inheritedSockets", "system"].contains(
            match.1)
        {
          continue
        }
        #expect(list.contains(".\(match.1)"), "\(name).\(match.1) has no sample")
      }
    }
  }

  @Test("no program complains in words that are not declared")
  func freeWords() {
    // `.with(…)` and `.line(…)` make the only lines that the log and the complaints take. A configuration's error is
    // text, because it has many lines; two files name the part of it that is wrong.
    let free =
      #/(?:\.configuration\(\s*"[^"\\]*[a-z]{2,}|journal\.warning\([^)\n]*"|MessageLine\("|complain\(\s*")/#
    for (path, text) in Self.sources
    where !path.hasSuffix("SocketLocation.swift") && !path.hasSuffix("DaemonError.swift") {
      #expect(text.firstMatch(of: free) == nil, "\(path) has a message without a declaration")
    }
  }

  @Test("each declared message has advice, and fits a row of a table")
  func advice() {
    for line in MessageTable.text.split(separator: "\n") where line.hasPrefix("| ") {
      #expect(!line.contains("|  |") && line.hasSuffix(" |"), "\(line)")
    }
  }
}
