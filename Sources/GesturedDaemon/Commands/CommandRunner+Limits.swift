import GestureProtocol

/// How much all clients together may declare: what one declares is kept and gone through for every other.
extension CommandRunner {
  /// Checks how many regions there are once a client's edits are done.
  func checkRoom(for next: SceneRegions, of client: ClientIdentity) throws(RequestError) {
    guard next.clientCount > scene.regions.clientCount else { return }
    try check(
      next.clientCount, ofUser: { clients in clients.reduce(0) { $0 + next.count(of: $1) } }, client,
      limit: scene.configuration.socket.maximumRegions, "regions")
  }

  /// Checks how many recognizers there are once a client's edits are done.
  ///
  /// - Parameter declared: how many the client has declared then.
  func checkRoom(forRecognizers declared: Int, of client: ClientIdentity) throws(RequestError) {
    let counts = scene.recognizers.clientCounts
    let before = counts[client.number] ?? 0
    guard declared > before else { return }
    try check(
      counts.values.reduce(declared - before, +),
      ofUser: { clients in clients.reduce(declared - before) { $0 + (counts[$1] ?? 0) } }, client,
      limit: scene.configuration.socket.maximumRecognizers, "recognizers, counting each number of touches")
  }

  /// - Parameter ofUser: how many some clients have.
  private func check(
    _ count: Int, ofUser: ([Int]) -> Int, _ client: ClientIdentity, limit: Int, _ things: String
  ) throws(RequestError) {
    guard count <= limit else {
      throw RequestError(
        .limitReached, "all clients together declare at most \(limit) \(things)", path: "edits")
    }
    // S12: one user's programs, gone wild, keep no other user's out.
    guard !rights.isOwner(client.credentials) else { return }
    let clients = publisher.broadcaster?.clients(of: client.credentials.userID) ?? []
    guard ofUser(clients) <= limit / 2 else {
      throw RequestError(
        .limitReached, "the clients of one user declare at most \(limit / 2) \(things)", path: "edits")
    }
  }
}
