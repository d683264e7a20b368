import GestureCore
import LinuxEventLoop

/// The present turn of the loop, handed along to whatever it leads to: its time, what it owes, and what it may use.
///
/// There is one object for as long as the daemon lives, so handing it along costs nothing.
final class Turn {
  /// How much processor time is given to requests in one turn, of all clients together, in microseconds: fingers go before
  /// words (H1). What is left over goes on in the next turn, which begins at once.
  static let workOnRequests: Int64 = 2000
  /// How much a turn may have given to requests before it begins a step of thousands of microseconds.
  static let workWhenFresh: Int64 = 300

  /// The one time of the turn, on the kernel's monotonic clock.
  private(set) var now: Instant
  /// The work that is left before the loop sleeps.
  private(set) var debts = TurnDebts.all
  /// When the loop is woken although nothing is readable; nil for never.
  private(set) var planned: Instant?
  /// The poller that the loop waits on.
  var poller: Poller
  /// The processor time that this thread has used, in microseconds.
  var processorTime: () -> Int64 = ProcessorClock.microseconds
  /// The processor time that users have left for their clients' requests.
  var work = WorkAccounts()
  /// The processor time when requests of this turn began to be served.
  var servingSince: Int64 = 0
  /// The processor time of this turn's lines for everyone, in microseconds. It is measured while clients wait, since they pay
  /// for their part of it; nil while none waits.
  var spentOnLines: Int64?
  /// Whether each turn owes everything: so tests see that short turns leave nothing out.
  var paysEverything = false
  /// The daemon's log; `warning`, `notice` and `debug` write to it.
  var journal: Journal

  init(_ journal: Journal, poller: consuming Poller, at now: Instant = Instant(microseconds: 0)) {
    self.journal = journal
    self.poller = poller
    self.now = now
  }

  /// The next turn begins.
  func begin(at now: Instant) {
    self.now = now
    if planned.map({ $0 <= now }) ?? false { owe(.ofTime) }
    if paysEverything { owe(.all) }
  }

  // MARK: Debts

  /// Has something done before the loop sleeps.
  func owe(_ debts: TurnDebts) { self.debts.formUnion(debts) }

  /// Has the loop sleep until a time at most: the last debt is paid.
  func plan(_ deadline: Instant?) { planned = deadline }

  /// Has the loop woken by a time.
  func wake(by deadline: Instant?) {
    if let deadline, planned.map({ deadline < $0 }) ?? true { owe(.deadlines) }
  }

  /// Whether the loop may sleep.
  var owesNothing: Bool { debts.isEmpty }

  /// Whether a deadline may have gone by: what is planned is never later than what a device waits for.
  var mayBeLate: Bool { planned.map { $0 <= now } ?? true }

  /// Whether any of some debts is still to be paid.
  func owes(_ debts: TurnDebts) -> Bool { !self.debts.isDisjoint(with: debts) }

  /// Takes a debt off, to pay it. A debt that is made meanwhile stays for the next turn.
  ///
  /// - Returns: whether there was one.
  func takes(_ debt: TurnDebts) -> Bool { debts.remove(debt) != nil }

  // MARK: Processor time

  /// Whether requests have had all the processor time that the turn has for them.
  var isOver: Bool { processorTime() - servingSince >= Self.workOnRequests }

  /// Whether the turn has done little for requests so far.
  var isFresh: Bool { processorTime() - servingSince < Self.workWhenFresh }

  /// Charges a user for processor time of the loop, in microseconds.
  func charge(_ time: Int64, to user: UInt32) { work.charge(time, to: user, now: now) }

  /// Whether a user has processor time left.
  func mayWork(for user: UInt32) -> Bool { work.waitEnd(of: user, at: now) == nil }

  // MARK: The journal

  /// Logs that hardware, kernel, client or configuration misbehaved.
  func warning(_ cause: Journal.Cause, _ text: String) { journal.warning(cause, text, now: now) }

  /// Logs a start, a stop, or that a device came or went.
  func notice(_ cause: Journal.Cause, _ text: String) { journal.notice(cause, text, now: now) }

  /// Logs what was decided, for those who ask.
  func debug(_ text: @autoclosure () -> String) { journal.debug(text()) }
}
