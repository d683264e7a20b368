import EventFamilies
import GestureCore
import GestureProtocol

/// `motion_subscribe`, `motion_unsubscribe` and `motion_get`: raw motion (MOT-18, MOT-19).
extension CommandRunner {
  func subscribe(toMotion rate: Double?, from client: ClientIdentity) throws(RequestError) -> [ReplyField] {
    guard let rate else {
      publisher.desk.readers[client.number] = nil
      return []
    }
    try requireMotion()
    publisher.desk.readers[client.number] = MotionReader(rate: rate)
    return []
  }

  func motion(for client: ClientIdentity) throws(RequestError) -> [ReplyField] {
    try requireMotion()
    // Of several sensors the one that spoke last; a gyroscope of its own only where there is nothing else.
    let readings = publisher.desk.latestReadings.values
    let latest = readings.max { one, other in
      (one.acceleration == nil ? 0 : 1, one.time, one.device)
        < (other.acceleration == nil ? 0 : 1, other.time, other.device)
    }
    guard !publisher.desk.isSuspended, let reading = latest else {
      throw RequestError(
        .unavailable, "no sensor has said anything: it is read while somebody subscribes to motion",
        path: "command", hint: "motion_subscribe")
    }
    return [ReplyField("time", .time(reading.time))] + reading.fields
  }

  private func requireMotion() throws(RequestError) {
    guard publisher.desk.settings.shake == nil else { return }
    throw RequestError(
      .unavailable, "motion is switched off", path: "command",
      hint: "[motion] enabled in the configuration of gestured")
  }
}
