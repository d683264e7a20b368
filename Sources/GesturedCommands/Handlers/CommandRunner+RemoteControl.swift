import EventFamilies
import GestureCore
import GestureProtocol
import GesturedBase
import GesturedServing

/// `remote`: sets what a client receives from remote controls and headsets (RMT-9 to RMT-15).
extension CommandRunner {
  func remote(
    _ command: RemoteControlCommand, from client: ClientIdentity
  ) throws(RequestError) -> [ReplyField] {
    if desk.settings.remote == nil {
      throw RequestError(
        .unavailable, "remote controls are switched off: set enabled = true in [remote]", path: "command",
        hint: "[remote] enabled in the configuration of gestured")
    }
    let isReceiver = desk.apply(command, from: client.number, in: party(of: client))
    return [ReplyField("receiving", .flag(isReceiver))]
  }

  /// The clients among which a client may claim the session: those with the right `scene`, or those of its user.
  func party(of client: ClientIdentity) -> RemoteReceivers.Party {
    mayDeclareForAll(client.credentials) ? .everyone : .user(client.credentials.userID)
  }
}

extension RemoteControlCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    try runner.remote(self, from: client)
  }
}
