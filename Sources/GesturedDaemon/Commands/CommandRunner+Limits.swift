import GestureProtocol

/// How much all clients together may declare: what one declares is kept and gone through for every other.
extension CommandRunner {
  /// Checks how many regions there are once a client's edits are done.
  func checkRoom(for next: SceneRegions, of client: ClientIdentity) throws(RequestError) {
    guard next.clientCount > scene.regions.clientCount else { return }
    let all = sum { number, client in
      number == audience ? next.count(of: client) : audiences[number]?.scene.regions.count(of: client) ?? 0
    }
    try check(
      all, ofUser: { clients in clients.reduce(0) { $0 + next.count(of: $1) } }, client,
      limit: scene.configuration.socket.maximumRegions,
      ownLimit: scene.configuration.socket.regionsPerSubscriber, "regions")
  }

  /// Checks how many recognizers there are once a client's edits are done.
  ///
  /// - Parameter declared: how many the client has declared then.
  func checkRoom(forRecognizers declared: Int, of client: ClientIdentity) throws(RequestError) {
    let counts = scene.recognizers.clientCounts
    let before = counts[client.number] ?? 0
    guard declared > before else { return }
    let all = audiences.mapValues { $0.scene.recognizers.clientCounts }
    try check(
      declared - before + sum { number, client in all[number]?[client] ?? 0 },
      ofUser: { clients in clients.reduce(declared - before) { $0 + (counts[$1] ?? 0) } }, client,
      limit: scene.configuration.socket.maximumRecognizers,
      ownLimit: scene.configuration.socket.recognizersPerSubscriber,
      "recognizers, counting each number of touches")
  }

  /// Checks how many filters the clients of one user have once one of them has others: each is looked up anew whenever
  /// something is declared (H1).
  func checkRoom(forFilters filters: Int, of client: ClientIdentity) throws(RequestError) {
    guard !rights.isOwner(client.credentials) else { return }
    let limit = scene.configuration.socket.filtersPerUser
    var (all, own) = (filters, 0)
    for subscriber in publisher.subscribers {
      guard subscriber.credentials.userID == client.credentials.userID, !subscriber.subscription.isStandard
      else { continue }
      let count = subscriber.subscription.filters.count
      if subscriber.number == client.number { own = count } else { all += count }
    }
    guard all <= limit || filters <= own else {
      throw RequestError(
        .limitReached,
        "the clients of one user have at most \(limit) filters; with this subscription there would be \(all)",
        path: "filter", hint: "fewer filters, or filters_per_user in [socket]")
    }
  }

  /// How many of something all clients have, each counted where it declares.
  private func sum(_ count: (_ audience: Int, _ client: Int) -> Int) -> Int {
    publisher.subscribers.reduce(0) {
      $0 + count($1.stage, Int($1.number))
    }
  }

  /// - Parameter ofUser: how many some clients have.
  private func check(
    _ count: Int, ofUser: ([Int]) -> Int, _ client: ClientIdentity, limit: Int, ownLimit: Int,
    _ things: String
  ) throws(RequestError) {
    guard count <= limit else {
      throw RequestError(
        .limitReached, "all clients together declare at most \(limit) \(things)", path: "edits")
    }
    // S12: one user's programs, gone wild, keep no other user's out.
    guard !rights.isOwner(client.credentials) else { return }
    let clients = publisher.clients(of: client.credentials.userID)
    // A scene of a user's own costs with each frame, beside that of everyone.
    let most = mayStage(client.credentials) ? limit / 2 : min(limit / 2, ownLimit)
    guard ofUser(clients) <= most else {
      throw RequestError(
        .limitReached, "the clients of one user declare at most \(most) \(things)", path: "edits")
    }
  }
}
