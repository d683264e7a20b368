import EventFamilies
import GestureCore
import GestureProtocol
import GesturedBase
import GesturedServing
import LinuxEventLoop

/// `motion_subscribe`, `motion_unsubscribe` and `motion_get`: raw motion (MOT-18, MOT-19).
extension CommandRunner {
  func subscribe(toMotion rate: Double?, from client: ClientIdentity) throws(RequestError) -> [ReplyField] {
    guard let rate else {
      desk.motion.remove(client.number)
      return []
    }
    try requireMotion()
    let received = desk.motion.add(
      client.number, client.credentials, rate: rate, isSlow: !mayReadMotion(client.credentials))
    return [ReplyField("rate", .decimal(received))]
  }

  /// Adapts the rates of all motion readers after the rights have changed.
  func limitMotionReaders() {
    desk.motion.limit { !mayReadMotion($0) }
    desk.renewWishes()
  }

  private func mayReadMotion(_ client: ClientCredentials) -> Bool { rights.mayDo(.motion, client) }

  func motion(for client: ClientIdentity) throws(RequestError) -> [ReplyField] {
    try requireMotion()
    // The latest reading wins. A gyroscope of its own counts only where no sensor measures acceleration.
    let latest = desk.motion.latest(isSlow: !mayReadMotion(client.credentials)).values.max { one, other in
      (one.acceleration == nil ? 0 : 1, one.time, one.device)
        < (other.acceleration == nil ? 0 : 1, other.time, other.device)
    }
    guard !desk.isSuspended, let reading = latest else {
      throw RequestError(
        .unavailable, "no sensor has reported a value: sensors are read while a client subscribes to motion",
        path: "command", hint: "motion_subscribe")
    }
    return [ReplyField("time", .time(reading.time))] + reading.fields
  }

  private func requireMotion() throws(RequestError) {
    guard desk.settings.shake == nil else { return }
    throw RequestError(
      .unavailable, "motion is switched off: set enabled = true in [motion]", path: "command",
      hint: "[motion] enabled in the configuration of gestured")
  }
}

extension MotionSubscribeCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    try runner.subscribe(toMotion: rate, from: client)
  }
}

extension MotionUnsubscribeCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    try runner.subscribe(toMotion: nil, from: client)
  }
}

extension MotionGetCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    try runner.motion(for: client)
  }
}
