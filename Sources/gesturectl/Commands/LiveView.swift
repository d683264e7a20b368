import GestureClient
import LinuxEventLoop
import Subprocess
import SystemPackage

/// `gesturectl view` without a recording: the same page, live. gestured-web serves it to this user alone.
struct LiveView {
  /// gestured's socket.
  let socket: String
  /// The folder of the page.
  let folder: String

  /// Serves the page until it is closed.
  ///
  /// - Returns: how gestured-web has ended.
  func run() async throws -> TerminationStatus {
    let relay = SignalRelay()
    SignalRouter.shared.setHandler { signal in
      relay.pass(signal.number)
      return true
    }
    let arguments = [
      "--view", "--assets", folder, "--socket", socket, "--raw-socket", SocketPlace.raw(beside: socket),
    ]
    do {
      let result = try await Subprocess.run(
        ViewCommand.program("gestured-web"), arguments: Arguments(arguments), input: .none, output: .sequence,
        error: .currentStandardError
      ) { execution in
        relay.begin { number in try? execution.send(signal: .init(rawValue: number)) }
        for try await line in execution.standardOutput.strings() {
          let address = line.filter { $0 != "\n" }
          try Console.say(address)
          // A browser of root's would run without its sandbox. A browser may also stay open for longer than the view.
          if ProcessIdentity.effectiveUserID == 0 {
            Console.report("open the address in the browser of your own user")
          } else {
            Task { try await ViewCommand.open(address) }
          }
        }
      }
      relay.end()
      return result.terminationStatus
    } catch let error as SubprocessError {
      if error.code == .executableNotFound { throw CommandFailure(.noBridge) }
      throw CommandFailure(.commandNotStarted, "gestured-web", String(describing: error).escapedForMessage)
    }
  }
}
