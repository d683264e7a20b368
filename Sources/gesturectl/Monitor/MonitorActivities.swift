/// What recognizers said last, a row for each name: what was recognized, and why the others were not.
///
/// Recognizers of one name have a number of fingers each, and all of them say how a sequence of touches ended. The row
/// is for the one that matters to a person: the one that was recognized, else the one that failed for another reason
/// than the number of fingers.
struct MonitorActivities {
  /// A row.
  struct Activity {
    let recognizer: MonitorNews.Recognizer
    var kind: String
    var sequence: UInt64
    var state: String
    var touchCount: Int
    /// The values of the gesture, or the reason of the state.
    var details: String
    /// How often it has ended.
    var count = 0
    /// Whether the reason is that other fingers were asked for.
    var isAboutFingers = false

    /// Whether it goes on.
    var isUnderWay: Bool { state == "began" || state == "changed" }
    /// Whether it acted, whatever came of it.
    var wasRecognized: Bool { isUnderWay || state == "ended" || state == "cancelled" }

    fileprivate var rank: Int { wasRecognized ? 2 : isAboutFingers ? 0 : 1 }
  }

  /// The most names that are remembered, whoever makes them up.
  static let limit = 256

  /// The one that spoke last first.
  private var rows: [Activity] = []

  /// How many there are.
  var count: Int { rows.count }

  /// The rows as they are read: what goes on, then what came of the latest touches, recognized or not, then what came
  /// of those before.
  var listed: [Activity] {
    rows.enumerated().sorted { first, second in
      let (a, b) = (first.element, second.element)
      if a.isUnderWay != b.isUnderWay { return a.isUnderWay }
      if a.sequence != b.sequence { return a.sequence > b.sequence }
      if a.rank != b.rank { return a.rank > b.rank }
      return first.offset < second.offset
    }.map(\.element)
  }

  /// Takes in a line of a gesture.
  mutating func take(_ gesture: MonitorNews.Gesture) {
    var row = Activity(
      recognizer: gesture.recognizer, kind: gesture.kind, sequence: gesture.sequence, state: gesture.state,
      touchCount: gesture.touchCount, details: gesture.values)
    if let former = remove(gesture.recognizer) {
      row.count = former.count
      // Why it was taken away, which was told right before, says more than how far it had come.
      if gesture.state == "cancelled", former.state == "cancelled", former.sequence == gesture.sequence {
        row.details = former.details
      }
    }
    if gesture.state == "ended" { row.count += 1 }
    insert(row)
  }

  /// Takes in what a recognizer has become, and why.
  mutating func take(_ transition: MonitorNews.Transition) {
    var row = Activity(
      recognizer: transition.recognizer, kind: transition.kind, sequence: transition.sequence,
      state: transition.state, touchCount: transition.touchCount, details: transition.reason,
      isAboutFingers: transition.isAboutFingers)
    if let former = rows.first(where: { $0.recognizer == transition.recognizer }) {
      row.count = former.count
      // A pen that is only near has no sequence.
      let isSameSequence = former.sequence == row.sequence && row.sequence != 0
      if isSameSequence, former.rank > row.rank { return }
    }
    _ = remove(transition.recognizer)
    insert(row)
  }

  /// The daemon is gone, and whatever went on with it.
  mutating func lose() {
    for position in rows.indices where rows[position].isUnderWay { rows[position].state = "lost" }
  }

  private mutating func remove(_ recognizer: MonitorNews.Recognizer) -> Activity? {
    rows.firstIndex { $0.recognizer == recognizer }.map { rows.remove(at: $0) }
  }

  private mutating func insert(_ row: Activity) {
    rows.insert(row, at: 0)
    if rows.count > Self.limit { rows.removeLast() }
  }
}
