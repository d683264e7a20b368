import GestureCore
import GestureProtocol

/// How long work is spread over turns of the loop.
extension CommandRunner {
  /// Whether a request is not done yet, or waits for one that is not.
  var hasWork: Bool { ongoing != nil || !waiting.isEmpty }

  /// Whose request goes on next; nil where there is none.
  var workingUser: UInt32? { (ongoing?.client ?? waiting.first?.client)?.credentials.userID }

  /// Does a request part by part.
  ///
  /// - Returns: what the reply says; nil where the request goes on in another turn, and is answered then.
  func spread(
    _ id: RequestID?, from client: ClientIdentity, now: Instant,
    _ part: @escaping (Instant) throws(RequestError) -> [ReplyField]?
  ) throws(RequestError) -> [ReplyField]? {
    if let fields = try part(now) { return fields }
    ongoing = OngoingRequest(id: id, client: client, audience: audience, part: part)
    publisher.broadcaster?.hold(client.number, true)
    return nil
  }

  /// Has a request wait while another one is not done that changes what is declared.
  ///
  /// - Returns: whether it has to.
  func mustWait(_ request: Request, from client: ClientIdentity) -> Bool {
    guard hasWork, request.command.editsScene else { return false }
    waiting.append((request, client))
    publisher.broadcaster?.hold(client.number, true)
    return true
  }

  /// Does the next part of what is not done.
  func goOn(journal: inout Journal, now: Instant) {
    if let work = ongoing {
      // What a client declares that is gone would stay for good.
      guard publisher.broadcaster?.subscriber(numbered: work.client.number) != nil,
        audiences[work.audience] != nil
      else {
        ongoing = nil
        return
      }
      publisher.desk.noteWishes()
      do throws(RequestError) {
        let fields = try within(work.audience) { () throws(RequestError) in try work.part(now) }
        guard let fields else { return }
        publisher.reply(to: work.client.number, work.id, fields, now: now)
      } catch {
        publisher.reply(to: work.client.number, work.id, error, now: now)
      }
      ongoing = nil
      publisher.broadcaster?.hold(work.client.number, false)
      settle(journal: &journal, now: now)
    } else if !waiting.isEmpty {
      let (request, client) = waiting.removeFirst()
      guard publisher.broadcaster?.subscriber(numbered: client.number) != nil else { return }
      publisher.broadcaster?.hold(client.number, false)
      perform(request, from: client, journal: &journal, now: now)
    }
  }
}

extension Command {
  /// Whether it changes what is declared by a batch of edits.
  fileprivate var editsScene: Bool {
    switch self {
    case .regions(let command): !command.isListing
    case .recognizers(let command): !command.isListing
    default: false
    }
  }
}
