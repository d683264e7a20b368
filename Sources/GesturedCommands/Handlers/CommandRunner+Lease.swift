import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration
import GesturedServing

/// `inhibit` and `release`: the private mode, for example while a person types a password.
extension CommandRunner {
  func inhibit(from client: ClientIdentity) throws(RequestError) -> [ReplyField] {
    try require(.inhibit, for: client)
    guard lease.acquire(by: client.number) else { return [] }
    // QUE-6: gestures under way end first, so that no gesture goes on without its lines.
    for stage in publisher.stages {
      cancelAllTouches(on: stage)
      keepTapsSecret(on: stage)
      adoptIgnored(on: stage)
    }
    input.dropFamilies()
    desk.suspend()
    publisher.beginPrivateMode(at: input.stamp(at: turn.now))
    return []
  }

  func release(from client: ClientIdentity) -> [ReplyField] {
    let isHolder = lease.holders.contains(client.number)
    if lease.release(by: client.number) { endLease() }
    return isHolder ? [] : [ReplyField("held", .flag(false))]
  }

  /// Ends the private mode. The touches that are down landed in it and stay private: they are canceled.
  func endLease() {
    for stage in publisher.stages {
      cancelAllTouches(on: stage)
      keepTapsSecret(on: stage)
      adoptIgnored(on: stage)
    }
    input.dropFamilies()
    desk.resume()
    publisher.endPrivateMode(at: input.stamp(at: turn.now))
  }

  /// Keeps taps from making regions first responders while a client holds the lease. Otherwise the success of `focus`
  /// would reveal taps, both then and later. Regions are not asked about gestures either: the wait would reveal where
  /// the gesture is.
  func keepTapsSecret(on stage: Stage) {
    forEachTouchscreen(on: stage) { touchscreen, own, _ in
      own.pipeline.tapsMakeFirstResponders = !lease.isHeld
      own.pipeline.asksRegions = !lease.isHeld
    }
  }

  /// Cancels the touches of a stage on every touchscreen.
  private func cancelAllTouches(on stage: Stage) {
    forEachTouchscreen(on: stage) { touchscreen, own, time in
      touchscreen.change(on: stage, at: time, publisher) { pipeline, time, identifiers, buffer in
        pipeline.cancelTouches(at: time, identifiers: &identifiers, into: &buffer)
      }
    }
  }
}

extension InhibitCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    try runner.inhibit(from: client)
  }
}

extension ReleaseCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    runner.release(from: client)
  }
}

/// The connections that hold the private mode. In this mode no event of a single finger and no place is published. The
/// mode lasts while any connection holds it, and ends with the last one.
struct Lease {
  /// The clients that hold the lease, in the order in which they took it.
  private(set) var holders: [Int] = []

  /// Whether any client holds the lease.
  var isHeld: Bool { !holders.isEmpty }

  /// - Returns: whether the private mode begins now.
  mutating func acquire(by client: Int) -> Bool {
    guard !holders.contains(client) else { return false }
    holders.append(client)
    return holders.count == 1
  }

  /// - Returns: whether the private mode ends now.
  mutating func release(by client: Int) -> Bool {
    guard holders.contains(client) else { return false }
    holders.removeAll { $0 == client }
    return holders.isEmpty
  }
}
