import GestureTestSupport
import Testing

/// docs/troubleshooting.md quotes messages as the programs print them.
@Suite("Troubleshooting") struct TroubleshootingTests {
  /// Words that begin commands, which the page quotes too.
  private static let programs = ["gestured", "gesturectl", "journalctl", "socat", "sudo", "systemctl"]

  @Test("each message that the page quotes is in the sources")
  func messages() {
    let sources = ProjectFile.paths(below: ProjectFile.top + "/Sources", endingIn: ".swift")
      .map { ProjectFile.text("Sources/\($0)") }.joined()
      // A long message is a sum of literals.
      .replacing(#/"\s*\+ "/#, with: "")
    let messages = Document.troubleshooting.quotedWords.filter {
      let words = $0.split(separator: " ")
      // The table's own messages come from the declarations.
      return words.count >= 4 && !MessageTable.text.contains("| `\($0)` |")
        && !Self.programs.contains(String(words[0]))
    }
    #expect(messages.count >= 10)
    for message in messages {
      // `…` stands for a name or a number.
      for part in message.split(separator: "…") {
        let text = part.split(separator: " ").joined(separator: " ")
        #expect(text.count < 4 || sources.contains(text), "\(text)")
      }
    }
  }
}
