import GestureCore
import GestureProtocol
import GesturedBase
import GesturedServing

/// The requests that are spread over several turns. Only this file changes them.
struct UnfinishedRequests {
  /// The requests under way.
  fileprivate(set) var ongoing: [OngoingRequest] = []
  /// The requests that wait for one of those, each with its stage.
  fileprivate(set) var waiting: [(request: Request, client: ClientIdentity, stage: Stage)] = []
  /// Whether a part was postponed because it is long and cannot be spread.
  fileprivate var isLongStepPutOff = false
  /// Whether the present part is a long one, and the turn has begun with it.
  fileprivate var beginsWithLongStep = false
}

/// Spreads long work over several turns of the loop.
extension CommandRunner {
  /// The most batches of edits of one user that wait for another batch. Eight of 64 KiB each, once parsed, take about a
  /// megabyte.
  private static let mostWaiting = 8
  /// How often a batch of edits begins before others wait for it even while its user has no processor time.
  private static let mostBeginnings = 4
  /// How long others wait for such a batch at most until its user has processor time. A debt from long steps is over
  /// sooner; a user with a larger one, above all for hearing lines, must not keep others waiting.
  private static let longestPatience = TimeSpan.milliseconds(1000)

  /// Whether a request is unfinished, or waits for an unfinished one, or changes are unpublished.
  package var hasWork: Bool { !unfinished.ongoing.isEmpty || !unfinished.waiting.isEmpty || hasNews }

  /// When an unfinished request may go on, because its user has processor time again; nil without such a request. The
  /// time may be past.
  package var workDeadline: Instant? {
    guard hasWork else { return nil }
    var earliest = newsDeadline
    for user in users() {
      earliest = .earlier(earliest, turn.work.rest(of: user) ?? Instant(microseconds: 0))
    }
    return earliest
  }

  /// Whether any unfinished request may go on now, or changes may be published now.
  package var mayGoOn: Bool {
    hasWork && (users().contains { turn.mayWork(for: $0) } || mayPublishNews)
  }

  /// The users whose requests may go on once they have processor time, one entry for each request.
  private func users(where isMeant: (OngoingRequest) -> Bool = { _ in true }) -> [UInt32] {
    unfinished.ongoing.filter { isMeant($0) && !isUnread($0) }.map(\.client.credentials.userID)
      + unfinished.waiting.filter { !isEdited($0.stage, of: $0.client) }.map(\.client.credentials.userID)
  }

  /// Whether a list rests until clients of its user have read more.
  private func isUnread(_ work: OngoingRequest) -> Bool {
    work.isListing && !connections.mayBeTold(work.client.credentials.userID)
  }

  /// Whether an unfinished request changes the declarations of a stage, or changes are unpublished, so that an edit
  /// must wait. The request of a user without processor time keeps no edit of other users waiting. It begins again after
  /// them, a few times.
  private func isEdited(_ stage: Stage, of client: ClientIdentity) -> Bool {
    !stage.news.isEmpty
      || unfinished.ongoing.contains {
        let user = $0.client.credentials.userID
        return $0.isEdit && $0.stage === stage
          && (user == client.credentials.userID || isPatienceOver($0) || turn.mayWork(for: user))
      }
  }

  /// Whether a batch of edits has begun so often that edits of others wait for it. It could otherwise begin without end.
  /// One turn is too short for a batch.
  private func isPatienceOver(_ work: OngoingRequest) -> Bool {
    guard work.isEdit, work.beginnings >= Self.mostBeginnings else { return false }
    let end = turn.work.waitEnd(of: work.client.credentials.userID, at: turn.now)
    return end.map { $0 - turn.now <= Self.longestPatience } ?? true
  }

  /// Whether a scene must stay as it is, since a batch of edits of it has begun often.
  func mustStay(_ stage: Stage) -> Bool {
    unfinished.ongoing.contains { $0.stage === stage && isPatienceOver($0) }
  }

  /// Whether a long step that cannot be spread may begin now. Otherwise the part ends here, and a later turn begins
  /// with the step.
  var mayBeginLongStep: Bool {
    // Each turn has room for one long step.
    if unfinished.beginsWithLongStep || turn.isFresh {
      unfinished.beginsWithLongStep = false
      return true
    }
    unfinished.isLongStepPutOff = true
    return false
  }

  /// Whether a turn must begin with a long step.
  package var hasLongStep: Bool { unfinished.ongoing.contains(where: isLongStepDue) }

  /// Whether the next part is long. Unpublished changes of the same scene come first.
  private func isLongStepDue(_ work: OngoingRequest) -> Bool {
    work.isNextLong && work.stage.news.isEmpty
  }

  /// Runs a request part by part.
  ///
  /// - Parameters:
  ///   - stage: the stage that the request is about.
  ///   - isEdit: whether the request changes the declarations of the stage.
  ///   - isListing: whether the request sends many lines that are never dropped.
  /// - Returns: the fields of the reply; nil where the reply was sent, or follows in a later turn.
  func spread(
    _ id: RequestID?, from client: ClientIdentity, on stage: Stage, isEdit: Bool = false,
    isListing: Bool = false,
    _ part: @escaping (Stage) throws(RequestError) -> OngoingRequest.Progress
  ) throws(RequestError) -> [ReplyField]? {
    unfinished.isLongStepPutOff = false
    switch try part(stage) {
    case .done(let fields): return fields
    case .replied: return nil
    case .goesOn: break
    }
    goOnLater(id, with: client, on: stage, isEdit: isEdit, isListing: isListing, part)
    return nil
  }

  /// Runs a request, or other work for a client, part by part from the next turn on.
  func goOnLater(
    _ id: RequestID?, with client: ClientIdentity, on stage: Stage, isEdit: Bool = false,
    isListing: Bool = false,
    _ part: @escaping (Stage) throws(RequestError) -> OngoingRequest.Progress
  ) {
    let work = OngoingRequest(
      id: id, client: client, stage: stage, isEdit: isEdit, isListing: isListing, part: part,
      version: stage.version, isNextLong: consumeLongStep())
    unfinished.ongoing.append(work)
    connections.hold(client.number, true)
  }

  /// Makes a request wait while another one changes the declarations of the same stage. Both work on a copy.
  ///
  /// - Returns: whether the request waits.
  /// - Throws: `limitReached` where too many requests of the user wait already (H2).
  func mustWait(
    _ request: Request, path: String = "edits", from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> Bool {
    guard isEdited(stage, of: client) else { return false }
    guard
      unfinished.waiting.count(where: { $0.client.credentials.userID == client.credentials.userID })
        < Self.mostWaiting
    else {
      throw RequestError(
        .limitReached,
        "\(Self.mostWaiting) batches of edits of this user wait already; allowed: at most \(Self.mostWaiting)",
        path: path, hint: "send it again when one of them is answered")
    }
    unfinished.waiting.append((request, client, stage))
    connections.hold(client.number, true)
    return true
  }

  private func consumeLongStep() -> Bool {
    defer { unfinished.isLongStepPutOff = false }
    return unfinished.isLongStepPutOff
  }

  /// Runs a long step of a user who has processor time left.
  ///
  /// - Returns: the client; nil without such a step.
  package func doLongStep() -> ClientIdentity? {
    guard
      let index = unfinished.ongoing.firstIndex(where: {
        isLongStepDue($0) && turn.mayWork(for: $0.client.credentials.userID)
      })
    else { return nil }
    let client = unfinished.ongoing[index].client
    unfinished.beginsWithLongStep = true
    defer { unfinished.beginsWithLongStep = false }
    goOn(at: index)
    return client
  }

  /// Runs the next part of the unfinished requests. The user who used the least processor time comes first, among the
  /// users with time left. Long steps are left to `doLongStep`.
  ///
  /// - Returns: the client; nil where no request may go on.
  package func goOn() -> ClientIdentity? {
    var best: (user: UInt32, used: Int64)?
    for user in users(where: { !$0.isNextLong }) where user != best?.user {
      guard let used = turn.work.used(by: user, at: turn.now),
        best.map({ used < $0.used }) ?? true
      else { continue }
      best = (user, used)
    }
    guard let user = best?.user else { return nil }
    if let index = unfinished.ongoing.firstIndex(where: {
      $0.client.credentials.userID == user && !$0.isNextLong && !isUnread($0)
    }) {
      let client = unfinished.ongoing[index].client
      goOn(at: index)
      return client
    }
    guard
      let index = unfinished.waiting.firstIndex(where: {
        $0.client.credentials.userID == user && !isEdited($0.stage, of: $0.client)
      })
    else { return nil }
    let (request, client, _) = unfinished.waiting.remove(at: index)
    connections.hold(client.number, false)
    run(request, from: client)
    return client
  }

  /// Drops the requests of departed clients. Their declarations would otherwise stay for good.
  func abandonRequests(of clients: Set<Int>) {
    unfinished.ongoing.removeAll { clients.contains($0.client.number) }
    unfinished.waiting.removeAll { clients.contains($0.client.number) }
  }

  private func goOn(at index: Int) {
    // Another request comes next.
    var work = unfinished.ongoing.remove(at: index)
    // The client may hear another stage by now. Work that began on one stage continues on the other.
    let hears = connections.subscriber(numbered: work.client.number)?.hears
    let stage = work.isEdit ? work.stage : hears ?? work.stage
    guard publisher.has(stage) else { return }
    if work.version != stage.version {
      work.version = stage.version
      work.beginnings += 1
    }
    unfinished.isLongStepPutOff = false
    desk.renewWishes()
    _ = consumeCost()
    defer {
      connections.subscriber(numbered: work.client.number)?.charge(
        lines: consumeCost().lines, now: turn.now)
    }
    do throws(RequestError) {
      switch try work.part(stage) {
      case .goesOn:
        work.isNextLong = consumeLongStep()
        unfinished.ongoing.append(work)
        return
      case .done(let fields): publisher.reply(to: work.client.number, work.id, fields)
      case .replied: break
      }
    } catch {
      publisher.reply(to: work.client.number, work.id, error)
    }
    connections.hold(work.client.number, false)
    settle()
  }
}
