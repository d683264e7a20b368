import GestureProtocol
import GesturedDevices

/// Limits what all clients together may declare. The daemon keeps each declaration, and checks it for every other.
extension CommandRunner {
  /// Checks the number of regions that a client's edits would result in.
  func checkRoom(for next: SceneRegions, of client: ClientIdentity) throws(RequestError) {
    guard next.clientCount > scene.regions.clientCount else { return }
    try check(
      { number, client in
        number == audience ? next.count(of: client) : audiences[number]?.scene.regions.count(of: client) ?? 0
      }, client, limit: scene.configuration.socket.maximumRegions, "maximum_regions",
      ownLimit: scene.configuration.socket.regionsPerSubscriber, "regions_per_subscriber", "regions")
  }

  /// Checks the number of recognizers that a client's edits would result in.
  ///
  /// - Parameter declared: how many recognizers the client would have declared.
  func checkRoom(forRecognizers declared: Int, of client: ClientIdentity) throws(RequestError) {
    let counts = scene.recognizers.clientCounts
    let before = counts[client.number] ?? 0
    guard declared > before else { return }
    let others = audiences.filter { $0.key != audience }.mapValues { $0.scene.recognizers.clientCounts }
    try check(
      { number, other in
        other == client.number ? declared : (number == audience ? counts : others[number])?[other] ?? 0
      }, client, limit: scene.configuration.socket.maximumRecognizers, "maximum_recognizers",
      ownLimit: scene.configuration.socket.recognizersPerSubscriber, "recognizers_per_subscriber",
      "recognizers, each number of touches counted")
  }

  /// Checks the number of filters that the clients of one user would have. Each declaration makes the daemon look up
  /// all filters again (H1).
  func checkRoom(forFilters filters: Int, of client: ClientIdentity) throws(RequestError) {
    guard !rights.isOwner(client.credentials) else { return }
    let limit = scene.configuration.socket.filtersPerUser
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
  ///   - count: how much a client would have declared, in the audience where it declares. A user's scenes count together.
  ///   - key: the key of `[socket]` that sets the limit, for a hint; `ownKey` sets the limit of a user's own scene.
  private func check(
    _ count: (_ audience: Int, _ client: Int) -> Int, _ client: ClientIdentity, limit: Int, _ key: String,
    ownLimit: Int, _ ownKey: String, _ things: String
  ) throws(RequestError) {
    var (all, own) = (0, 0)
    for subscriber in connections.all {
      let declared = count(subscriber.stage, Int(subscriber.number))
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
    let most = mayStage(client.credentials) ? limit / 2 : min(limit / 2, ownLimit)
    guard own <= most else {
      throw RequestError(
        .limitReached, "this user's clients would have too many \(things); allowed: at most \(most)",
        path: "edits", hint: "\(most < limit / 2 ? ownKey : key) in [socket]")
    }
  }
}
