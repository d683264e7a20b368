import GestureCore
import GestureProtocol
import GesturedBase
import GesturedServing

/// A request that the daemon serves. Each request conforms next to its handler, in `CommandRunner+NAME.swift`.
protocol ServedCommand: Command {
  /// Whether the request is about the client's declarations rather than about what the client hears.
  static var isAboutDeclarations: Bool { get }

  /// The stage that the request is about: the one on which the client declares, or the one that it hears.
  ///
  /// - Throws: why the client cannot declare there. Nothing has changed then.
  func stage(for client: ClientIdentity, _ subscriber: Subscriber, by runner: CommandRunner)
    throws(RequestError) -> Stage

  /// Runs the request on its stage. The handler checks everything before it changes anything.
  ///
  /// - Returns: further fields of the reply; nil where the reply was sent already, or the request gets none.
  /// - Throws: why the request is refused. Nothing has changed then.
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]?
}

extension ServedCommand {
  static var isAboutDeclarations: Bool { false }

  func stage(
    for client: ClientIdentity, _ subscriber: Subscriber, by runner: CommandRunner
  ) throws(RequestError) -> Stage {
    Self.isAboutDeclarations ? subscriber.declaresOn : subscriber.hears
  }
}
