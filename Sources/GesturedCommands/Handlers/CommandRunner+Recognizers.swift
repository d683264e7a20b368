import GestureCore
import GestureProtocol
import GesturedBase
import GesturedDevices
import GesturedServing

/// `recognizers`: a batch of edits of a client's own recognizers, or a list of those visible to the client (FSM-12 to
/// FSM-14, FSM-20 to FSM-22).
extension CommandRunner {
  func recognizers(
    _ command: RecognizersCommand, id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    if command.isListing {
      return try list(id, to: client, command.includesAllOwners, on: stage)
    }
    var work = RecognizerWork(newBatch(of: client, on: stage), version: stage.version)
    return try spread(id, from: client, on: stage, isEdit: true) {
      [unowned self] stage throws(RequestError) in
      try goOn(command, &work, from: client, on: stage)
    }
  }

  private func newBatch(of client: ClientIdentity, on stage: Stage) -> RecognizerBatch {
    RecognizerBatch(
      stage.scene.recognizers, sources: stage.scene.sources[client.number] ?? [:], owner: client.number)
  }

  /// Does one turn's part of a batch: edits a copy, and at the end replaces the original at once. The reply comes after
  /// the lines about the changes.
  private func goOn(
    _ command: RecognizersCommand, _ work: inout RecognizerWork, from client: ClientIdentity,
    on stage: Stage
  ) throws(RequestError) -> OngoingRequest.Progress {
    if !work.isTaken {
      if work.isOutdated(stage.version) {
        work.beginAgain(from: newBatch(of: client, on: stage), version: stage.version)
      }
      let limit = recognizerLimit(of: client)
      let tooMany = RequestError(
        .limitReached,
        "found too many recognizers of this client; "
          + "allowed: at most \(limit.count), each number of touches counted",
        path: "edits", hint: limit.hint)
      // A client above a limit that was lowered may still remove some.
      let most = max(limit.count, stage.scene.recognizers.clientCounts[client.number] ?? 0)
      guard command.edits.count <= 4 * most else { throw tooMany }
      while work.position < command.edits.count {
        if turn.isOver { return .goesOn }
        try apply(
          command.edits[work.position], path: "edits[\(work.position)]", to: &work.batch, from: client,
          on: stage)
        guard work.batch.declaredCount <= most else { throw tooMany }
        work.position += 1
      }
      if !work.isResolved {
        if !mayBeginLongStep { return .goesOn }
        try resolve(&work.batch, from: client, on: stage)
        work.isResolved = true
      }
      if !mayBeginLongStep { return .goesOn }
      // Other clients may have declared something in another scene meanwhile.
      try checkRoom(for: work.batch, of: client, on: stage)
      replace(by: work.batch, from: client, on: stage)
      work.isTaken = true
    }
    publishNews(of: stage) { turn.isOver }
    return stage.news.isEmpty ? .done([]) : .goesOn
  }

  /// Checks the result of a batch, and resolves its relations.
  private func resolve(
    _ batch: inout RecognizerBatch, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) {
    try checkRoom(for: batch, of: client, on: stage)
    try batch.finish()
  }

  private func checkRoom(
    for batch: RecognizerBatch, of client: ClientIdentity, on stage: Stage
  ) throws(RequestError) {
    try checkRoom(forRecognizers: batch.declaredCount, of: client, on: stage)
    try checkMemory(
      adding: batch.keptBytes - (stage.scene.recognizerBytes[client.number] ?? 0), for: client, path: "edits")
  }

  /// Replaces the scene's recognizers by the batch.
  private func replace(by batch: RecognizerBatch, from client: ClientIdentity, on stage: Stage) {
    // FSM-14: a recognizer that is disabled and enabled again loses its attempt.
    if !batch.toggled.isEmpty {
      var switchedOff = stage.scene.recognizers
      for number in batch.toggled where switchedOff.instances.indices.contains(number) {
        switchedOff.setEnabled(number, false)
      }
      update(switchedOff, on: stage)
    }
    stage.scene.setSources(batch.sources, of: client.number)
    replace(by: batch.set, of: [client.number], on: stage, paidBy: [client.credentials.userID])
  }

  /// Lists the recognizers visible to a client, over several turns where there are many. A list of all owners also
  /// gives each recognizer's settings.
  private func list(
    _ id: RequestID?, to client: ClientIdentity, _ includesAllOwners: Bool, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    let inspection = includesAllOwners ? rights.inspection(of: client.credentials) : .none
    var listing = Listing(listedRecognizers(for: client, inspection, on: stage), version: stage.version)
    cost.lines += listing.count
    return try spread(id, from: client, on: stage, isListing: true) { [unowned self] stage in
      if listing.isOutdated(stage.version) {
        listing.replace(by: listedRecognizers(for: client, inspection, on: stage), version: stage.version) {
          $0.message.identity
        }
      }
      while let next = listing.removeSome() {
        publisher.list(next, to: client.number, inspection)
        if turn.isOver, !listing.isEmpty { return .goesOn }
      }
      return .done([ReplyField("count", .integer(listing.count))])
    }
  }

  private func listedRecognizers(
    for client: ClientIdentity, _ inspection: Inspection, on stage: Stage
  ) -> [(message: RecognizerMessage, setting: RecognizerSetting?)] {
    let scope = stage.scope
    var all = messages(of: stage.scene.recognizers, inspection) { number, recognizers in
      recognizers.isVisible(number, to: client.number)
        || scope.isInspected(recognizers.instances[number].owner, inspection)
    }
    // A client that may see everything also gets the declarations on other stages.
    guard case .everybody = inspection else { return all }
    for other in publisher.stages where !other.isEveryones && other !== stage {
      let owners = declarers(on: other)
      all += messages(of: other.scene.recognizers, inspection) {
        number, recognizers in
        owners.contains(recognizers.instances[number].owner)
      }
    }
    return all
  }

  private func messages(
    of recognizers: RecognizerSet, _ inspection: Inspection,
    where isTold: (Int, RecognizerSet) -> Bool
  ) -> [(message: RecognizerMessage, setting: RecognizerSetting?)] {
    recognizers.messages(.present, at: input.stamp(at: turn.now)) { isTold($0, recognizers) }.map {
      _, message in
      guard !inspection.isNone else { return (message, nil) }
      let numbers = recognizers.ownNumbers(named: message.name, of: message.owner)
      return (message, RecognizerSetting(numbers.map { recognizers.instances[$0] }))
    }
  }

  /// The numbers of a client's own recognizers of a name.
  func ownNumbers(
    named name: String, of client: ClientIdentity, on stage: Stage, path: String
  ) throws(RequestError) -> [Int] {
    let numbers = stage.scene.recognizers.ownNumbers(named: name, of: client.number)
    guard numbers.isEmpty else { return numbers }
    throw .unknownRecognizer(name, among: stage.scene.recognizers.names(of: client.number), path: path)
  }

  /// Removes the recognizers of departed clients, all at once (CUS-7, MULTI-10).
  ///
  /// - Parameter payers: the clients' users, which pay for the messages.
  func removeRecognizers(of clients: Set<Int>, on stage: Stage, paidBy payers: [UInt32]) {
    for client in clients { stage.scene.setSources([:], of: client) }
    guard stage.scene.recognizers.instances.contains(where: { !$0.isRemoved && clients.contains($0.owner) })
    else { return }
    var next = stage.scene.recognizers
    next.removeAll(ownedBy: clients)
    replace(by: next, of: clients, on: stage, paidBy: payers)
  }

  /// Gives all recognizers of a stage their present hearing.
  func setHearing(_ hearing: [RecognizerHearing], on stage: Stage) {
    var next = stage.scene.recognizers
    var isChanged = false
    for number in next.instances.indices where hearing.indices.contains(number) {
      guard next.instances[number].hearing != hearing[number] else { continue }
      next.setHearing(number, hearing[number])
      isChanged = true
    }
    guard isChanged else { return }
    update(next, on: stage)
    stage.scene.recognizers = next
    if stage.isEveryones { desk.setRecognizers(next) }
    turn.owe(.hearing)
    for other in publisher.stages where other.base === stage {
      other.markListenersStale(ofTouches: false, turn)
    }
  }

  /// Lets go of touches that recognizers without a listener still hold back from applications (FLT-26). A recognizer
  /// that is only switched off keeps the touches that have landed (FLT-104).
  func letGo(notAskedBy hearing: [RecognizerHearing], on stage: Stage) {
    guard publisher.isFiltering else { return }
    forEachTouchscreen(on: stage) { touchscreen, own, time in
      touchscreen.change(on: stage, at: time, publisher) { pipeline, time, identifiers, buffer in
        pipeline.letGo(at: time, identifiers: &identifiers, into: &buffer) { number in
          hearing.indices.contains(number) && hearing[number] != .asked
        }
      }
    }
  }

  // MARK: Steps

  private func apply(
    _ edit: RecognizersCommand.Edit, path: String, to batch: inout RecognizerBatch,
    from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) {
    switch edit {
    case .add(let table):
      let recognizer = try readRecognizer(table, from: client, on: stage)
      try checkName(recognizer.declaration.name, on: stage, path: "\(table.path).name")
      try batch.add(recognizer, path: table.path)
    case .change(let table):
      let old = try batch.source(of: table.name, path: "\(table.path).name")
      try batch.change(
        try readChange(table, from: client, of: old, on: stage), saysEnabled: table.fields["enabled"] != nil,
        path: table.path)
    case .enable(let name): try batch.setEnabled(name, true, path: "\(path).enable")
    case .disable(let name): try batch.setEnabled(name, false, path: "\(path).disable")
    case .remove(let name): try batch.remove(name, path: "\(path).remove")
    }
  }

  /// H7: a client's recognizer may not have the name of one in the configuration.
  private func checkName(_ name: String, on stage: Stage, path: String) throws(RequestError) {
    guard
      !stage.scene.recognizers.ownNumbers(named: name, of: RegionTree.configuration).isEmpty
        || stage.scene.recognizers.disabledNames.contains(name)
    else { return }
    throw RequestError(
      .nameTaken,
      "the configuration has a recognizer “\(name.escapedForMessage)”; allowed: a name that it does not use",
      path: path)
  }

  /// Gives all pipelines of a stage another state of the same set.
  private func update(_ set: RecognizerSet, on stage: Stage) {
    var set = set
    set.ownersBesideApp = declarers(on: stage)
    forEachTouchscreen(on: stage) { touchscreen, _, time in
      touchscreen.update(set, on: stage, at: time, publisher)
    }
  }

  /// Replaces the set of a stage by an edited one. The messages about the edit wait for `publishNews`.
  ///
  /// - Parameters:
  ///   - owners: the owners whose recognizers were edited. Recognizers of others have not changed.
  ///   - payers: the users that pay for the messages.
  func replace(
    by edited: RecognizerSet, of owners: Set<Int>, on stage: Stage, paidBy payers: [UInt32]
  ) {
    let old = stage.scene.recognizers
    var next = edited
    // The hearing may have changed during the batch.
    for number in next.instances.indices
    where old.instances.indices.contains(number) && !old.instances[number].isRemoved
      && next.instances[number].hearing != old.instances[number].hearing
    {
      next.setHearing(number, old.instances[number].hearing)
    }
    update(next, on: stage)
    next.finishBatch()
    stage.scene.recognizers = next
    countChange(of: stage, by: payers)
    publisher.setRecognizers(of: stage)
    if stage.isEveryones { desk.setRecognizers(next) }
    let edit = RecognizerEdit(old: old, new: next, owners: owners, time: input.stamp(at: turn.now))
    announce([.edit(edit)], of: stage, paidBy: payers)
  }
}

extension RecognizersCommand: ServedCommand {
  func stage(
    for client: ClientIdentity, _ subscriber: Subscriber, by runner: CommandRunner
  ) throws(RequestError) -> Stage {
    isListing ? subscriber.hears : try runner.declaringStage(of: subscriber, client, path: "edits")
  }

  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    if !isListing, try runner.mustWait(Request(id: id, command: self), from: client, on: stage) { return nil }
    return try runner.recognizers(self, id: id, from: client, on: stage)
  }
}
