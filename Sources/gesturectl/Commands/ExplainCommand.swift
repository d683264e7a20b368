import ArgumentParser
import GestureClient
import LinuxEventLoop

/// `gesturectl explain NAME`: explains live why a recognizer did or did not fire.
struct ExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Say in words why a recognizer did or did not fire, as it happens.",
    discussion: """
      The sentences are those of `gestured --explain`: how the recognizer judged the touches, which number decided, which recognizer was in the way, and what to change. The command explains recognizers of the configuration and of your own programs, public or not. Root can explain those of all users:

        gesturectl explain tap
        gesturectl explain open --client 3

      Where several clients have a recognizer of that name, each sentence begins with its owner. `gesturectl monitor --all` shows \
      the clients' numbers.

      Watching changes nothing. A recognizer that no client listens to works as if it were passive, and the first lines say so. \
      The command continues until Ctrl-C, --timeout, or the end of gestured.
      """)

  @Option(help: ArgumentHelp("Only the recognizer that this client declared.", valueName: "number"))
  var client: Int?

  @Option(help: ArgumentHelp("Only the recognizers that take this many fingers.", valueName: "number"))
  var touches: Int?

  @OptionGroup var time: TimeoutOption
  @OptionGroup var connection: ConnectionOptions

  @Argument(help: "The recognizer's name.", completion: NamesCommand.completion(of: .recognizers))
  var recognizer: String

  /// The pause that ends an event: the lines of one event arrive together.
  private static let pause = Duration.milliseconds(50)

  func validate() throws {
    if let client, client < 1 { throw ValidationError("--client is \(client): give a number from 1.") }
    if let touches, !(1...10).contains(touches) {
      throw ValidationError("--touches is \(touches): give a number from 1 to 10.")
    }
    if recognizer.isEmpty || recognizer.utf8.count > 255 {
      throw ValidationError("The recognizer's name is empty or too long: give 1 to 255 bytes.")
    }
  }

  func run() async throws {
    let usesColor = Console.isWatched && ProcessEnvironment.inherited()["NO_COLOR"] == nil
    let explanation = LiveExplanation(of: recognizer, client: client, touches: touches, usesColor: usesColor)
    let connection = try await connection.connect()
    // A signal ends the connection only, so that the summary is still printed.
    SignalRouter.shared.setHandler { [connection] _ in
      connection.close()
      return true
    }
    var failure: (any Error)?
    do {
      _ = try await time.limit { try await listen(connection, explanation) }
    } catch {
      failure = error
    }
    try await explanation.finish()
    if let failure { throw failure }
  }

  private func listen(_ connection: GestureConnection, _ explanation: LiveExplanation) async throws {
    // The list precedes the subscription, as a served replay may be over soon after it.
    let known = try await connection.recognizers(ofAllOwners: true)
    var filter = GestureFilter(types: [.transition, .recognizer], recognizers: [recognizer])
    filter.includesAllOwners = true
    try await connection.subscribe(
      GestureSubscription(to: [filter, GestureFilter(types: [.inhibit])], passive: true))
    // The hearing has changed, as this connection's first subscription to all gestures is gone.
    let present = try? await connection.recognizers(ofAllOwners: true)
    try await explanation.use(present ?? known)
    var waiting: Task<Void, any Error>?
    defer { waiting?.cancel() }
    for try await event in connection.events {
      switch event {
      case .transition(let transition):
        try await explanation.record(transition)
        waiting?.cancel()
        waiting = Task {
          try await Task.sleep(for: Self.pause)
          try await explanation.flush()
        }
      case .recognizer: try await explanation.use(connection.recognizers(ofAllOwners: true))
      case .inhibit(let lease):
        Console.report(
          lease.state == .began
            ? "private mode began: gestured tells no reasons until it ends" : "private mode is over")
      default: break
      }
    }
  }
}
