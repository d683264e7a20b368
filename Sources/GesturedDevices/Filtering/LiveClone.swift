import GestureCore
import GesturedBase
import LinuxEventLoop
import LinuxInput
import SystemPackage
import TouchInput

/// The clone of a live panel: writes its frames into the keeper's pipe. No write waits for the keeper.
final class LiveClone: CloneSink {
  private var pipe: ClonePipe
  private let turn: Turn
  private let token: PollToken
  private var stallWatch = StallWatch()
  /// When the clone was lost; nil while the keeper reads the pipe.
  private(set) var lostAt: Instant?
  /// Whether the keeper is connected, but reads nothing.
  private(set) var isStalled = false

  /// Takes ownership of the writing end of a pipe, and watches it.
  init(_ end: consuming OwnedDescriptor, _ turn: Turn, _ token: PollToken) throws(SystemError) {
    pipe = try ClonePipe(owning: end)
    self.turn = turn
    self.token = token
    // epoll reports a pipe without a reader as an error, whatever the interest.
    try turn.poller.add(pipe.descriptor, interest: [], token: token)
  }

  /// The frames that were written, and how many writes found the pipe full.
  var counts: (frames: Int, full: Int) { (pipe.frameCount, pipe.fullCount) }

  func add(_ clone: CloneDescription, of device: Int) {}

  func write(_ events: ArraySlice<CloneEvent>, frames: Int, at time: Instant, of device: Int) {
    let wasFull = isFull
    let outcome = pipe.write(events, frames: frames)
    if outcome != .written { record(outcome) }
    recordWrite(wasFull: wasFull)
  }

  /// When to call `advance`; nil while nothing is due.
  var nextDeadline: Instant? { .earlier(lostAt, stallWatch.due) }

  /// Whether a rest waits for room in the pipe.
  var isFull: Bool { pipe.isWaiting }

  /// Checks whether the keeper reads the pipe.
  func advance() {
    guard lostAt == nil, stallWatch.advance(to: turn.now, { pipe.progress }) else { return }
    isStalled = true
    lostAt = turn.now
  }

  private func recordWrite(wasFull: Bool) {
    guard lostAt == nil else { return }
    if stallWatch.recordWrite(isFull: isFull, wasFull: wasFull, at: turn.now, { pipe.progress }) {
      turn.owe(.deadlines)
    }
  }

  /// Asks the keeper to end all contacts. In a full pipe the request waits for room, as frames do.
  ///
  /// - Returns: whether the keeper receives the request. Otherwise the keeper ends the contacts with the pipe.
  func endContacts() -> Bool {
    let wasFull = isFull
    let outcome = pipe.endContacts()
    if outcome != .written { record(outcome) }
    recordWrite(wasFull: wasFull)
    return outcome != .broken
  }

  /// Writes the waiting events, unless the pipe reports an error.
  ///
  /// - Returns: whether the pipe is lost.
  func process(_ readiness: Readiness) -> Bool {
    guard readiness.isDisjoint(with: [.error, .hangUp]) else { return true }
    record(pipe.flush())
    return false
  }

  /// Stops watching the pipe. It is closed with the clone.
  func unwatch() {
    // A failure changes nothing: the descriptor is closed next.
    try? turn.poller.remove(pipe.descriptor)
  }

  private func record(_ outcome: ClonePipe.Outcome) {
    turn.owe(.deadlines)
    switch outcome {
    case .written: watch([])
    case .waiting: watch([.writable])
    case .broken:
      lostAt = turn.now
    }
  }

  private func watch(_ interest: Readiness) {
    do throws(SystemError) {
      try turn.poller.modify(pipe.descriptor, interest: interest, token: token)
    } catch {
      lostAt = turn.now
    }
  }
}
