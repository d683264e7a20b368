import GestureCore
import GestureProtocol
import GesturedBase
import GesturedServing

/// `forward`: whether a client passes on what it takes at a responder (RSP-2, MULTI-17).
extension CommandRunner {
  func forward(
    _ command: ForwardCommand, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField] {
    if case .region = ResponderName(command.region), stage.scene.regions[command.region] == nil {
      throw .unknownRegion(
        command.region, among: stage.scene.regions.names(toldTo: client.number), path: "region")
    }
    let listens =
      publisher.setForwarding(client.number, of: command.region, isEnabled: command.isEnabled)
    guard listens else {
      throw RequestError(
        .conflict,
        "this client takes no touches, motion, press or remote there; "
          + "allowed: a region that a filter of this client names, or a responder that it is", path: "region",
        hint: "subscribe")
    }
    return []
  }
}

extension ForwardCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    try runner.forward(self, from: client, on: stage)
  }
}
