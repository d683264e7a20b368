import GestureCore
import GestureProtocol

/// How long work is spread over turns of the loop.
extension CommandRunner {
  /// The most batches of edits of one user that wait for another: of 64 KiB each they take about a megabyte.
  private static let mostWaiting = 8

  /// Whether a request is not done yet, or waits for one that is not.
  var hasWork: Bool { !ongoing.isEmpty || !waiting.isEmpty }

  /// When such a request may go on, which may be long past: when its user has processor time again. Nil where there is none.
  func workDeadline(_ turn: Turn) -> Instant? {
    guard hasWork else { return nil }
    var earliest: Instant?
    for user in users() {
      earliest = .earlier(earliest, turn.work.rest(of: user) ?? Instant(microseconds: 0))
    }
    return earliest
  }

  /// Whose requests may go on: each once for each request.
  private func users(where isMeant: (OngoingRequest) -> Bool = { _ in true }) -> [UInt32] {
    ongoing.filter(isMeant).map(\.client.credentials.userID)
      + waiting.filter { !isEdited($0.audience) }.map(\.client.credentials.userID)
  }

  /// Whether a request that is not done changes what is declared in an audience.
  private func isEdited(_ audience: Int) -> Bool {
    ongoing.contains { $0.isEdit && $0.audience == audience }
  }

  /// Whether a step may begin that takes long and cannot be spread: where not, its part ends here, and one of the next turns
  /// begins with it.
  func mayBeginLongStep(_ turn: Turn) -> Bool {
    // One of them for each turn.
    if beginsWithLongStep || turn.isFresh {
      beginsWithLongStep = false
      return true
    }
    isLongStepPutOff = true
    return false
  }

  /// Whether a turn is to begin with a step that takes long.
  var hasLongStep: Bool { ongoing.contains(where: \.isNextLong) }

  /// Does a request part by part.
  ///
  /// - Parameter isEdit: whether it changes what is declared in the audience at hand.
  /// - Returns: what the reply says; nil where it was sent, or is sent in another turn.
  func spread(
    _ id: RequestID?, from client: ClientIdentity, isEdit: Bool = false, _ turn: Turn,
    _ part: @escaping (Turn) throws(RequestError) -> OngoingRequest.Progress
  ) throws(RequestError) -> [ReplyField]? {
    isLongStepPutOff = false
    switch try part(turn) {
    case .done(let fields): return fields
    case .replied: return nil
    case .goesOn: break
    }
    goOnLater(id, with: client, in: audience, isEdit: isEdit, turn, part)
    return nil
  }

  /// Has a request, or what else is owed to a client, done part by part from the next turn on.
  func goOnLater(
    _ id: RequestID?, with client: ClientIdentity, in audience: Int, isEdit: Bool = false, _ turn: Turn,
    _ part: @escaping (Turn) throws(RequestError) -> OngoingRequest.Progress
  ) {
    ongoing.append(
      OngoingRequest(
        id: id, client: client, audience: audience, isEdit: isEdit, part: part, isNextLong: takeLongStep()))
    publisher.hold(client.number, true, turn)
  }

  /// Has a request wait while another one is not done that changes what is declared in the same audience: both are made on
  /// a copy.
  ///
  /// - Returns: whether it has to.
  /// - Throws: where so many of its user wait already that more would be kept than a user may have the daemon keep (H2).
  func mustWait(_ request: Request, from client: ClientIdentity, _ turn: Turn) throws(RequestError) -> Bool {
    guard isEdited(audience) else { return false }
    guard
      waiting.count(where: { $0.client.credentials.userID == client.credentials.userID }) < Self.mostWaiting
    else {
      throw RequestError(
        .limitReached, "\(Self.mostWaiting) batches of edits of this user wait for another one already",
        path: "edits", hint: "ask again when one of them is answered")
    }
    waiting.append((request, client, audience))
    publisher.hold(client.number, true, turn)
    return true
  }

  private func takeLongStep() -> Bool {
    defer { isLongStepPutOff = false }
    return isLongStepPutOff
  }

  /// Does a step that takes long, of a user who has processor time left.
  ///
  /// - Returns: for whom that was; nil where there is none.
  func doLongStep(_ turn: Turn) -> UInt32? {
    guard
      let index = ongoing.firstIndex(where: {
        $0.isNextLong
          && turn.mayWork(for: $0.client.credentials.userID)
      })
    else { return nil }
    let user = ongoing[index].client.credentials.userID
    beginsWithLongStep = true
    defer { beginsWithLongStep = false }
    goOn(at: index, turn)
    return user
  }

  /// Does the next part of what is not done, for the user who has used the least processor time of those who have some left.
  /// What is long is left to `doLongStep`.
  ///
  /// - Returns: for whom that was; nil where nobody has.
  func goOn(_ turn: Turn) -> UInt32? {
    var best: (user: UInt32, used: Int64)?
    for user in users(where: { !$0.isNextLong }) where user != best?.user {
      guard let used = turn.work.used(by: user, at: turn.now),
        best.map({ used < $0.used }) ?? true
      else { continue }
      best = (user, used)
    }
    guard let user = best?.user else { return nil }
    if let index = ongoing.firstIndex(where: { $0.client.credentials.userID == user && !$0.isNextLong }) {
      goOn(at: index, turn)
    } else if let index = waiting.firstIndex(where: {
      $0.client.credentials.userID == user && !isEdited($0.audience)
    }) {
      let (request, client, _) = waiting.remove(at: index)
      publisher.hold(client.number, false, turn)
      run(request, from: client, turn)
    }
    return user
  }

  /// Forgets the requests of clients that are gone: what they would declare would stay for good.
  func abandonRequests(of clients: Set<Int>) {
    ongoing.removeAll { clients.contains($0.client.number) }
    waiting.removeAll { clients.contains($0.client.number) }
  }

  private func goOn(at index: Int, _ turn: Turn) {
    // Another one's turn is next.
    var work = ongoing.remove(at: index)
    // Its client may hear another scene by now: what was begun in one goes on in the other.
    let hears = publisher.subscriber(numbered: work.client.number)?.audience
    let audience = work.isEdit ? work.audience : hears ?? work.audience
    guard audiences[audience] != nil else { return }
    isLongStepPutOff = false
    publisher.desk.noteWishes(turn)
    _ = takeCost()
    defer {
      publisher.subscriber(numbered: work.client.number)?.charge(
        lines: takeCost().lines, now: turn.now)
    }
    do throws(RequestError) {
      switch try within(audience, { () throws(RequestError) in try work.part(turn) }) {
      case .goesOn:
        work.isNextLong = takeLongStep()
        ongoing.append(work)
        return
      case .done(let fields): publisher.reply(to: work.client.number, work.id, fields, turn)
      case .replied: break
      }
    } catch {
      publisher.reply(to: work.client.number, work.id, error, turn)
    }
    publisher.hold(work.client.number, false, turn)
    settle(turn)
  }
}
