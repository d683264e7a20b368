import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration
import GesturedServing

/// `cancel_touches`: cancels the touches on all stages (QUE-6, QUE-7).
extension CommandRunner {
  func cancelTouches(
    of device: DeviceReference?, from client: ClientIdentity
  ) throws(RequestError) -> [ReplyField] {
    try require(.cancelTouches, for: client)
    let numbers = try numbers(of: device, on: publisher.everyone)
    for stage in publisher.stages {
      change(numbers, on: stage) { pipeline, time, identifiers, buffer in
        pipeline.cancelTouches(at: time, identifiers: &identifiers, into: &buffer)
      }
    }
    return []
  }
}

extension CancelTouchesCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    try runner.cancelTouches(of: device, from: client)
  }
}
