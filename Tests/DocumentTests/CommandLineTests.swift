import GestureTestSupport
import Testing

/// The README's summary of the command lines is that of `gestured --help` and of `gesturectl --help`.
@Suite("Command line") struct CommandLineTests {
  private let help: String
  private let readme = ProjectFile.text("README.md")

  init() async throws {
    let outcome = try await Shell().run("gestured --help")
    try #require(outcome.status == 0)
    help = outcome.output
  }

  @Test("the README names each option that there is, and none that there is not")
  func options() {
    let own = names(in: help)
    #expect(own.count > 10)
    #expect(names(in: section("Command line")) == own.subtracting(["--quiet"]))
  }

  @Test("the README explains each exit code that there is, and none that there is not")
  func exitCodes() throws {
    let own = try codes(ofHelp: help)
    #expect(own.count == 10)
    #expect(codes(ofTableIn: section("Command line")) == own)
  }

  @Test("the README names each command of gesturectl and explains each of its exit codes")
  func client() async throws {
    let outcome = try await Shell().run("gesturectl --help")
    try #require(outcome.status == 0)
    let section = section("gesturectl")
    let own = try codes(ofHelp: outcome.output)
    #expect(own.count == 11)
    #expect(codes(ofTableIn: section) == own)
    let commands = (outcome.output.split(separator: "SUBCOMMANDS:").last ?? "").split(separator: "\n")
      .filter { $0.hasPrefix("  ") && $0.dropFirst(2).first?.isLowercase == true }
      .compactMap { $0.split(separator: " ").first }
    #expect(commands.count >= 9)
    for command in commands where command != "help" {
      #expect(section.contains("`gesturectl \(command)") || section.contains("`\(command)`"), "\(command)")
    }
  }

  @Test("what the README says of completions makes one that the shell takes")
  func completions() async throws {
    let block = try #require(Document.readme.blocks.first { $0.role == "completions" }).text
    let outcome = try await Shell().run(
      """
      export HOME="$SCRATCH"
      \(block)
      . "$HOME/.local/share/bash-completion/completions/gesturectl"
      complete -p gesturectl
      """)
    #expect(outcome.status == 0 && outcome.output.contains(" gesturectl"), "\(outcome.output)")
  }

  private func section(_ title: String) -> String {
    String(readme.split(separator: "\n## ").first { $0.hasPrefix("\(title)\n") } ?? "")
  }

  private func codes(ofHelp help: String) throws -> [String] {
    let list = try #require(help.split(separator: "Exit codes:").last?.split(separator: "USAGE:").first)
    return list.split { !$0.isNumber }.map(String.init)
  }

  private func codes(ofTableIn section: String) -> [String] {
    section.split(separator: "\n").filter {
      $0.hasPrefix("| ") && $0.dropFirst(2).first?.isNumber == true
    }
    .map { String($0.dropFirst(2).prefix { $0.isNumber }) }
  }

  /// The long options that a text speaks of.
  private func names(in text: String) -> Set<String> {
    Set(
      text.split { !$0.isLetter && $0 != "-" }.map(String.init).filter { $0.hasPrefix("--") && $0.count > 3 })
  }
}
