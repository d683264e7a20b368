import ArgumentParser

/// The script for a shell's completions. The parser's own script knows no commands after `help`.
enum CompletionScript {
  private static let option = "--generate-completion-script"

  /// The script that arguments ask for; nil for other arguments.
  static func wanted(by arguments: ArraySlice<String>) -> String? {
    guard arguments.count == 2, arguments.first == option, let name = arguments.last,
      let shell = CompletionShell(rawValue: name)
    else { return nil }
    return addHelp(to: Gesturectl.completionScript(for: shell), of: shell)
  }

  /// Adds the commands after `help` to a script.
  private static func addHelp(to script: String, of shell: CompletionShell) -> String {
    let commands = Gesturectl.configuration.subcommands.map { $0.configuration }
      .filter { $0.shouldDisplay }.compactMap { $0.commandName }.joined(separator: " ")
    if shell == .fish {
      let isFirst = "__gesturectl_should_offer_completions_for_positional \"gesturectl help\" = 1"
      return script + "\ncomplete -c 'gesturectl' -n '\(isFirst)' -fa '\(commands)'"
    }
    let isBash = shell == .bash
    let place = isBash ? "    __gesturectl_offer_flags_options -1" : "        '*:subcommands:'"
    let addition =
      isBash
      ? "    COMPREPLY+=($(compgen -W '\(commands)' -- \"${cur}\"))"
      : "        ':subcommands:(\(commands))'"
    var isHelp = false
    var lines: [String] = []
    for line in script.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "_gesturectl_help() {" { isHelp = true }
      let isPlace = isHelp && line == place
      if isBash || !isPlace { lines.append(String(line)) }
      if isPlace { lines.append(addition) }
    }
    return lines.joined(separator: "\n")
  }
}
