import GestureProtocol
import GesturedServing

/// Limits the memory that clients make the daemon keep, in bytes (H2). The estimate errs high. It counts declarations,
/// scenes with names, subscriptions, incomplete requests and unread lines.
extension CommandRunner {
  /// The limit for all clients of one user, in bytes.
  static let bytesOfUser = 16 << 20
  /// The limit for all clients, in bytes.
  static let bytesOfAll = 96 << 20

  /// Checks that a request's memory fits. A request that frees memory is never refused.
  ///
  /// - Parameter added: how many more bytes the daemon would keep for the client.
  func checkMemory(adding added: Int, for client: ClientIdentity, path: String) throws(RequestError) {
    guard added > 0 else { return }
    var (own, all) = (added, added)
    for subscriber in connections.all {
      let bytes = subscriber.keptBytes + declaredBytes(of: subscriber)
      all += bytes
      if subscriber.credentials.userID == client.credentials.userID { own += bytes }
    }
    for stage in publisher.stages where stage.origin.scene != nil {
      let bytes = stage.base?.scene.bytesOfCopy ?? 0
      all += bytes
      if stage.origin.user == client.credentials.userID { own += bytes }
    }
    guard own <= Self.bytesOfUser else {
      throw tooMuch(own, Self.bytesOfUser, "the clients of one user", path)
    }
    guard all <= Self.bytesOfAll else { throw tooMuch(all, Self.bytesOfAll, "all clients together", path) }
  }

  /// Estimates the bytes that a client's regions and recognizers take.
  func declaredBytes(of subscriber: Subscriber) -> Int {
    let scene = subscriber.declaresOn.scene
    let client = subscriber.number
    return scene.regions.keptBytes(of: client) + (scene.recognizerBytes[client] ?? 0)
      + adjustments.keptBytes(of: client)
  }

  private func tooMuch(_ bytes: Int, _ limit: Int, _ holders: String, _ path: String) -> RequestError {
    RequestError(
      .limitReached,
      "the daemon would keep about \(bytes) bytes for \(holders); allowed: at most \(limit) bytes",
      path: path, hint: "fewer regions, recognizers or filters")
  }
}
