import ArgumentParser
import GestureProtocol

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

      gestured only observes: the application below sees the same touches.

      Exit codes:
        0   done
        1   no responder took the action of perform
        3   --timeout came before --count was reached
        64  wrong arguments
        65  the received lines are not gestured's protocol
        69  gestured is not running, or ended
        71  the system refused a call
        74  the output cannot be written
        75  gestured has no room for another client: try again
        76  another version of the protocol, or gestured refused a request
        77  no permission
        78  the file of actions is wrong

      `inhibit`, `ignore`, `filter` and `set` end with the exit codes of their commands.
      """,
    version: "gesturectl \(ProductVersion.current)",
    subcommands: [
      ListenCommand.self, MonitorCommand.self, ExplainCommand.self, RunCommand.self, DevicesCommand.self,
      RegionsCommand.self, ConvertCommand.self, SetValueCommand.self, PerformCommand.self,
      StatusCommand.self,
      PingCommand.self, InhibitCommand.self, IgnoreCommand.self, FilterCommand.self, RecordCommand.self,
      ScriptCommand.self, ViewCommand.self,
    ]
  )
}
