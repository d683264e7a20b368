/// Touches that recognizers track before it is known whether they may: what is needed to go on as if they had never
/// come (ARB-22 with an answer that comes later).
struct ProvisionalTouches: Sendable {
  /// A touch of a recognizer, by its id, and the count of the event that it landed in.
  struct Entry: Sendable {
    let recognizer: Int
    let touch: UInt64
    let event: UInt64
    let slot: Int
  }

  /// A recognizer as it was before the first of its provisional touches.
  struct Snapshot: Sendable {
    let number: Int
    let recognizer: any Recognizer
    let waiting: Attempt.Waiting
    let deadline: Instant?
    let touchType: TouchType?
    /// The ids of the touches that it knew of.
    let known: [UInt64]
    /// Why it has given up, which does not count while one of its touches is provisional.
    var failure: Reason?
  }

  private(set) var entries: [Entry] = []
  private(set) var snapshots: [Snapshot] = []

  /// Whether there is none.
  var isEmpty: Bool { entries.isEmpty }

  /// Whether a recognizer has one.
  func contains(_ number: Int) -> Bool {
    for entry in entries where entry.recognizer == number { return true }
    return false
  }

  /// Whether a recognizer has given up, which does not count yet.
  func hasFailure(_ number: Int) -> Bool {
    for snapshot in snapshots where snapshot.number == number { return snapshot.failure != nil }
    return false
  }

  /// Notes a touch, with the recognizer as it was before.
  mutating func append(_ entry: Entry, before snapshot: @autoclosure () -> Snapshot) {
    if !snapshots.contains(where: { $0.number == entry.recognizer }) { snapshots.append(snapshot()) }
    entries.append(entry)
  }

  /// Notes that a recognizer gives up.
  mutating func note(failure: Reason, of number: Int) {
    for position in snapshots.indices where snapshots[position].number == number {
      snapshots[position].failure = failure
    }
  }

  /// The touches of a recognizer that landed in an event.
  func touches(of number: Int, event: UInt64) -> [Entry] {
    entries.filter { $0.recognizer == number && $0.event == event }
  }

  /// A touch is provisional no longer: it stays, or is gone.
  mutating func remove(_ touch: UInt64, of number: Int) {
    entries.removeAll { $0.recognizer == number && $0.touch == touch }
  }

  /// What a recognizer was before; nil where none of its touches is provisional.
  func snapshot(of number: Int) -> Snapshot? {
    snapshots.first { $0.number == number }
  }

  /// The recognizer has gone back to what it was, so that nothing counts of what it made of touches since.
  mutating func forgetFailure(of number: Int) {
    for position in snapshots.indices where snapshots[position].number == number {
      snapshots[position].failure = nil
    }
  }

  /// Forgets what a recognizer was before.
  ///
  /// - Returns: why it has given up since, where it has.
  mutating func dropSnapshot(of number: Int) -> Reason? {
    let failure = snapshot(of: number)?.failure
    snapshots.removeAll { $0.number == number }
    return failure
  }

  /// Forgets a recognizer: its attempt is over.
  mutating func forget(_ number: Int) {
    guard !snapshots.isEmpty else { return }
    entries.removeAll { $0.recognizer == number }
    snapshots.removeAll { $0.number == number }
  }
}
