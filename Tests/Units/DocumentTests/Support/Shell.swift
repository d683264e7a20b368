import Foundation
import GestureTestSupport

/// Runs examples as a reader would: in a shell, at the top of the project, with `gestured` in the PATH.
///
/// The examples find the `gestured` that was built with the tests. A configuration installed on the machine does not
/// count. An example without a configuration uses the shipped one, which is built into the program.
struct Shell: ~Copyable {
  /// The result of a script.
  struct Outcome {
    /// Its exit code.
    var status: Int32
    /// Its standard output.
    var output: String
  }

  private let directory: URL

  /// - Throws: An error where no temporary directory can be made.
  init() throws {
    directory = FileManager.default.temporaryDirectory.appending(
      path: "gestured-examples-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    try writeProgram(
      "gestured",
      """
      case " $* " in
        *' --config '*) ;;
        *) set -- --config config/gestured.toml "$@" ;;
      esac
      exec '\(Self.built("gestured"))' "$@"
      """)
    try writeProgram("gesturectl", "exec '\(Self.built("gesturectl"))' \"$@\"")
  }

  deinit {
    try? FileManager.default.removeItem(at: directory)
  }

  /// The path of an example's socket, which replaces the system's.
  var socketPath: String { directory.appending(path: "events.sock").path }

  /// Writes a file that scripts find in `$SCRATCH`.
  func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    try Data(bytes).write(to: directory.appending(path: name))
  }

  /// Writes a shell script that other scripts find in the `PATH`, before a program of that name.
  ///
  /// A separate process writes it, because the kernel runs no file that any process has open for writing. A process
  /// that another test starts meanwhile briefly shares all open files of this process.
  func writeProgram(_ name: String, _ text: String) throws {
    let path = directory.appending(path: name)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", #"printf '%s\n' "$1" > "$0" && chmod 755 "$0""#, path.path, "#!/bin/sh\n\(text)",
    ]
    try process.run()
    process.waitUntilExit()
  }

  /// Runs a script, and ends it if it hangs.
  ///
  /// Its standard input is open and silent, like a terminal without typing. The wait happens on a thread of its own,
  /// because the tests have only as many threads as there are processors.
  func run(_ script: String) async throws -> Outcome {
    let (directory, socketPath) = (directory, socketPath)
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result { try Self.run(script, in: directory, socketPath: socketPath) })
      }
    }
  }

  private static func run(_ script: String, in directory: URL, socketPath: String) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: "\(ProjectFile.top)/Tests/Lanes/Scripts/hang_watch.py")
    // Many times the seconds that the longest script takes.
    process.arguments = ["120", "/bin/bash", "-o", "pipefail", "-c", script]
    process.currentDirectoryURL = URL(filePath: ProjectFile.top)
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = directory.path + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
    environment["GESTURED_SOCKET"] = socketPath
    environment["SCRATCH"] = directory.path
    // A client's own limit would pass on a busy computer.
    environment["GESTURED_PATIENCE"] = "86400"
    environment["NO_COLOR"] = nil
    process.environment = environment
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try input.fileHandleForWriting.close()
    let text = String(decoding: bytes, as: UTF8.self)
    LineLog.keep(linesOf: text)
    return Outcome(status: process.terminationStatus, output: text)
  }

  /// Runs a script while a daemon serves. The script begins when the socket exists.
  ///
  /// - Parameter serve: The daemon's command.
  func run(_ script: String, whileServing serve: String) async throws -> Outcome {
    // The first line of the log says that the daemon listens, and a shell can wait for a line from a pipe.
    try await run(
      """
      mkfifo "$SCRATCH/log"
      \(serve) --socket "$GESTURED_SOCKET" 2>"$SCRATCH/log" &
      daemon=$!
      exec 3<"$SCRATCH/log"
      read -r _ <&3
      cat <&3 >/dev/null &
      (
      \(script)
      )
      status=$?
      # A daemon that nobody came to would wait for ever.
      kill "$daemon" 2>/dev/null
      exec 3<&-
      wait
      rm "$SCRATCH/log"
      exit $status
      """)
  }

  /// The path of a program that was built together with these tests, beside them.
  static func built(_ name: String) -> String {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: own).deletingLastPathComponent().appending(path: name).path
  }
}
