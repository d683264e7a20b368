import ArgumentParser
import GestureClient
import GestureCore
import GesturedConfiguration

/// `gesturectl run FILE`: runs commands for gestures by the rules of a file.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run commands for gestures, from a file, until stopped.",
    discussion: """
      Write a table for each action: its gestures, and the command. Without `state` the command runs once for each gesture, when the gesture is recognized:

        [action.back]
        kind = "swipe"
        touch_count = 3
        direction = "left"
        run = "xdotool key alt+Left"

      These keys choose lines, each with one value or a list: type, kind, recognizer, touch_count, state, region, descendants, device, \
      direction, edge, taps, action, idle. `owner` chooses the recognizer's owner: configuration (the default), clients or all. debounce_ms is the least \
      time between two starts, parallel the most commands at a time. run is a line for /bin/sh, or a list of a program and its arguments. \
      The environment and standard input are those of `listen --exec`, and GESTURE_ACTION is the name of the table. The name of an action is in GESTURE_ACTION_NAME.

      A rule fits the gestures of the configuration's recognizers that `listen` shows with the same options. The first line of a gesture decides, so a finger that lifts \
      later changes nothing. The types motion, remote, press, route, action and deferred are those of `listen --type`; a rule without a type is \
      for gestures. idle = 60 is for 60 seconds without fingers, as `listen --idle`; with state = "ended" the command runs when a finger \
      lands after that:

        [action.dim]
        idle = 60
        run = "brightnessctl set 10%"

      The file is read again when it changes and at SIGHUP. A wrong rule is reported, and the others work. If no rule is right, the exit code is 78. When gestured stops, `run` waits for it. As a service of the user: systemctl --user enable --now gesturectl-run
      """)

  /// How long a check waits for gestured, which it needs only for warnings.
  private static let checkPatience = Duration.seconds(2)

  @OptionGroup var connection: ConnectionOptions

  @Flag(
    help: ArgumentHelp(
      "Report every mistake in the file, and stop.",
      discussion: "Where gestured runs, warn of what none of its recognizers and regions gives."))
  var check = false

  @Argument(help: "The file of actions.", completion: .file(extensions: ["toml"]))
  var file: String

  func run() async throws {
    let source = ActionSource(path: file)
    let actions = try source.read()
    if let mistakes = actions.mistakes { Console.complain(mistakes.line()) }
    if check {
      if actions.mistakes != nil { throw ExitCode(78) }
      let warnings = await compare(actions.rules)
      for warning in warnings { Console.complain(warning) }
      let verdict = warnings.isEmpty ? "nothing is wrong" : "no mistake"
      return try Console.say("\(file): \(Self.counted(actions)), \(verdict)")
    }
    if actions.rules.isEmpty, actions.mistakes != nil { throw ExitCode(78) }
    let engine = ActionEngine()
    try await engine.use(actions.rules)
    let changes = try source.changes()
    Console.report("\(Self.counted(actions)) of \(file)")
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await _ in changes { await reload(source, engine) }
      }
      group.addTask { try await listen(engine) }
      try await group.next()
      group.cancelAll()
    }
  }

  private static func counted(_ actions: ActionFile) -> String {
    "\(actions.rules.count) action\(actions.rules.count == 1 ? "" : "s")"
  }

  /// A line for each part of the rules that nothing declared gives, or one that says why gestured could not be asked.
  private func compare(_ rules: [ActionRule]) async -> [MessageLine] {
    do throws(GestureClientError) {
      let connection = try await connection.connect(patience: Self.checkPatience)
      defer { connection.close() }
      let declarations = try await Declarations(of: connection, ofAllOwners: true)
      return rules.flatMap(declarations.warnings)
    } catch {
      Console.complain(CommandMessage.notCompared.with(error))
      return []
    }
  }

  private func reload(_ source: ActionSource, _ engine: ActionEngine) async {
    let actions: ActionFile
    do throws(CommandFailure) {
      actions = try source.read()
    } catch {
      return Console.complain(CommandMessage.actionsStay.with(error.line))
    }
    if let mistakes = actions.mistakes { Console.complain(mistakes.line()) }
    do throws(GestureClientError) {
      try await engine.use(actions.rules)
    } catch {
      // A lost connection is made again, with the new rules.
      if case .refused = error { Console.complain(error.line()) }
    }
    Console.report("read again: \(Self.counted(actions)) of \(file)")
    for warning in await engine.warnings() { Console.complain(warning) }
  }

  private func listen(_ engine: ActionEngine) async throws {
    var hasWarned = false
    try await Persistence(isWanted: true, options: connection).run { connection in
      // A served replay waits for the subscription, and may be over soon after it. A daemon that comes again mostly has
      // the same declarations.
      let warnings = hasWarned ? [] : await engine.warnings(from: connection)
      try await engine.listen(on: connection)
      for warning in warnings { Console.complain(warning) }
      hasWarned = true
      for try await line in connection.lines { await engine.runRules(for: line, at: .now) }
      return false
    }
  }
}
