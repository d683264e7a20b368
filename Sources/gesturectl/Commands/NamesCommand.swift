import ArgumentParser
import GestureClient

/// `gesturectl names THINGS`: the names that the daemon has now, for completions of a shell. The help leaves it out.
struct NamesCommand: AsyncParsableCommand {
  /// The things with names.
  enum Things: String, ExpressibleByArgument, CaseIterable {
    case recognizers, regions, touchscreens
  }

  static let configuration = CommandConfiguration(
    commandName: "names",
    abstract: "Print the names of recognizers, regions or touchscreens, for completions.",
    shouldDisplay: false)

  /// How long a person waits for completions.
  private static let patience = Duration.seconds(1)

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "The things with names.") var things: Things

  /// The completion of an option that takes such a name. Without a daemon it has no words.
  static func completion(of things: Things) -> CompletionKind {
    .shellCommand("gesturectl names \(things.rawValue) 2>/dev/null")
  }

  func run() async throws {
    let connection = try await connection.connect(patience: Self.patience)
    let names =
      switch things {
      case .recognizers: try await connection.recognizers().map(\.recognizer)
      case .regions: try await connection.regions().map(\.region)
      case .touchscreens: try await connection.devices().map(\.name)
      }
    for name in Set(names).sorted() { try Console.say(name) }
  }
}
