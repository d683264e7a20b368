import GestureCore
import GestureProtocol

/// `subscribe`: what a client hears of from now on.
extension CommandRunner {
  func subscribe(
    _ command: SubscribeCommand, id: RequestID?, from client: ClientIdentity, now: Instant
  ) throws(RequestError) {
    guard command.touches == .none || client.tier == .raw else { throw .needsRawSocket("touches") }
    if command.touches == .none,
      let position = command.filters.firstIndex(where: { $0.types?.contains(.touches) ?? false })
    {
      throw RequestError(
        .conflict, "the filter asks for lines of touches, and touches is none: say how much of them",
        path: "filter[\(position)].type", hint: #""touches":"phases""#)
    }
    let before = publisher.broadcaster?.subscriber(numbered: client.number)?.subscription.keptBytes ?? 0
    try checkMemory(adding: command.keptBytes - before, for: client, path: "filter")
    cost.lines += publisher.subscribe(client.number, id, to: command, now: now)
  }
}
