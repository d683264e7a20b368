import GestureCore
import GestureProtocol

/// `recognizers`: a batch of edits of a client's own recognizers, or a list of those that it may know of (FSM-12 to
/// FSM-14, FSM-20 to FSM-22).
extension CommandRunner {
  func recognizers(
    _ command: RecognizersCommand, from client: ClientIdentity, now: Instant
  ) throws(RequestError) -> [ReplyField] {
    if command.isListing {
      let messages = scene.recognizers.messages(.present, at: input.stamp(at: now)) { number in
        scene.recognizers.isVisible(number, to: client.number)
      }
      cost.lines += messages.count
      cost.steps += scene.recognizers.instances.count
      publisher.list(messages.map(\.message), to: client.number, now: now)
      return [ReplyField("count", .integer(messages.count))]
    }
    var batch = RecognizerBatch(
      scene.recognizers, sources: scene.sources[client.number] ?? [:], owner: client.number)
    let limit = scene.configuration.socket.recognizersPerSubscriber
    let tooMany = RequestError(
      .limitReached, "a client has at most \(limit) recognizers, counting each number of touches",
      path: "edits")
    guard command.edits.count <= 4 * limit else { throw tooMany }
    for (position, edit) in command.edits.enumerated() {
      try apply(edit, path: "edits[\(position)]", to: &batch, from: client)
      guard batch.declaredCount <= limit else { throw tooMany }
    }
    try checkRoom(forRecognizers: batch.declaredCount, of: client)
    try batch.finish()
    // FSM-14: what is switched off and on again ends what it is at.
    if !batch.toggled.isEmpty {
      var switchedOff = scene.recognizers
      for number in batch.toggled where switchedOff.instances.indices.contains(number) {
        switchedOff.setEnabled(number, false)
      }
      update(switchedOff, now: now)
    }
    scene.sources[client.number] = batch.sources.isEmpty ? nil : batch.sources
    take(batch.set, of: [client.number], now: now)
    return []
  }

  /// The numbers of a client's own recognizers of a name.
  func ownNumbers(
    named name: String, of client: ClientIdentity, path: String
  ) throws(RequestError) -> [Int] {
    let numbers = scene.recognizers.ownNumbers(named: name, of: client.number)
    guard numbers.isEmpty else { return numbers }
    throw .unknownRecognizer(name, among: scene.recognizers.names(of: client.number), path: path)
  }

  /// Removes what clients that are gone have declared (CUS-7, MULTI-10): of all of them at once.
  func removeRecognizers(of clients: Set<Int>, now: Instant) {
    for client in clients { scene.sources[client] = nil }
    guard scene.recognizers.instances.contains(where: { !$0.isRemoved && clients.contains($0.owner) })
    else { return }
    var next = scene.recognizers
    next.removeAll(ownedBy: clients)
    take(next, of: clients, now: now)
  }

  /// Has all recognizers know whether they are heard.
  func setHearing(_ hearing: [RecognizerHearing], now: Instant) {
    var next = scene.recognizers
    var isChanged = false
    for number in next.instances.indices where hearing.indices.contains(number) {
      guard next.instances[number].hearing != hearing[number] else { continue }
      next.setHearing(number, hearing[number])
      isChanged = true
    }
    guard isChanged else { return }
    update(next, now: now)
    scene.recognizers = next
    publisher.desk.setRecognizers(next)
  }

  // MARK: Steps

  private func apply(
    _ edit: RecognizersCommand.Edit, path: String, to batch: inout RecognizerBatch,
    from client: ClientIdentity
  ) throws(RequestError) {
    switch edit {
    case .add(let table):
      try batch.add(try readRecognizer(table, from: client), path: table.path)
    case .change(let table):
      let old = try batch.source(of: table.name, path: "\(table.path).name")
      try batch.change(
        try readChange(table, of: old), saysEnabled: table.fields["enabled"] != nil, path: table.path)
    case .enable(let name): try batch.setEnabled(name, true, path: "\(path).enable")
    case .disable(let name): try batch.setEnabled(name, false, path: "\(path).disable")
    case .remove(let name): try batch.remove(name, path: "\(path).remove")
    }
  }

  /// Has all touchscreens take over another state of the set.
  private func update(_ set: RecognizerSet, now: Instant) {
    input.forEachTouchscreen(at: now) { touchscreen, time in
      cost.steps += set.instances.count
      touchscreen.update(set, at: time, publisher, now: now)
    }
  }

  /// Takes an edited set over, and tells what became of whom.
  ///
  /// - Parameter owners: whose recognizers were edited; nothing has become of those of others.
  func take(_ edited: RecognizerSet, of owners: Set<Int>, now: Instant) {
    let old = scene.recognizers
    var next = edited
    cost.steps += next.resolutionWork
    update(next, now: now)
    next.finishBatch()
    let time = input.stamp(at: now)
    let before = old.messages(.removed, at: time) { owners.contains(old.instances[$0].owner) }
    let after = next.messages(.present, at: time) { owners.contains(next.instances[$0].owner) }
    let previous = Dictionary(uniqueKeysWithValues: before.map { ($0.message.identity, $0.message) })
    let present = Set(after.map(\.message.identity))
    for (number, message) in before where !present.contains(message.identity) {
      publisher.publish(message, number: number, now: now)
    }
    scene.recognizers = next
    publisher.setRecognizers(next)
    for (number, found) in after {
      var message = found
      message.state = .removed
      let before = previous[message.identity]
      let isSame =
        message == before
        && next.declaration(named: message.name, of: message.owner)
          == old.declaration(named: message.name, of: message.owner)
      guard !isSame else { continue }
      message.state = before == nil ? .added : .changed
      publisher.publish(message, number: number, now: now)
    }
  }
}

extension RecognizerMessage {
  /// Which recognizer it speaks of.
  fileprivate struct Identity: Hashable {
    let owner: Int
    let name: String
  }

  fileprivate var identity: Identity { Identity(owner: owner, name: name) }
}
