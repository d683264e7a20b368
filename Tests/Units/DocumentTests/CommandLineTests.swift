import GestureTestSupport
import Testing

/// The manual pages' summaries of the command lines are those of `gestured --help` and of `gesturectl --help`.
@Suite("Command line") struct CommandLineTests {
  private let help: String

  init() async throws {
    let outcome = try await Shell().run("gestured --help")
    try #require(outcome.status == 0)
    help = outcome.output
  }

  @Test("the synopsis names each option that there is, and none that there is not")
  func options() {
    let own = names(in: help)
    #expect(own.count > 10)
    #expect(names(in: section("SYNOPSIS", of: "gestured.8")) == own)
  }

  @Test("the manual page explains each exit code that there is, and none that there is not")
  func exitCodes() throws {
    let own = try codes(ofHelp: help)
    #expect(own.count == 10)
    #expect(codes(ofListIn: section("EXIT STATUS", of: "gestured.8")) == own)
  }

  @Test("the synopsis names each command of gesturectl, and the page explains each of its exit codes")
  func client() async throws {
    let outcome = try await Shell().run("gesturectl --help")
    try #require(outcome.status == 0)
    let synopsis = section("SYNOPSIS", of: "gesturectl.1")
    let own = try codes(ofHelp: outcome.output)
    #expect(own.count == 12)
    #expect(codes(ofListIn: section("EXIT STATUS", of: "gesturectl.1")) == own)
    let commands = (outcome.output.split(separator: "SUBCOMMANDS:").last ?? "").split(separator: "\n")
      .filter { $0.hasPrefix("  ") && $0.dropFirst(2).first?.isLowercase == true }
      .compactMap { $0.split(separator: " ").first }
    #expect(commands.count >= 9)
    for command in commands where command != "help" {
      #expect(synopsis.contains("*\(command)*"), "\(command)")
    }
  }

  @Test("the command of docs/install.md for completions makes one that the shell takes")
  func completions() async throws {
    let block = try #require(Document.install.blocks.first { $0.role == "completions" }).text
    let outcome = try await Shell().run(
      """
      export HOME="$SCRATCH"
      \(block)
      . "$HOME/.local/share/bash-completion/completions/gesturectl"
      complete -p gesturectl
      """)
    #expect(outcome.status == 0 && outcome.output.contains(" gesturectl"), "\(outcome.output)")
  }

  @Test(
    "CLI-8 bash completes one command after help, and words with a colon, however its script was asked for")
  func bashCompletions() async throws {
    let outcome = try await Shell().run(
      """
      script=$(gesturectl --generate-completion-script bash)
      [ "$script" = "$(gesturectl --generate-completion-script=bash)" ] && echo equal
      [ "$script" = "$(SHELL=/bin/bash gesturectl --generate-completion-script)" ] && echo equal
      eval "$script"
      complete_after() {
        COMP_WORDS=(gesturectl "$@") COMP_CWORD=$# COMPREPLY=()
        _gesturectl gesturectl "${!#}" "${COMP_WORDS[$# - 1]}"
        echo "$*: ${COMPREPLY[*]}"
      }
      complete_after help lis
      complete_after help listen ''
      case $COMP_WORDBREAKS in *:*) echo "the colon splits words" ;; esac
      """)
    #expect(outcome.status == 0)
    #expect(outcome.output == "equal\nequal\nhelp lis: listen\nhelp listen : \n")
  }

  /// A section of the source of a manual page.
  private func section(_ title: String, of page: String) -> String {
    let text = ProjectFile.text("docs/man/\(page).scd")
    return String(text.split(separator: "\n# ").first { $0.hasPrefix("\(title)\n") } ?? "")
  }

  private func codes(ofHelp help: String) throws -> [String] {
    let list = try #require(help.split(separator: "Exit codes:").last?.split(separator: "USAGE:").first)
    return list.split { !$0.isNumber }.map(String.init)
  }

  private func codes(ofListIn section: String) -> [String] {
    section.split(separator: "\n").filter { $0.hasPrefix("*") && $0.dropFirst().first?.isNumber == true }
      .map { String($0.dropFirst().prefix { $0.isNumber }) }
  }

  /// The long options in a text.
  private func names(in text: String) -> Set<String> {
    Set(
      text.split { !$0.isLetter && $0 != "-" }.map(String.init).filter { $0.hasPrefix("--") && $0.count > 3 })
  }
}
