import GestureCore
import LinuxEventLoop

/// The present turn of the loop: its time, its debts, and its limits.
///
/// One object serves all turns. Code with a `Publisher` reads the turn there; all other code receives it as an argument.
/// The questions of every turn are `@inlinable`, since other rooms would call a function for each.
@usableFromInline
package final class Turn {
  /// The processor time for requests in one turn, of all clients together, in microseconds: touches come before
  /// requests (H1). The rest continues in the next turn, which begins at once.
  package static let workOnRequests: Int64 = 2000
  /// The most time that a turn may have spent on requests before it begins a step of thousands of microseconds.
  package static let workWhenFresh: Int64 = 300

  /// The one time of the turn, on the kernel's monotonic clock.
  @usableFromInline package private(set) var now: Instant
  /// The work that is left before the loop sleeps.
  @usableFromInline var debts = TurnDebts.all
  /// When the loop wakes without a readable descriptor; nil for never.
  @usableFromInline package private(set) var planned: Instant?
  /// The `epoll` instance that the loop waits on.
  package var poller: Poller
  /// The processor time that this thread has used, in microseconds.
  package var processorTime: () -> Int64 = ProcessorClock.microseconds
  /// The processor time left for each user's requests.
  package var work = WorkAccounts()
  /// The processor time at which the turn began to serve requests.
  package var servingSince: Int64 = 0
  /// The processor time of this turn's lines that users' scenes have not paid for, in microseconds. It is measured while
  /// clients wait, who pay for their part, and in a crowd, whose listeners pay for the rest; nil otherwise.
  package var spentOnLines: Int64?
  /// With more clients than this, listeners pay for their lines. A line takes a few microseconds for each client. Fewer
  /// clients cost less than reading the clock twice.
  @inlinable package static var fewListeners: Int { 8 }
  /// Whether each turn owes everything. Tests use it to show that short turns leave nothing out.
  var paysEverything = false
  /// The daemon's log; `warning`, `notice` and `debug` write to it.
  var journal: Journal

  package init(_ journal: Journal, poller: consuming Poller, at now: Instant = Instant(microseconds: 0)) {
    self.journal = journal
    self.poller = poller
    self.now = now
  }

  /// Begins the next turn.
  package func begin(at now: Instant) {
    self.now = now
    if planned.map({ $0 <= now }) ?? false { owe(.ofTime) }
    if paysEverything { owe(.all) }
  }

  // MARK: Debts

  /// Adds debts to pay before the loop sleeps.
  @inlinable package func owe(_ debts: TurnDebts) { self.debts = self.debts | debts }

  /// Sets when the loop wakes at the latest. This pays the last debt.
  package func plan(_ deadline: Instant?) { planned = deadline }

  /// Makes sure that the loop wakes by a time.
  @inlinable package func wake(by deadline: Instant?) {
    if let deadline, planned.map({ deadline < $0 }) ?? true { owe(.deadlines) }
  }

  /// Whether the loop may sleep.
  @inlinable package var owesNothing: Bool { debts.isEmpty }

  /// Whether a deadline may have passed. The planned time is never later than any device's deadline.
  @inlinable package var mayBeLate: Bool { planned.map { $0 <= now } ?? true }

  /// Whether any of some debts is unpaid.
  @inlinable package func owes(_ debts: TurnDebts) -> Bool { self.debts.overlaps(debts) }

  /// Removes a debt, which the caller then pays. A debt that arises meanwhile stays for the next turn.
  ///
  /// - Returns: whether the debt existed.
  package func takes(_ debt: TurnDebts) -> Bool { debts.remove(debt) }

  // MARK: Processor time

  /// Whether requests have used all their processor time of the turn.
  package var isOver: Bool { processorTime() - servingSince >= Self.workOnRequests }

  /// Whether the turn has done little for requests so far.
  package var isFresh: Bool { processorTime() - servingSince < Self.workWhenFresh }

  /// Charges a user for processor time of the loop, in microseconds.
  package func charge(_ time: Int64, to user: UInt32) { work.charge(time, to: user, now: now) }

  /// Charges users for processor time of the loop, in microseconds, in equal parts; no user where there are none.
  package func charge(_ time: Int64, toEach users: [UInt32]) { work.charge(time, toEach: users, now: now) }

  /// Charges a user for a frame of its own scene, in microseconds.
  package func chargeFrame(_ time: Int64, to user: UInt32) {
    work.charge(time, to: user, isFrame: true, now: now)
  }

  /// Whether a user has processor time left for requests, or for a frame of its own scene.
  package func mayWork(for user: UInt32, on kind: WorkAccounts.Work = .requests) -> Bool {
    work.waitEnd(of: user, for: kind, at: now) == nil
  }

  // MARK: The journal

  /// Logs that hardware, kernel, client or configuration misbehaved.
  package func warning(_ cause: Journal.Cause, _ line: MessageLine) { journal.warning(cause, line, now: now) }

  /// Logs a start, a stop, or that a device came or went.
  package func notice(_ cause: Journal.Cause, _ text: String) { journal.notice(cause, text, now: now) }

  /// Logs a decision, where debugging is on.
  package func debug(_ text: @autoclosure () -> String) { journal.debug(text()) }
}
