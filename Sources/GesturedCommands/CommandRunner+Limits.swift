import GestureProtocol
import GesturedScene
import GesturedServing

/// Limits what all clients together may declare. The daemon keeps each declaration, and checks it for every other.
extension CommandRunner {
  /// Checks the number of regions that a client's edits would result in.
  func checkRoom(
    for next: SceneRegions, of client: ClientIdentity, on stage: Stage
  ) throws(RequestError) {
    guard next.clientCount > stage.scene.regions.clientCount else { return }
    try check(
      { other, client in (other === stage ? next : other.scene.regions).count(of: client) }, client,
      limit: socketSettings.maximumRegions, "maximum_regions",
      ownLimit: socketSettings.regionsPerSubscriber, "regions_per_subscriber", "regions")
  }

  /// Checks the number of recognizers that a client's edits would result in.
  ///
  /// - Parameter declared: how many recognizers the client would have declared.
  func checkRoom(
    forRecognizers declared: Int, of client: ClientIdentity, on stage: Stage
  ) throws(RequestError) {
    guard declared > stage.scene.recognizers.clientCounts[client.number] ?? 0 else { return }
    let counts = Dictionary(
      uniqueKeysWithValues: publisher.stages.map {
        (ObjectIdentifier($0), $0.scene.recognizers.clientCounts)
      })
    try check(
      { stage, other in
        other == client.number ? declared : counts[ObjectIdentifier(stage)]?[other] ?? 0
      }, client, limit: socketSettings.maximumRecognizers, "maximum_recognizers",
      ownLimit: socketSettings.recognizersPerSubscriber, "recognizers_per_subscriber",
      "recognizers, each number of touches counted")
  }

  /// Checks the number of filters that the clients of one user would have. Each declaration makes the daemon look up
  /// all filters again (H1).
  func checkRoom(forFilters filters: Int, of client: ClientIdentity) throws(RequestError) {
    guard !rights.isOwner(client.credentials) else { return }
    let limit = socketSettings.filtersPerUser
    var (all, own) = (filters, 0)
    for subscriber in connections.all {
      guard subscriber.credentials.userID == client.credentials.userID, !subscriber.subscription.isStandard
      else { continue }
      let count = subscriber.subscription.filters.count
      if subscriber.number == client.number { own = count } else { all += count }
    }
    guard all <= limit || filters <= own else {
      throw RequestError(
        .limitReached,
        "found \(all) filters of this user's clients, with this subscription; allowed: at most \(limit)",
        path: "filter", hint: "fewer filters, or filters_per_user in [socket]")
    }
  }

  /// - Parameters:
  ///   - count: how much a client would have declared, on the stage where it declares. A user's scenes count together.
  ///   - key: the key of `[socket]` that sets the limit, for a hint; `ownKey` sets the limit of a user's own scene.
  private func check(
    _ count: (Stage, _ client: Int) -> Int, _ client: ClientIdentity, limit: Int, _ key: String,
    ownLimit: Int, _ ownKey: String, _ things: String
  ) throws(RequestError) {
    var (all, own) = (0, 0)
    for subscriber in connections.all {
      let declared = count(subscriber.declaresOn, subscriber.number)
      all += declared
      if subscriber.credentials.userID == client.credentials.userID { own += declared }
    }
    guard all <= limit else {
      throw RequestError(
        .limitReached, "all clients together would have too many \(things); allowed: at most \(limit)",
        path: "edits", hint: "\(key) in [socket]")
    }
    // S12: the runaway programs of one user must not lock out other users.
    guard !rights.isOwner(client.credentials) else { return }
    // A user's own scene costs time in each frame, in addition to the scene of everyone.
    let most = mayDeclareForAll(client.credentials) ? limit / 2 : min(limit / 2, ownLimit)
    guard own <= most else {
      throw RequestError(
        .limitReached, "this user's clients would have too many \(things); allowed: at most \(most)",
        path: "edits", hint: "\(most < limit / 2 ? ownKey : key) in [socket]")
    }
  }
}
