import GestureProtocol
import GesturedServing

/// `limit`: limits what a connection may declare, below the limits of the configuration (WEB-53), and names the scene in which
/// it declares (WEB-69).
extension CommandRunner {
  func limit(_ command: LimitCommand, from client: ClientIdentity) throws(RequestError) -> [ReplyField] {
    if let scene = command.scene { try join(scene, by: client) }
    connections.subscriber(numbered: client.number)?.ownLimits = (command.regions, command.recognizers)
    return []
  }

  /// The most regions and windows that a client may declare.
  func regionLimit(of client: ClientIdentity) -> DeclarationLimit {
    DeclarationLimit(
      "regions", own: connections.subscriber(numbered: client.number)?.ownLimits.regions,
      socketSettings.regionsPerSubscriber, "regions_per_subscriber")
  }

  /// The most recognizers that a client may declare, each number of touches counted.
  func recognizerLimit(of client: ClientIdentity) -> DeclarationLimit {
    DeclarationLimit(
      "recognizers", own: connections.subscriber(numbered: client.number)?.ownLimits.recognizers,
      socketSettings.recognizersPerSubscriber, "recognizers_per_subscriber")
  }
}

/// How much one client may declare.
struct DeclarationLimit {
  /// The most declarations.
  let count: Int
  /// How to stay within the limit.
  let hint: String

  fileprivate init(_ things: String, own: Int?, _ configured: Int, _ key: String) {
    count = min(own ?? configured, configured)
    hint = count < configured ? "fewer \(things)" : "fewer \(things), or \(key) in [socket]"
  }
}

extension LimitCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    try runner.limit(self, from: client)
  }
}
