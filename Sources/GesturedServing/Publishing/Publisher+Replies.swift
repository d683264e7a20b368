import GestureCore
import GestureProtocol
import GesturedBase

/// Lines for one client: replies, lists and its other own lines.
extension Publisher {
  /// Answers a request that succeeded.
  ///
  /// - Parameters:
  ///   - id: the request's id.
  ///   - fields: further fields of the reply.
  package func reply(to client: Int, _ id: RequestID?, _ fields: [ReplyField] = []) {
    tell(client, as: .kept) { encoder, line in encoder.write(replyTo: id, fields, to: &line) }
  }

  /// Answers a request that failed.
  package func reply(to client: Int, _ id: RequestID?, _ error: RequestError) {
    tell(client, as: .kept) { encoder, line in encoder.write(replyTo: id, error, to: &line) }
  }

  /// Sends one client a list of regions, before the reply.
  ///
  /// - Parameter inspection: the users whose clients the list may name as owners.
  package func list(_ regions: [RegionMessage], to client: Int, _ inspection: Inspection) {
    guard let subscriber = connections.subscriber(numbered: client) else { return }
    let (form, seq) = (subscriber.hears.lines.form(subscriber.forms.usual), latestSeq(for: subscriber))
    for message in regions {
      let tellsClient = subscriber.hears.scope.isInspected(message.owner, inspection)
      tell(client, as: .kept) { encoder, line in
        encoder.write(message, seq: seq, for: client, tellsClient: tellsClient, in: form, to: &line)
      }
    }
  }

  /// Sends one client a list of recognizers, before the reply.
  ///
  /// - Parameters:
  ///   - recognizers: each recognizer with its setting, where the list includes settings.
  ///   - inspection: the users whose clients the list may name as owners.
  package func list(
    _ recognizers: [(message: RecognizerMessage, setting: RecognizerSetting?)], to client: Int,
    _ inspection: Inspection
  ) {
    guard let subscriber = connections.subscriber(numbered: client) else { return }
    let seq = latestSeq(for: subscriber)
    for (message, setting) in recognizers {
      let tellsClient = subscriber.hears.scope.isInspected(message.owner, inspection)
      tell(client, as: .kept) { encoder, line in
        encoder.write(message, seq: seq, for: client, tellsClient: tellsClient, setting: setting, to: &line)
      }
    }
  }

  /// The number of a subscriber's latest line.
  package func latestSeq(for subscriber: Subscriber) -> UInt64 {
    subscriber.hears.latestSeq.number(for: subscriber)
  }

  /// Sends a client a line of its own. The call does nothing where the client is gone. Allocates nothing while the client
  /// reads.
  ///
  /// - Parameter tag: how the line waits where the client does not read: a kept line is never dropped.
  func tell(
    _ client: Int, as tag: LineQueue.Tag = .event,
    _ write: (borrowing MessageEncoder, inout LineWriter) -> Void
  ) {
    if let place = connections.place(of: client) { tell(at: place, as: tag, write) }
  }

  /// Sends the client at a place a line of its own.
  func tell(
    at place: Int, as tag: LineQueue.Tag, _ write: (borrowing MessageEncoder, inout LineWriter) -> Void
  ) {
    guard let subscriber = connections.places[place].subscriber else { return }
    subscriber.hears.lines.with(write) { line, count in
      subscriber.send(line, count: count, as: tag, now: turn.now)
    }
    connections.list(place, subscriber)
  }
}
