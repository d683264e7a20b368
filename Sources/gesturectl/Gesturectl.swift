import ArgumentParser
import GestureCore
import GestureProtocol
import LinuxEventLoop

/// `gesturectl`: the command line of the socket's client.
struct Gesturectl: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gesturectl",
    abstract: "Listens to gestured, sends it requests, and runs commands for gestures.",
    discussion: """
      Every gesture, as lines of JSON or, on a terminal, as text:

        gesturectl listen

      A command at each swipe of three fingers to the left:

        gesturectl listen --kind swipe --touch-count 3 --exec 'echo "$GESTURE_DIRECTION"'

      Wait for one double tap, at most ten seconds:

        gesturectl listen --recognizer double_tap --count 1 --timeout 10

      Unless the filter of gestured is on, the application below sees the same touches.

      Exit codes:
        0   done
        1   no responder took the action of perform
        3   --timeout came before --count was reached
        64  wrong arguments
        65  the received lines are not gestured's protocol, or a file is not a recording
        69  gestured is not running, or ended; or report found no touchscreen
        71  the system refused a call
        74  the output cannot be written
        75  gestured has no room for another client: try again
        76  another version of the protocol, or gestured refused a request
        77  no permission
        78  the file of actions is wrong

      `inhibit`, `ignore`, `filter`, `switch` and `set` end with the exit codes of their commands.
      """,
    version: "gesturectl \(ProductVersion.current)",
    subcommands: [
      ListenCommand.self, MonitorCommand.self, ExplainCommand.self, RunCommand.self, DevicesCommand.self,
      RegionsCommand.self, ConvertCommand.self, SetValueCommand.self, PerformCommand.self,
      StatusCommand.self,
      PingCommand.self, InhibitCommand.self, IgnoreCommand.self, FilterCommand.self,
      SwitchOffCommand.self, RecordCommand.self, ReportCommand.self,
      ScriptCommand.self, ViewCommand.self, NamesCommand.self,
    ]
  )

  /// The mistake of a first word that is no command, also after `help`, which would print the help of all commands; nil
  /// for other arguments. The parser's own message names no command that was perhaps meant. A second command after
  /// `help` is a mistake too, which the parser ignores.
  static func wrongCommand(in arguments: ArraySlice<String>) -> ValidationError? {
    let isHelp = arguments.first == helpCommand
    let words = arguments.dropFirst(isHelp ? 1 : 0).prefix { !$0.hasPrefix("-") }
    guard let word = words.first else { return nil }
    let all = configuration.subcommands
    if word == helpCommand || all.contains(where: { $0.configuration.commandName == word }) {
      guard isHelp, let more = words.dropFirst().first else { return nil }
      return ValidationError(
        "help takes one command; found \(more.escapedForMessage) after \(word): give gesturectl help \(word)."
      )
    }
    let known = all.filter { $0.configuration.shouldDisplay }.compactMap { $0.configuration.commandName }
    let advice =
      NearestWord.nearest(to: word, among: known).map { "did you mean \($0)?" }
      ?? "give one of \(known.joined(separator: ", "))."
    return ValidationError("There is no command \(word.escapedForMessage): \(advice)")
  }

  private static let helpCommand = "help"
}
