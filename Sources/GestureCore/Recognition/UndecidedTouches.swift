/// Touches that owners have not decided on yet. Each recognizer here may get a touch, and knows nothing of the touch
/// until its owner says yes (ARB-22).
///
/// After a late yes, the events since the landing are played to the recognizer again. It then has the state that a yes
/// at the landing would have led to. A no leaves nothing to undo.
struct UndecidedTouches: Sendable {
  /// A touch that a recognizer may get.
  struct Entry: Sendable {
    let recognizer: Int
    let touch: UInt64
    let slot: Int
    /// The type of the touch, and its multi-touch sequence.
    let type: TouchType
    let sequence: UInt64
    /// The count of the event in which the touch landed.
    let event: UInt64
    /// The reason why the recognizer fails once the touch is its own: another recognizer has acted with the touch in
    /// the meantime.
    var failure: Reason?
  }

  /// An active recognizer that gets a touch if the owner of another one refuses it (ARB-47).
  struct Contender: Equatable, Sendable {
    let recognizer: Int
    let holder: Int
    let touch: UInt64
    let slot: Int
  }

  /// An event as recognizers saw it.
  struct Moment: Sendable {
    let event: UInt64
    let time: Instant
    let touches: [Touch]
    /// The slots of the touches that were down or lifted in that event, in began order.
    let order: [Int]
  }

  /// A recognizer before the landing of its first undecided touch.
  private struct Base: Sendable {
    let number: Int
    let event: UInt64
    var course: RecognizerCourse
    /// The reason why the recognizer has given up without its undecided touches.
    var failure: Reason?
  }

  private(set) var entries: [Entry] = []
  /// The number of entries of each recognizer. Most have none, and `contains` is called for every other recognizer that
  /// shares a touch (H3).
  private var counts: [Int] = []
  private var bases: [Base] = []
  private var contenders: [Contender] = []
  /// The events since the first base, for recognizers that get a touch late.
  private(set) var moments: [Moment] = []

  /// Recognizers whose next attempt began while a touch was undecided, with the course of that attempt (TAP-9).
  private(set) var restarts: [(recognizer: Int, course: RecognizerCourse)] = []

  /// Whether no touch is undecided.
  var isEmpty: Bool { entries.isEmpty }

  /// Whether a recognizer has an undecided touch.
  func contains(_ number: Int) -> Bool {
    number < counts.count && counts[number] > 0
  }

  /// Whether a touch is undecided for a recognizer.
  func contains(_ touch: UInt64, of number: Int) -> Bool {
    guard contains(number) else { return false }
    for entry in entries where entry.recognizer == number && entry.touch == touch { return true }
    return false
  }

  /// The undecided touches of a recognizer that landed in an event.
  func touches(of number: Int, event: UInt64) -> [Entry] {
    entries.filter { $0.recognizer == number && $0.event == event }
  }

  /// Appends a touch that a recognizer may get.
  mutating func append(_ entry: Entry) {
    entries.append(entry)
    while counts.count <= entry.recognizer { counts.append(0) }
    counts[entry.recognizer] += 1
  }

  /// Removes and returns a touch that was decided on.
  mutating func remove(_ touch: UInt64, of number: Int) -> Entry? {
    guard let position = entries.firstIndex(where: { $0.recognizer == number && $0.touch == touch }) else {
      return nil
    }
    counts[number] -= 1
    return entries.remove(at: position)
  }

  /// Records the reason why a recognizer fails once a touch is its own, for each of its undecided touches that another
  /// recognizer has.
  mutating func record(failure: Reason, of number: Int, where isShared: (UInt64) -> Bool) {
    for position in entries.indices
    where entries[position].recognizer == number && entries[position].failure == nil
      && isShared(entries[position].touch)
    {
      entries[position].failure = failure
    }
  }

  // MARK: Playing again

  /// Whether events are played again to a recognizer that gets a touch late.
  func hasBase(_ number: Int) -> Bool { bases.contains { $0.number == number } }

  /// Keeps the state of a recognizer before the landings of an event, unless an earlier state is kept.
  mutating func keep(_ number: Int, before event: UInt64, _ course: @autoclosure () -> RecognizerCourse) {
    guard !hasBase(number) else { return }
    bases.append(Base(number: number, event: event, course: course()))
  }

  /// Keeps an event once, if it may have to be played again.
  mutating func keep(_ event: UInt64, at time: Instant, _ tracker: borrowing TouchTracker) {
    guard !bases.isEmpty, moments.last?.event != event else { return }
    moments.append(Moment(event: event, time: time, touches: tracker.touches, order: tracker.order))
  }

  /// Plays the events since the first undecided touch of a recognizer again. It moves the recognizer's base on to the
  /// first landing that is still undecided.
  ///
  /// - Parameters:
  ///   - touches: the ids of the recognizer's own touches.
  ///   - time: the stamp of the present event, which is not played; deadlines before it are.
  /// - Returns: the course of the recognizer after that; nil where no state is kept.
  mutating func replay(
    _ number: Int, with touches: [UInt64], until time: Instant, on screen: Size
  ) -> RecognizerCourse? {
    guard let position = bases.firstIndex(where: { $0.number == number }) else { return nil }
    let next = entries.first { $0.recognizer == number }?.event
    var course = bases[position].course
    course.own(touches)
    for moment in moments where moment.event >= bases[position].event {
      if moment.event == next {
        let failure = bases[position].failure
        bases[position] = Base(number: number, event: moment.event, course: course, failure: failure)
      }
      course.replay(moment, on: screen)
    }
    course.passDeadlines(before: time, on: screen)
    forgetMoments()
    return course
  }

  /// Records the reason why a recognizer has given up without its undecided touches; nil where it has not.
  mutating func record(failure: Reason?, of number: Int) {
    for position in bases.indices where bases[position].number == number { bases[position].failure = failure }
  }

  /// Whether a recognizer has given up without its undecided touches.
  func hasFailure(_ number: Int) -> Bool {
    for base in bases where base.number == number { return base.failure != nil }
    return false
  }

  /// Forgets the kept state of a recognizer.
  mutating func dropBase(of number: Int) {
    bases.removeAll { $0.number == number }
    forgetMoments()
  }

  private mutating func forgetMoments() {
    guard let first = bases.map(\.event).min() else { return moments.removeAll() }
    moments.removeAll { $0.event < first }
  }

  /// Records that a recognizer's next attempt has begun.
  mutating func restart(_ number: Int, _ course: RecognizerCourse) {
    restarts.append((number, course))
  }

  /// Removes and returns the recognizers whose next attempt has begun.
  mutating func removeRestarts() -> [(recognizer: Int, course: RecognizerCourse)] {
    defer { restarts.removeAll() }
    return restarts
  }

  // MARK: Contending

  /// Records that a recognizer gets a touch if the owner of another one refuses it.
  mutating func append(_ contender: Contender) {
    guard !contenders.contains(contender) else { return }
    contenders.append(contender)
  }

  /// Removes and returns the contenders for a recognizer's touch.
  mutating func removeContenders(for touch: UInt64, of holder: Int) -> [Contender] {
    let waiting = contenders.filter { $0.touch == touch && $0.holder == holder }
    contenders.removeAll { $0.touch == touch && $0.holder == holder }
    return waiting
  }

  /// Forgets a recognizer whose attempt is over.
  mutating func forget(_ number: Int) {
    guard !entries.isEmpty || !bases.isEmpty || !contenders.isEmpty else { return }
    entries.removeAll { $0.recognizer == number }
    if number < counts.count { counts[number] = 0 }
    contenders.removeAll { $0.recognizer == number || $0.holder == number }
    bases.removeAll { $0.number == number }
    forgetMoments()
  }
}
