import GestureCore
import GestureProtocol
import GesturedBase

/// A request that the daemon serves. Each request conforms next to its handler, in `CommandRunner+NAME.swift`.
protocol ServedCommand: Command {
  /// Whether the request is about the client's declarations rather than about what the client hears.
  static var isAboutStage: Bool { get }

  /// Runs the request. The handler checks everything before it changes anything.
  ///
  /// - Returns: further fields of the reply; nil where the reply was sent already, or the request gets none.
  /// - Throws: why the request is refused. Nothing has changed then.
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity
  ) throws(RequestError) -> [ReplyField]?
}

extension ServedCommand {
  static var isAboutStage: Bool { false }

  /// Whether the request is about the client's declarations.
  var isAboutStage: Bool { Self.isAboutStage }
}
