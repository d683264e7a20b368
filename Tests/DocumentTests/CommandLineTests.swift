import Testing

/// The README's summary of the command line is that of `gestured --help`.
@Suite("Command line") struct CommandLineTests {
  private let help: String
  private let readme = ProjectFile.text("README.md")

  init() throws {
    let outcome = try Shell().run("gestured --help")
    try #require(outcome.status == 0)
    help = outcome.output
  }

  @Test("the README names each option that there is, and none that there is not")
  func options() {
    let own = names(in: help)
    #expect(own.count > 10)
    let section = readme.split(separator: "\n## ").first { $0.hasPrefix("Command line\n") } ?? ""
    #expect(names(in: String(section)) == own.subtracting(["--quiet"]))
  }

  @Test("the README explains each exit code that there is, and none that there is not")
  func exitCodes() throws {
    let list = try #require(help.split(separator: "Exit codes:").last?.split(separator: "USAGE:").first)
    let own = list.split { !$0.isNumber }.map(String.init)
    let written = readme.split(separator: "\n").filter {
      $0.hasPrefix("| ") && $0.dropFirst(2).first?.isNumber == true
    }
    .map { String($0.dropFirst(2).prefix { $0.isNumber }) }
    #expect(own.count == 10)
    #expect(written == own)
  }

  /// The long options that a text speaks of.
  private func names(in text: String) -> Set<String> {
    Set(
      text.split { !$0.isLetter && $0 != "-" }.map(String.init).filter { $0.hasPrefix("--") && $0.count > 3 })
  }
}
