import GestureCore
import GesturedBase
import LinuxEventLoop
import LinuxInput
import SystemPackage
import TouchInput

/// The clone of a live panel: writes its frames into the keeper's pipe. No write waits for the keeper.
final class LiveClone: CloneSink {
  /// How long the keeper may take nothing from a pipe that is not empty (FF-4). A keeper that hangs would otherwise keep the
  /// touchscreen from everybody until the pipe is full.
  static let stallTime = TimeSpan.milliseconds(200)
  /// How long before that a write looks already.
  private static let lookTime = TimeSpan.milliseconds(100)

  private var pipe: ClonePipe
  private let turn: Turn
  private let token: PollToken
  /// When to look whether the keeper has taken anything, and how much it had taken before; nil while the pipe was empty.
  private var check: (due: Instant, takenBytes: Int)?
  /// When the clone counts as lost; nil while the keeper takes what it gets.
  private(set) var lostAt: Instant?
  /// Whether the keeper is there, but takes nothing.
  private(set) var isStalled = false

  /// Takes over the writing end of a pipe, and watches it.
  init(_ end: consuming OwnedDescriptor, _ turn: Turn, _ token: PollToken) throws(SystemError) {
    pipe = try ClonePipe(owning: end)
    self.turn = turn
    self.token = token
    // A pipe whose reader is gone reports an error, whatever is asked for.
    try turn.poller.add(pipe.descriptor, interest: [], token: token)
  }

  /// The frames that were written, and how many writes found the pipe full.
  var counts: (frames: Int, full: Int) { (pipe.frameCount, pipe.fullCount) }

  func add(_ clone: CloneDescription, of device: Int) {}

  func write(_ events: ArraySlice<CloneEvent>, frames: Int, at time: Instant, of device: Int) {
    let outcome = pipe.write(events, frames: frames)
    if outcome != .written { note(outcome) }
    noteWrite()
  }

  /// When to call `advance`; nil while nothing is due.
  var nextDeadline: Instant? { .earlier(lostAt, check?.due) }

  /// Whether a rest waits for room in the pipe.
  var isFull: Bool { pipe.isWaiting }

  /// Looks whether the keeper takes what it gets.
  func advance() {
    guard let check, check.due <= turn.now else { return }
    self.check = nil
    let (isIdle, takenBytes) = pipe.progress
    guard !isIdle else { return }
    guard takenBytes != check.takenBytes else {
      isStalled = true
      lostAt = turn.now
      return
    }
    expectProgress()
  }

  /// Looks whether the keeper takes what it gets before that is due, while frames are written: otherwise the daemon would wake
  /// for it beside its frames.
  private func noteWrite() {
    guard let check else { return expectProgress() }
    guard check.due <= turn.now + Self.lookTime, pipe.progress.takenBytes != check.takenBytes else { return }
    expectProgress()
  }

  private func expectProgress() {
    guard lostAt == nil else { return }
    check = (turn.now + Self.stallTime, pipe.progress.takenBytes)
    turn.owe(.deadlines)
  }

  /// Asks the keeper to end all contacts. In a full pipe the request waits for room, as frames do.
  ///
  /// - Returns: whether the keeper receives the request. It ends them with the pipe otherwise.
  func endContacts() -> Bool {
    let outcome = pipe.endContacts()
    if outcome != .written { note(outcome) }
    noteWrite()
    return outcome != .broken
  }

  /// Handles readiness of the pipe.
  ///
  /// - Returns: whether the pipe is lost.
  func handle(_ readiness: Readiness) -> Bool {
    guard readiness.isDisjoint(with: [.error, .hangUp]) else { return true }
    note(pipe.flush())
    return false
  }

  /// Stops watching the pipe. It is closed with the clone.
  func unwatch() {
    // A failure changes nothing: the descriptor is closed next.
    try? turn.poller.remove(pipe.descriptor)
  }

  private func note(_ outcome: ClonePipe.Outcome) {
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
