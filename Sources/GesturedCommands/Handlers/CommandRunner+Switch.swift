import GestureCore
import GestureProtocol
import GesturedConfiguration
import GesturedServing

/// `switch`: keeps recognizers of the configuration from touches that land from now on, until the connection ends
/// (FLT-104). A recognizer that is off takes part as if no client listened to it.
extension CommandRunner {
  func change(
    _ command: SwitchCommand, from client: ClientIdentity
  ) throws(RequestError) -> [ReplyField] {
    try require(.switching, for: client)
    for (field, names) in [("off", command.off), ("on", command.on)] {
      for (index, name) in names.enumerated() {
        try check(name, path: names.count > 1 ? "\(field)[\(index)]" : field)
      }
    }
    let old = switches
    switches.removeAll { $0.client == client.number && command.on.contains($0.name) }
    for name in command.off where !switches.contains(where: { $0.client == client.number && $0.name == name })
    {
      switches.append((client.number, name))
    }
    if old.count != switches.count || !command.off.isEmpty { refreshHearing() }
    return []
  }

  /// Ends what departed clients hold off.
  func endSwitches(of clients: Set<Int>) {
    let count = switches.count
    switches.removeAll { clients.contains($0.client) }
    if switches.count != count { refreshHearing() }
  }

  /// The hearing of recognizers, without those that any client holds off.
  func withSwitches(_ hearing: [RecognizerHearing], on stage: Stage) -> [RecognizerHearing] {
    guard !switches.isEmpty else { return hearing }
    var hearing = hearing
    let instances = stage.scene.recognizers.instances
    for number in instances.indices
    where hearing.indices.contains(number) && instances[number].owner == RegionTree.configuration {
      let kind = Self.kindPrefix + instances[number].type.kind.name
      if switches.contains(where: { $0.name == instances[number].name || $0.name == kind }) {
        hearing[number] = .unheard
      }
    }
    return hearing
  }

  private static let kindPrefix = "kind:"

  private func refreshHearing() {
    for stage in publisher.stages { stage.markListenersStale(ofTouches: false, turn) }
  }

  /// Refuses a name that the configuration does not have.
  private func check(_ name: String, path: String) throws(RequestError) {
    let names: [String]
    if name.hasPrefix(Self.kindPrefix) {
      names = RecognizerCatalog.types.map { Self.kindPrefix + $0.kind.name }
    } else {
      names = publisher.everyone.scene.recognizers.names(of: RegionTree.configuration)
    }
    guard !names.contains(name) else { return }
    throw RequestError(
      .unknownRecognizer,
      "the configuration has no recognizer “\(name.escapedForMessage)”; allowed: a name of it, or kind: and a kind",
      path: path, hint: NearestWord.nearest(to: name, among: names).map(\.escapedForMessage))
  }
}

extension SwitchCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    try runner.change(self, from: client)
  }
}
