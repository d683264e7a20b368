import GestureProtocol

/// How much memory clients may make the daemon keep, in bytes by an estimate that errs high (H2): what they have declared,
/// what they want to hear, what they have half said, and what they have not read.
extension CommandRunner {
  /// The most for all clients of one user.
  static let bytesOfUser = 16 << 20
  /// The most for all clients.
  static let bytesOfAll = 96 << 20

  /// Checks that what a request adds fits; a request that takes something away is never refused.
  ///
  /// - Parameter added: how many bytes are kept for the client more than before.
  func checkMemory(adding added: Int, for client: ClientIdentity, path: String) throws(RequestError) {
    guard added > 0 else { return }
    var (own, all) = (added, added)
    for subscriber in publisher.subscribers {
      let bytes = subscriber.keptBytes + declaredBytes(of: subscriber)
      all += bytes
      if subscriber.credentials.userID == client.credentials.userID { own += bytes }
    }
    guard own <= Self.bytesOfUser else {
      throw tooMuch(own, Self.bytesOfUser, "the clients of one user", path)
    }
    guard all <= Self.bytesOfAll else { throw tooMuch(all, Self.bytesOfAll, "all clients together", path) }
  }

  /// About how many bytes the regions and recognizers of a client take.
  func declaredBytes(of subscriber: Subscriber) -> Int {
    guard let scene = audiences[subscriber.stage]?.scene else { return 0 }
    let client = Int(subscriber.number)
    return scene.regions.keptBytes(of: client) + (scene.recognizerBytes[client] ?? 0)
  }

  private func tooMuch(_ bytes: Int, _ limit: Int, _ holders: String, _ path: String) -> RequestError {
    RequestError(
      .limitReached,
      "the daemon would keep about \(bytes) bytes for \(holders); allowed: at most \(limit) bytes",
      path: path, hint: "fewer regions, recognizers or filters")
  }
}
