import GestureCore
import GestureProtocol

/// `subscribe`: what a client hears of from now on.
extension CommandRunner {
  func subscribe(
    _ command: SubscribeCommand, id: RequestID?, from client: ClientIdentity, now: Instant
  ) throws(RequestError) {
    guard command.touches == .none || client.tier == .raw else { throw .needsRawSocket("touches") }
    publisher.subscribe(client.number, id, to: command, now: now)
  }
}
