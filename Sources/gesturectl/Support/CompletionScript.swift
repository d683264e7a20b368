import ArgumentParser

/// The script for a shell's completions. The parser's own script knows no commands after `help`, and bash takes `kind:tap` for
/// three words.
enum CompletionScript {
  private static let option = "--generate-completion-script"

  /// The script that arguments ask for; nil for other arguments. Without a shell's name, the script is for the user's shell.
  static func wanted(by arguments: ArraySlice<String>) -> String? {
    guard let shell = shell(in: Array(arguments)) else { return nil }
    let script = addHelp(to: Gesturectl.completionScript(for: shell), of: shell)
    return shell == .bash ? "COMP_WORDBREAKS=${COMP_WORDBREAKS//:/}\n" + script : script
  }

  private static func shell(in arguments: [String]) -> CompletionShell? {
    switch arguments.count {
    case 1 where arguments[0] == option: CompletionShell.autodetected()
    case 1 where arguments[0].hasPrefix(option + "="):
      CompletionShell(rawValue: String(arguments[0].dropFirst(option.count + 1)))
    case 2 where arguments[0] == option: CompletionShell(rawValue: arguments[1])
    default: nil
    }
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
      ? "    [[ ${positional_number} -gt 1 ]] || COMPREPLY+=($(compgen -W '\(commands)' -- \"${cur}\"))"
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
