import Foundation

/// A run of a program, as a process of its own; killed with its owner.
final class Program: @unchecked Sendable {
  private let process = Process()
  /// The output. It is a file, because other programs that start at the same time hold the end of a pipe open.
  private let output = FileManager.default.temporaryDirectory.appendingPathComponent(
    "gw-" + UUID().uuidString)

  /// The path of gestured-web, which is built beside the tests.
  static var web: String {
    let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent("gestured-web").path
  }

  /// The path of the daemon: GESTURED names it.
  static var daemon: String {
    get throws {
      guard let path = ProcessInfo.processInfo.environment["GESTURED"], access(path, X_OK) == 0 else {
        throw Hung(description: "GESTURED does not name the program gestured")
      }
      return path
    }
  }

  /// A recording of slow taps.
  static let recording = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../../docs/recordings/slow-taps.events").standardized.path

  /// Starts a program, and keeps its output.
  init(_ path: String, _ arguments: [String], environment: [String: String] = [:]) throws {
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
    try Data().write(to: output)
    let file = try FileHandle(forWritingTo: output)
    defer { try? file.close() }
    process.standardError = file
    process.standardOutput = file
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    try? FileManager.default.removeItem(at: output)
  }

  var identifier: pid_t { process.processIdentifier }
  var isRunning: Bool { process.isRunning }
  var text: String { String(decoding: (try? Data(contentsOf: output)) ?? Data(), as: UTF8.self) }

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Waits for the end.
  ///
  /// - Returns: the exit code.
  func finish() throws -> Int32 {
    try wait(for: "the end of a program") { !process.isRunning }
    return process.terminationStatus
  }

  /// Runs a program to its end.
  static func run(_ path: String, _ arguments: [String]) throws -> (code: Int32, text: String) {
    let program = try Program(path, arguments)
    let code = try program.finish()
    return (code, program.text)
  }
}

/// An origin that the tests give rights which the service's own pages have only with the token.
let trustedOrigin = "https://trusted.example"

/// The table of that origin.
func trusted(_ grants: String...) -> String {
  let list = grants.map { "\"\($0)\"" }.joined(separator: ", ")
  return "[origin.\"\(trustedOrigin)\"]\nallow = [\(list)]\ntoken = false"
}

/// A command that runs another one as a user without groups.
let asAnotherUser = ["/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]

/// Runs a shell as a user without groups.
func runAsAnotherUser(_ script: String) throws -> (code: Int32, text: String) {
  guard geteuid() == 0 else { throw Hung(description: "only root can be another user") }
  return try Program.run(asAnotherUser[0], Array(asAnotherUser.dropFirst()) + ["/bin/bash", "-c", script])
}

extension Program {
  /// The environment of a search path with the daemon's folder.
  static var findsDaemon: [String: String] {
    get throws {
      ["PATH": URL(fileURLWithPath: try daemon).deletingLastPathComponent().path + ":/usr/bin:/bin"]
    }
  }
}

/// A run of gestured-web with a folder of pages and a daemon's socket.
final class Web {
  let scratch: Scratch
  let program: Program
  let port: Int
  var pages: String { scratch.path + "/pages" }
  var socket: String { scratch.path + "/events.sock" }
  var configuration: String { scratch.path + "/web.toml" }
  var host: String { "127.0.0.1:\(port)" }
  var origin: String { "http://\(host)" }

  /// Starts the service. Files of the folder `pages` may be written before, into the scratch folder.
  ///
  /// - Parameter command: a command that starts the program with its own rights, such as those of another user.
  init(
    _ scratch: Scratch? = nil, _ settings: String = "", through command: [String] = [],
    environment: [String: String] = [:]
  ) throws {
    self.scratch = try scratch ?? Scratch()
    let path = self.scratch.path
    try FileManager.default.createDirectory(atPath: path + "/pages", withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: path + "/run", withIntermediateDirectories: true)
    let file = try self.scratch.write(Self.text(path, settings), to: "web.toml")
    try self.scratch.write("export const version = 1;\n", to: "assets/gestured.js")
    if !command.isEmpty {
      // Another user writes the token.
      try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path + "/run")
    }
    let whole =
      command + [Program.web, "--config", file, "--assets", path + "/assets", "--runtime", path + "/run"]
    program = try Program(whole[0], Array(whole.dropFirst()), environment: environment)
    let running = program
    try wait(for: "the address of gestured-web") {
      if !running.isRunning { throw Hung(description: "gestured-web ended: " + running.text) }
      return running.text.contains("listening:")
    }
    let after = program.text.components(separatedBy: "http://127.0.0.1:")
    port = Int(after[1].prefix { $0.isNumber }) ?? 0
  }

  static func text(_ path: String, _ settings: String) -> String {
    """
    listen = ["127.0.0.1:0"]
    pages = "\(path)/pages"
    socket = "\(path)/events.sock"
    raw_socket = "\(path)/raw.sock"
    \(settings)
    """
  }

  /// The token of this run.
  var token: String {
    get throws {
      try String(contentsOfFile: scratch.path + "/run/token", encoding: .utf8).trimmingCharacters(
        in: .newlines)
    }
  }
}
