import GestureClient
import GesturedConfiguration
import LinuxEventLoop
import Subprocess
import SystemPackage

/// Starts commands for gestures, a limited number at a time, and never makes the submitter wait.
actor CommandQueue {
  /// A command for a line.
  struct Job: Sendable {
    /// The command.
    var command: ActionRule.Command
    /// The line: on the command's standard input, and its values in the environment.
    var line: GestureLine
    /// Further variables.
    var variables: [String: String] = [:]
    /// The gesture of an update, which newer updates may replace; nil for lines that must not be dropped.
    var update: UInt64?
  }

  /// The most commands that wait. Beyond that, updates are dropped first.
  static let waitingLimit = 256

  private let parallel: Int
  private let label: String
  private var waiting: [Job] = []
  private var running = 0
  private var omitted = 0
  private var isDone: [CheckedContinuation<Void, Never>] = []

  /// A queue.
  ///
  /// - Parameters:
  ///   - label: the queue's name in complaints.
  ///   - parallel: the most commands that run at a time.
  init(label: String, parallel: Int) {
    self.label = label
    self.parallel = parallel
  }

  /// Starts a command when its turn comes.
  func submit(_ job: Job) {
    if let update = job.update, let position = waiting.firstIndex(where: { $0.update == update }) {
      waiting[position] = job
      return
    }
    if waiting.count == Self.waitingLimit {
      omit(waiting.firstIndex { $0.update != nil } ?? 0)
    }
    waiting.append(job)
    startNext()
  }

  /// Waits until every command has ended.
  func finish() async {
    if waiting.isEmpty, running == 0 { return }
    await withCheckedContinuation { isDone.append($0) }
  }

  private func omit(_ position: Int) {
    waiting.remove(at: position)
    omitted += 1
    // Complains about the first dropped command, and then at each doubling.
    if omitted & (omitted - 1) == 0 {
      Console.complain(CommandMessage.tooManyCommands.with(label, omitted))
    }
  }

  private func startNext() {
    while running < parallel, !waiting.isEmpty {
      let job = waiting.removeFirst()
      running += 1
      Task {
        await Self.run(job, label: label)
        ended()
      }
    }
  }

  private func ended() {
    running -= 1
    startNext()
    guard running == 0, waiting.isEmpty else { return }
    isDone.forEach { $0.resume() }
    isDone = []
  }

  private static func run(_ job: Job, label: String) async {
    var variables: [Environment.Key: String?] = [:]
    for (name, value) in GestureVariables.of(job.line).merging(job.variables, uniquingKeysWith: { $1 }) {
      if let key = Environment.Key(rawValue: name) { variables[key] = value }
    }
    do {
      let result = try await Subprocess.run(
        job.command.executable, arguments: job.command.arguments, environment: .inherit.updating(variables),
        input: .fileDescriptor(try pipe(holding: job.line), closeAfterSpawningProcess: true),
        output: .currentStandardOutput, error: .currentStandardError)
      switch result.terminationStatus {
      case .exited(0): break
      case .exited(127): Console.complain(CommandMessage.commandNotFound.with(label))
      case .exited(let code): Console.complain(CommandMessage.commandFailed.with(label, code))
      case .signaled(let signal): Console.complain(CommandMessage.commandKilled.with(label, signal))
      }
    } catch {
      Console.complain(
        CommandMessage.actionNotStarted.with(label, String(describing: error).escapedForMessage))
    }
  }

  /// The reading end of a pipe that already holds the line, so that a command may ignore it. A pipe holds 65,536 bytes,
  /// as many as the longest line has.
  private static func pipe(holding line: GestureLine) throws -> FileDescriptor {
    let (reading, writing) = try FileDescriptor.pipe()
    defer { try? writing.close() }
    do {
      try writing.writeAll(line.bytes.prefix(65_535) + [UInt8(ascii: "\n")])
    } catch {
      try? reading.close()
      throw error
    }
    return reading
  }
}

extension ActionRule.Command {
  /// The executable.
  var executable: Executable {
    switch self {
    case .shell: .path("/bin/sh")
    case .program(let words):
      // The list holds at least the program.
      words[0].contains("/") ? .path(FilePath(words[0])) : .name(words[0])
    }
  }

  /// The arguments.
  var arguments: Arguments {
    switch self {
    case .shell(let line): ["-c", line]
    case .program(let words): Arguments(Array(words.dropFirst()))
    }
  }
}
