import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration

/// `set`: sets a value of an active recognizer (PAN-11, PIN-4, ROT-7). Only the recognizer's owner may.
extension CommandRunner {
  func set(_ command: SetCommand, from client: ClientIdentity) throws(RequestError) -> [ReplyField] {
    let recognizers = try ownNumbers(named: command.recognizer, of: client, path: "recognizer")
    let devices = try numbers(of: command.device, at: turn.now)
    var hasValue = devices.isEmpty
    change(devices) { pipeline, _, _, _ in
      for number in recognizers where pipeline.adjust(number, command.value) { hasValue = true }
    }
    guard hasValue else {
      throw RequestError(
        .conflict, "the recognizer “\(command.recognizer.escapedForMessage)” has no such value",
        path: "recognizer", hint: "translation of a pan, scale of a pinch, rotation of a rotation")
    }
    return []
  }
}

extension SetCommand: ServedCommand {
  static var isAboutStage: Bool { true }

  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity
  ) throws(RequestError) -> [ReplyField]? {
    try runner.set(self, from: client)
  }
}
