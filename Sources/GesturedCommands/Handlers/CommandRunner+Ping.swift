import GestureCore
import GestureProtocol
import GesturedBase

/// `ping`: replies with the time, as a sign of life.
extension PingCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity
  ) throws(RequestError) -> [ReplyField]? {
    [ReplyField("time", .time(runner.input.stamp(at: runner.turn.now)))]
  }
}
