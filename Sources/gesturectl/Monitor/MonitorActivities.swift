import GestureProtocol

/// The last activity of recognizers, one row per name: the recognized ones, and the reasons of the others.
///
/// Several recognizers may share a name, one for each number of fingers, and all of them report the end of a sequence
/// of touches. The row shows the recognized one. Without one, the row shows the recognizer that failed for another
/// reason than the number of fingers.
struct MonitorActivities {
  /// One row.
  struct Activity {
    let recognizer: MonitorNews.Recognizer
    var kind: String
    var sequence: UInt64
    var state: String
    var touchCount: Int
    /// The values of the gesture, or the reason for the state in words.
    var details: String
    /// The number of gestures that have ended.
    var count = 0
    /// Whether the reason is the number of fingers.
    var isAboutFingers = false

    /// Whether the gesture goes on.
    var isUnderWay: Bool { state == "began" || state == "changed" }
    /// Whether the recognizer acted, whatever the outcome.
    var wasRecognized: Bool { isUnderWay || state == "ended" || state == "cancelled" }

    fileprivate var rank: Int { wasRecognized ? 2 : isAboutFingers ? 0 : 1 }
  }

  /// The most names that are remembered, as clients may invent any number.
  static let limit = 256

  /// The rows; the latest comes first.
  private var rows: [Activity] = []

  /// The number of rows.
  var count: Int { rows.count }

  /// The rows in the order of reading: gestures under way, then the outcome of the latest touches, then that of earlier
  /// touches.
  var listed: [Activity] {
    rows.enumerated().sorted { first, second in
      let (a, b) = (first.element, second.element)
      if a.isUnderWay != b.isUnderWay { return a.isUnderWay }
      if a.sequence != b.sequence { return a.sequence > b.sequence }
      if a.rank != b.rank { return a.rank > b.rank }
      return first.offset < second.offset
    }.map(\.element)
  }

  /// Records a line of a gesture.
  mutating func record(_ gesture: MonitorNews.Gesture) {
    var row = Activity(
      recognizer: gesture.recognizer, kind: gesture.kind, sequence: gesture.sequence, state: gesture.state,
      touchCount: gesture.touchCount, details: gesture.values)
    if let former = remove(gesture.recognizer) {
      row.count = former.count
      // The reason for a cancellation, from the transition right before, is more useful than the gesture's values.
      if gesture.state == "cancelled", former.state == "cancelled", former.sequence == gesture.sequence {
        row.details = former.details
      }
    }
    if gesture.state == "ended" { row.count += 1 }
    insert(row)
  }

  /// Records a recognizer's change of state, with its reason.
  mutating func record(_ transition: MonitorNews.Transition) {
    var row = Activity(
      recognizer: transition.recognizer, kind: transition.kind, sequence: transition.sequence,
      state: transition.state, touchCount: transition.touchCount,
      details: ExplainedReason(parsing: transition.reason).text,
      isAboutFingers: transition.isAboutFingers)
    if let former = rows.first(where: { $0.recognizer == transition.recognizer }) {
      row.count = former.count
      // A pen that only hovers has no sequence.
      let isSameSequence = former.sequence == row.sequence && row.sequence != 0
      if isSameSequence, former.rank > row.rank { return }
    }
    _ = remove(transition.recognizer)
    insert(row)
  }

  /// Marks the gestures under way as lost, as the daemon is gone.
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
