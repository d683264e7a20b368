import GestureCore
import LinuxEventLoop

/// The present turn of the loop: its time, its debts, and its limits. The loop passes it to all code that a turn runs.
///
/// One object serves all turns, so that passing it costs nothing.
final class Turn {
  /// The processor time for requests in one turn, of all clients together, in microseconds: touches come before
  /// requests (H1). The rest continues in the next turn, which begins at once.
  static let workOnRequests: Int64 = 2000
  /// The most time that a turn may have spent on requests before it begins a step of thousands of microseconds.
  static let workWhenFresh: Int64 = 300

  /// The one time of the turn, on the kernel's monotonic clock.
  private(set) var now: Instant
  /// The work that is left before the loop sleeps.
  private(set) var debts = TurnDebts.all
  /// When the loop wakes without a readable descriptor; nil for never.
  private(set) var planned: Instant?
  /// The `epoll` instance that the loop waits on.
  var poller: Poller
  /// The processor time that this thread has used, in microseconds.
  var processorTime: () -> Int64 = ProcessorClock.microseconds
  /// The processor time left for each user's requests.
  var work = WorkAccounts()
  /// The processor time at which the turn began to serve requests.
  var servingSince: Int64 = 0
  /// The processor time of this turn's lines for everyone, in microseconds. It is measured while clients wait, since they pay
  /// for their part of it; nil while none waits.
  var spentOnLines: Int64?
  /// Whether each turn owes everything. Tests use it to show that short turns leave nothing out.
  var paysEverything = false
  /// The daemon's log; `warning`, `notice` and `debug` write to it.
  var journal: Journal

  init(_ journal: Journal, poller: consuming Poller, at now: Instant = Instant(microseconds: 0)) {
    self.journal = journal
    self.poller = poller
    self.now = now
  }

  /// Begins the next turn.
  func begin(at now: Instant) {
    self.now = now
    if planned.map({ $0 <= now }) ?? false { owe(.ofTime) }
    if paysEverything { owe(.all) }
  }

  // MARK: Debts

  /// Adds debts to pay before the loop sleeps.
  func owe(_ debts: TurnDebts) { self.debts.formUnion(debts) }

  /// Sets when the loop wakes at the latest. This pays the last debt.
  func plan(_ deadline: Instant?) { planned = deadline }

  /// Makes sure that the loop wakes by a time.
  func wake(by deadline: Instant?) {
    if let deadline, planned.map({ deadline < $0 }) ?? true { owe(.deadlines) }
  }

  /// Whether the loop may sleep.
  var owesNothing: Bool { debts.isEmpty }

  /// Whether a deadline may have passed. The planned time is never later than any device's deadline.
  var mayBeLate: Bool { planned.map { $0 <= now } ?? true }

  /// Whether any of some debts is unpaid.
  func owes(_ debts: TurnDebts) -> Bool { !self.debts.isDisjoint(with: debts) }

  /// Removes a debt, which the caller then pays. A debt that arises meanwhile stays for the next turn.
  ///
  /// - Returns: whether the debt existed.
  func takes(_ debt: TurnDebts) -> Bool { debts.remove(debt) != nil }

  // MARK: Processor time

  /// Whether requests have used all their processor time of the turn.
  var isOver: Bool { processorTime() - servingSince >= Self.workOnRequests }

  /// Whether the turn has done little for requests so far.
  var isFresh: Bool { processorTime() - servingSince < Self.workWhenFresh }

  /// Charges a user for processor time of the loop, in microseconds.
  func charge(_ time: Int64, to user: UInt32) { work.charge(time, to: user, now: now) }

  /// Whether a user has processor time left.
  func mayWork(for user: UInt32) -> Bool { work.waitEnd(of: user, at: now) == nil }

  // MARK: The journal

  /// Logs that hardware, kernel, client or configuration misbehaved.
  func warning(_ cause: Journal.Cause, _ line: MessageLine) { journal.warning(cause, line, now: now) }

  /// Logs a start, a stop, or that a device came or went.
  func notice(_ cause: Journal.Cause, _ text: String) { journal.notice(cause, text, now: now) }

  /// Logs a decision, where debugging is on.
  func debug(_ text: @autoclosure () -> String) { journal.debug(text()) }
}
