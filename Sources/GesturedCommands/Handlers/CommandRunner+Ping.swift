import GestureCore
import GestureProtocol
import GesturedBase
import GesturedServing

/// `ping`: replies with the time, as a sign of life.
extension PingCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    [ReplyField("time", .time(runner.input.stamp(at: runner.turn.now)))]
  }
}
