import GestureCore
import GestureProtocol

/// `ping`: a sign of life.
extension PingCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, journal: inout Journal,
    now: Instant
  ) throws(RequestError) -> [ReplyField]? {
    [ReplyField("time", .time(runner.input.stamp(at: now)))]
  }
}
