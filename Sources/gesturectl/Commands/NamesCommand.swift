import ArgumentParser
import GestureClient
import GestureCore
import LinuxEventLoop

/// `gesturectl names THINGS`: the names that the daemon has now, for completions of a shell. The help leaves it out.
struct NamesCommand: AsyncParsableCommand {
  /// The things with names.
  enum Things: String, ExpressibleByArgument, CaseIterable {
    case recognizers, regions, touchscreens
    /// The numbers of touchscreens.
    case numbers
    /// Recognizers to switch off, and `kind:` with each kind.
    case switches
  }

  static let configuration = CommandConfiguration(
    commandName: "names",
    abstract: "Print the names of recognizers, regions or touchscreens, for completions.",
    shouldDisplay: false)

  /// How long a person waits for completions.
  private static let patience = Duration.seconds(1)

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "The things with names.") var things: Things

  /// The completion of an option that takes such a name. It asks at the socket that the line names so far. Without a
  /// daemon it has no words.
  ///
  /// - Parameter inList: whether the option takes several names with commas between them.
  static func completion(of things: Things, inList: Bool = false) -> CompletionKind {
    .custom { words, index, prefix in
      var connection = ConnectionOptions()
      connection.socket = socket(in: words)
      let names = (try? await names(of: things, connection)) ?? []
      return inList ? list(names, at: index, of: words, prefix) : names
    }
  }

  /// The completion of an option that takes several of some words with commas between them.
  static func completion(of names: [String]) -> CompletionKind {
    .custom { words, index, prefix in list(names, at: index, of: words, prefix) }
  }

  /// The lists that a list may become by one more name.
  ///
  /// - Parameters:
  ///   - words: the words of the line.
  ///   - prefix: the list up to the cursor, where the line ends with it.
  static func list(_ names: [String], at index: Int, of words: [String], _ prefix: String) -> [String] {
    let list = words.indices.contains(index) ? words[index] : prefix
    guard let comma = list.lastIndex(of: ",") else { return names }
    let taken = list[..<comma].split(separator: ",")
    return names.filter { name in !taken.contains { $0 == name } }.map { list[...comma] + $0 }
  }

  /// The path after the last `--socket` of a line that a shell completes; nil without one.
  ///
  /// - Parameter words: the words as they stand there. Bash makes three words of `--socket=path`.
  static func socket(in words: [String]) -> String? {
    let words = Array(words.prefix { $0 != "--" })
    var found: String?
    for (position, word) in words.enumerated() {
      if word.hasPrefix(socketOption + "=") { found = String(word.dropFirst(socketOption.count + 1)) }
      guard word == socketOption else { continue }
      let value = words[(position + 1)...].first { $0 != "=" }
      found = value ?? found
    }
    guard let found, !found.isEmpty else { return nil }
    guard found.hasPrefix("~/"), let home = ProcessEnvironment.inherited()["HOME"] else { return found }
    return home + found.dropFirst(1)
  }

  private static let socketOption = "--socket"

  func run() async throws {
    for name in try await Self.names(of: things, connection) { try Console.say(name) }
  }

  private static func names(of things: Things, _ options: ConnectionOptions) async throws -> [String] {
    let connection = try await options.connect(patience: patience)
    let names =
      switch things {
      case .recognizers: try await connection.recognizers().map(\.recognizer)
      case .regions: try await connection.regions().map(\.region)
      case .touchscreens: try await connection.devices().map(\.name)
      case .numbers: try await connection.devices().map { "\($0.device)" }
      case .switches:
        try await connection.recognizers().map(\.recognizer)
          + RecognizerCatalog.clientTypes.map { "kind:\($0.kind.name)" }
      }
    return Set(names).sorted()
  }
}
