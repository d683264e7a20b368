import ArgumentParser
import GestureClient
import GestureCore
import LinuxEventLoop

/// The program's entry. The main thread handles signals, and tasks do everything else.
///
/// Dispatch's own main loop would let a signal end the process before the program reads it.
@main
enum Main {
  static func main() {
    SignalSource.ignoreBrokenPipe()
    do throws(SystemError) {
      let signals = try SignalCatcher([.interrupt, .terminate, .hangUp])
      Task.detached { await run() }
      try SignalRouter.shared.route(signals)
    } catch {
      Console.complain(error.line())
      Gesturectl.exit(withError: ExitCode(71))
    }
  }

  private static func run() async {
    do {
      if let script = CompletionScript.wanted(by: CommandLine.arguments.dropFirst()) {
        try Console.say(script)
        Gesturectl.exit()
      }
      if let mistake = Gesturectl.wrongCommand(in: CommandLine.arguments.dropFirst()) { throw mistake }
      var command = try await Gesturectl.asyncParseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      Gesturectl.exit()
    } catch let error as GestureClientError {
      Console.complain(error.line())
      Gesturectl.exit(withError: ExitCode(error.exitCode))
    } catch let failure as CommandFailure {
      Console.complain(failure.line)
      Gesturectl.exit(withError: ExitCode(failure.exitCode))
    } catch {
      Gesturectl.exit(withError: error)
    }
  }
}
