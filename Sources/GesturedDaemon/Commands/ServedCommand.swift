import GestureCore
import GestureProtocol

/// A request as the daemon serves it. Each request conforms where its handler is: in `CommandRunner+NAME.swift`.
protocol ServedCommand: Command {
  /// Whether it is about what its client has declared, rather than about what the client hears.
  static var isAboutStage: Bool { get }

  /// Does what it asks for. It checks everything first and changes something only when nothing can be wrong any more.
  ///
  /// - Returns: what the reply says besides; nil where the reply has gone out already, or there is to be none.
  /// - Throws: why it is refused. It has changed nothing then.
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, _ turn: Turn
  ) throws(RequestError) -> [ReplyField]?
}

extension ServedCommand {
  static var isAboutStage: Bool { false }

  /// Whether it is about what its client has declared.
  var isAboutStage: Bool { Self.isAboutStage }
}
