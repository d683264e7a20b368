import Foundation

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
    let tool = directory.appending(path: "gestured")
    let script = """
      #!/bin/sh
      case " $* " in
        *' --config '*) ;;
        *) set -- --config config/gestured.toml "$@" ;;
      esac
      exec '\(Self.builtTool)' "$@"
      """
    try script.write(to: tool, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool.path)
  }

  deinit {
    try? FileManager.default.removeItem(at: directory)
  }

  /// Where an example's socket is made, in place of the one of the system.
  var socketPath: String { directory.appending(path: "events.sock").path }

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
    return Outcome(status: process.terminationStatus, output: String(decoding: bytes, as: UTF8.self))
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
      exec 3<"$SCRATCH/log"
      read -r _ <&3
      cat <&3 >/dev/null &
      (
      \(script)
      )
      status=$?
      exec 3<&-
      wait
      rm "$SCRATCH/log"
      exit $status
      """)
  }

  /// The program that was built together with these tests, which lies beside them.
  private static let builtTool: String = {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: own).deletingLastPathComponent().appending(path: "gestured").path
  }()
}
