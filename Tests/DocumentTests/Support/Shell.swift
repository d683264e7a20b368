import Foundation
import GestureTestSupport

/// Runs examples as a reader would: in a shell, at the top of the project, with `gestured` in the PATH.
///
/// The `gestured` that they find is the one built with the tests. A configuration that is installed on the machine
/// does not count: where an example names none, the shipped one is used, which is what the program has built in.
struct Shell: ~Copyable {
  /// How a script went.
  struct Outcome {
    /// Its exit code.
    var status: Int32
    /// Its standard output.
    var output: String
  }

  private let directory: URL

  /// - Throws: where no temporary directory can be made.
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

  /// Where an example's socket is made, in place of the one of the system.
  var socketPath: String { directory.appending(path: "events.sock").path }

  /// Writes a file that scripts find in `$SCRATCH`.
  func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    try Data(bytes).write(to: directory.appending(path: name))
  }

  /// Writes a script of the shell that scripts find in the `PATH`, before a program of that name.
  func writeProgram(_ name: String, _ text: String) throws {
    let path = directory.appending(path: name)
    try "#!/bin/sh\n\(text)\n".write(to: path, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path.path)
  }

  /// Runs a script; it is ended when it hangs.
  ///
  /// Its standard input is like that of a terminal where nothing is typed: open and silent.
  func run(_ script: String) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    process.arguments = ["--kill-after=1", "60", "/bin/bash", "-o", "pipefail", "-c", script]
    process.currentDirectoryURL = URL(filePath: ProjectFile.top)
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = directory.path + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
    environment["GESTURED_SOCKET"] = socketPath
    environment["SCRATCH"] = directory.path
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

  /// Runs a script while a daemon serves: the script begins when the socket is there.
  ///
  /// - Parameter serve: the daemon's command.
  func run(_ script: String, whileServing serve: String) throws -> Outcome {
    // The first line of the log says that the daemon listens, and a pipe can be waited for.
    try run(
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

  /// A program that was built together with these tests, which lies beside them.
  static func built(_ name: String) -> String {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: own).deletingLastPathComponent().appending(path: name).path
  }
}
