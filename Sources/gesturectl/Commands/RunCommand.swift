import ArgumentParser
import GestureClient
import GesturedConfiguration

/// `gesturectl run FILE`: commands for gestures, as a file says.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run commands for gestures, as a file says, until stopped.",
    discussion: """
      A table for each action: which gestures, and what to run. Without `state` it runs once a gesture, when that is recognized:

        [action.back]
        kind = "swipe"
        touch_count = 3
        direction = "left"
        run = "xdotool key alt+Left"

      Keys: kind, recognizer, touch_count, state, region, descendants, device, direction, edge, taps: what must fit, each one value or a \
      list; debounce_ms: the least time between two starts; parallel: how many at a time; run: a line for /bin/sh, or a list of a \
      program and its arguments. The environment and standard input are those of `listen --exec`, and GESTURE_ACTION is the name.

      The file is read again when it changes and at SIGHUP. A rule that is wrong is told of, and the others work. gestured may come and go: it is \
      waited for. As a service of the user: systemctl --user enable --now gesturectl-run
      """)

  @OptionGroup var connection: ConnectionOptions

  @Flag(help: "Say what is wrong with the file, all of it, and stop.")
  var check = false

  @Argument(help: "The file of actions.", completion: .file(extensions: ["toml"]))
  var file: String

  func run() async throws {
    let source = ActionSource(path: file)
    let actions = try source.read()
    if let mistakes = actions.mistakes { Console.complain("\(mistakes)") }
    if check {
      if actions.mistakes != nil { throw ExitCode(78) }
      return try Console.say("\(file): \(actions.rules.count) actions, nothing is wrong")
    }
    let engine = ActionEngine()
    await engine.use(actions.rules)
    let changes = try source.changes()
    Console.complain("\(actions.rules.count) actions of \(file)")
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await _ in changes { await reload(source, engine) }
      }
      group.addTask { try await listen(engine) }
      try await group.next()
      group.cancelAll()
    }
  }

  private func reload(_ source: ActionSource, _ engine: ActionEngine) async {
    do throws(CommandFailure) {
      let actions = try source.read()
      if let mistakes = actions.mistakes { Console.complain("\(mistakes)") }
      await engine.use(actions.rules)
      Console.complain("read again: \(actions.rules.count) actions of \(file)")
    } catch {
      Console.complain("\(error.message): the actions stay as they are")
    }
  }

  private func listen(_ engine: ActionEngine) async throws {
    try await Persistence(isWanted: true, options: connection).run { connection in
      await engine.forget()
      // Rules say where regions lie in regions, so it hears of them; gestures under way are not its own.
      try await connection.subscribe(
        GestureSubscription(to: [GestureFilter(types: [.gesture, .device, .region])]))
      for line in try await connection.request("regions", collecting: "region").listed {
        await engine.take(line, at: .now)
      }
      for try await line in connection.lines { await engine.take(line, at: .now) }
      return false
    }
  }
}
