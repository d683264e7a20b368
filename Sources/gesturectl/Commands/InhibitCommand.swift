import ArgumentParser
import GestureClient
import LinuxEventLoop
import Subprocess
import SystemPackage

/// `gesturectl inhibit -- COMMAND`: holds private mode while a command runs. `--while-locked` holds it while the
/// session is locked.
struct InhibitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inhibit",
    abstract:
      "Keep places and single fingers private while a command runs or the session is locked.",
    discussion: """
      For a lock screen, or wherever a secret is typed on the glass:

        gesturectl inhibit -- swaylock

      With --while-locked, gesturectl asks logind whether the session is locked, until it is stopped. This needs a lock screen that reports to logind. As a service \
      of the user: systemctl --user enable --now gesturectl-private

      The user needs the right `inhibit` in [rights] of the daemon's configuration. gesturectl passes signals on to the command and ends with its exit code, or with 128 plus the number of the signal that ended the command. If gestured ends meanwhile, the command continues. gesturectl asks \
      for the mode again when gestured is back, and reports on standard error when the mode ended and began.

      Without private mode, gesturectl does not start the command. To start a lock screen anyway:

        gesturectl inhibit --run-anyway -- swaylock
      """)

  @OptionGroup var connection: ConnectionOptions

  @Flag(help: "While logind reports the session as locked, instead of while a command runs.")
  var whileLocked = false

  @Flag(help: "Run the command even if private mode fails, and report this on standard error.")
  var runAnyway = false

  @Argument(
    parsing: .postTerminator, help: ArgumentHelp("The command to run, after --.", valueName: "command"))
  var command: [String] = []

  func validate() throws {
    if command.isEmpty, !whileLocked {
      throw ValidationError("There is nothing to run: give a command after --, or --while-locked.")
    }
    if !command.isEmpty, whileLocked {
      throw ValidationError("--while-locked runs no command: leave one of the two out.")
    }
  }

  func run() async throws {
    if whileLocked {
      try await LockedLease(options: connection).hold()
      return
    }
    let lease = LeaseKeeper(options: connection)
    do throws(GestureClientError) {
      // A lock screen does not wait long.
      try await lease.acquire(patience: runAnyway ? .seconds(2) : nil)
    } catch {
      guard runAnyway else { throw error }
      lease.complain(error)
    }
    let keeping = Task { await lease.keep() }
    defer {
      // The lease ends with the command.
      keeping.cancel()
      lease.end()
    }
    try Self.end(with: try await Self.run(command))
  }

  /// Closes the connection, which gives the lease back, and ends the program with a command's status.
  static func end(with status: TerminationStatus, closing connection: GestureConnection) async throws {
    connection.close()
    try end(with: status)
  }

  /// Ends the program with a command's status.
  private static func end(with status: TerminationStatus) throws {
    switch status {
    case .exited(let code): throw ExitCode(code)
    case .signaled(let signal): throw ExitCode(128 + signal)
    }
  }

  /// Runs the command on this program's own streams, and passes signals on to it.
  static func run(_ command: [String]) async throws -> TerminationStatus {
    let relay = SignalRelay()
    SignalRouter.shared.setHandler { signal in
      relay.pass(signal.number)
      return true
    }
    let executable: Executable =
      command[0].contains("/") ? .path(FilePath(command[0])) : .name(command[0])
    do {
      let result = try await Subprocess.run(
        executable, arguments: Arguments(Array(command.dropFirst())), input: .currentStandardInput,
        output: .currentStandardOutput, error: .currentStandardError
      ) { execution in
        relay.begin { number in try? execution.send(signal: .init(rawValue: number)) }
      }
      relay.end()
      return result.terminationStatus
    } catch let error as SubprocessError {
      throw CommandFailure(
        .commandNotStarted, command[0].escapedForMessage, String(describing: error).escapedForMessage)
    }
  }
}
