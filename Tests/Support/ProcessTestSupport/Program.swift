import Foundation
import GestureTestSupport
import Synchronization

/// A run of a built program, as a process of its own.
///
/// Every wait has a `HangWatch`. A process that hangs is killed, and the test fails.
public final class Program: @unchecked Sendable {
  /// Processes that have not ended yet. Those left at the end of the tests are killed, such as a daemon whose replay
  /// never started.
  private static let running: Mutex<Set<pid_t>> = {
    atexit {
      Program.running.withLock { for process in $0 { kill(process, SIGKILL) } }
    }
    return Mutex([])
  }()

  private let process = Process()
  /// Guards everything below. It is signaled after each change.
  private let condition = NSCondition()
  private var output = Data()
  private var complaints = Data()
  private var openStreams = 2
  private var hasExited = false

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - name: The name of a program of this package.
  ///   - environment: Variables added to the test's own; nil removes one.
  public init(
    _ arguments: [String], of name: String = "gestured", environment: [String: String?] = [:]
  ) throws {
    try start(Self.path(of: name), arguments, environment)
  }

  /// Starts a shell script in which `"$0"` is the program and `"$1"` the first argument.
  public init(
    script: String, _ arguments: [String], of name: String = "gestured", environment: [String: String?] = [:]
  ) throws {
    try start("/bin/sh", ["-c", script, Self.path(of: name)] + arguments, environment)
  }

  /// Starts the program so that file permissions apply to it, as they do for an ordinary user, even where root runs the
  /// tests.
  public init(asUser arguments: [String], of name: String = "gestured") throws {
    guard geteuid() == 0 else {
      try start(Self.path(of: name), arguments, [:])
      return
    }
    let capabilities = "-dac_override,-dac_read_search"
    try start(
      "/usr/bin/setpriv",
      ["--bounding-set", capabilities, "--inh-caps", capabilities, Self.path(of: name)] + arguments, [:])
  }

  /// Starts a program as a user without groups where root runs the tests, else as the present user.
  public init(asAnotherUser arguments: [String], of name: String) throws {
    guard geteuid() == 0 else {
      try start(Self.path(of: name), arguments, [:])
      return
    }
    let identity = ["--reuid", "65534", "--regid", "65534", "--clear-groups"]
    try start("/usr/bin/setpriv", identity + [Self.path(of: name)] + arguments, [:])
  }

  /// The path of a program that is built beside the tests.
  public static func path(of name: String) -> String {
    let tests = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0]).resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent(name).path
  }

  /// Runs a program to its end.
  public static func run(
    _ arguments: String..., of name: String = "gestured", environment: [String: String?] = [:]
  ) throws -> Outcome {
    try Program(arguments, of: name, environment: environment).finish()
  }

  /// The result of a run: its exit code and its output.
  public struct Outcome: Sendable {
    /// The exit code; 128 and more for a signal.
    public var code: Int32
    /// Standard output.
    public var output: String
    /// Standard error.
    public var complaints: String

    /// The lines of standard output.
    public var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// Waits until the program has ended.
  public func finish() throws -> Outcome {
    try wait(for: "its end") { hasExited && openStreams == 0 }
    LineLog.keep(linesOf: String(decoding: output, as: UTF8.self))
    let signal = process.terminationReason == .uncaughtSignal ? Int32(128) : 0
    return Outcome(
      code: signal + process.terminationStatus, output: String(decoding: output, as: UTF8.self),
      complaints: String(decoding: complaints, as: UTF8.self))
  }

  /// Waits until the program has written a text to standard error.
  public func waitForComplaint(_ text: String) throws {
    try wait(for: "“\(text)”") { String(decoding: complaints, as: UTF8.self).contains(text) }
  }

  /// Waits until the program has written a text to standard output.
  public func waitForOutput(_ text: String) throws {
    try wait(for: "“\(text)”") { String(decoding: output, as: UTF8.self).contains(text) }
  }

  /// The number of the user who may read the program's memory: root where the memory is closed to the program's own user.
  public var memoryOwner: uid_t {
    get throws {
      var status = stat()
      let path = "/proc/\(process.processIdentifier)/mem"
      guard unsafe stat(path, &status) == 0 else { throw WaitedInVain(what: path, complaints: "") }
      return status.st_uid
    }
  }

  /// Sends a signal to the program.
  public func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  private func start(_ path: String, _ arguments: [String], _ environment: [String: String?]) throws {
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    var variables = ProcessInfo.processInfo.environment
    for name in ["GESTURED_SOCKET", "NO_COLOR", "JOURNAL_STREAM", "NOTIFY_SOCKET"] { variables[name] = nil }
    // A client's own limit would pass on a busy computer. `HangWatch` ends a client that hangs.
    variables["GESTURED_PATIENCE"] = "86400"
    for (name, value) in environment { variables[name] = value }
    process.environment = variables
    process.standardInput = FileHandle.nullDevice
    process.terminationHandler = { [self] process in
      _ = Self.running.withLock { $0.remove(process.processIdentifier) }
      change { hasExited = true }
    }
    let (out, error) = try Self.running.withLock { running in
      // Under the lock, because a process that starts meanwhile would inherit the pipes. Then this output would only
      // end together with the other process.
      let (out, error) = (Pipe(), Pipe())
      process.standardOutput = out
      process.standardError = error
      try process.run()
      // Under the lock, so that the end is recorded after the beginning.
      running.insert(process.processIdentifier)
      return (out, error)
    }
    collect(out) { [self] in output += $0 }
    collect(error) { [self] in complaints += $0 }
  }

  private func collect(_ pipe: Pipe, into take: @escaping @Sendable (Data) -> Void) {
    Thread.detachNewThread { [self] in
      while true {
        let data = pipe.fileHandleForReading.availableData
        if data.isEmpty { break }
        change { take(data) }
      }
      change { openStreams -= 1 }
    }
  }

  private func change(_ body: () -> Void) {
    condition.withLock {
      body()
      condition.broadcast()
    }
  }

  private func wait(for what: String, until isThere: () -> Bool) throws {
    var watch = HangWatch()
    try condition.withLock {
      while !isThere() {
        let next = Date(timeIntervalSinceNow: HangWatch.pause / 1000)
        guard !(hasExited && openStreams == 0), condition.wait(until: next) || !watch.isHung() else {
          if !hasExited { kill(process.processIdentifier, SIGKILL) }
          throw WaitedInVain(
            what: what, complaints: String(decoding: complaints, as: UTF8.self))
        }
      }
    }
  }
}

/// A wait that ended without success: the limit passed, or the program ended before.
public struct WaitedInVain: Error {
  /// The awaited text or figure.
  public var what: String
  /// The program's standard error.
  public var complaints: String
}
