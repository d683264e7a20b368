/// Where a recognizer stands among those of one touch: events, verdicts and actions go in this order (ARB-2, FSM-18),
/// and ties are won by who comes first (ARB-4, ARB-5).
struct DeliveryRank: Sendable {
  /// What its author says; higher goes first, whatever the depth.
  var priority: Int
  /// How many regions its region lies in; deeper goes first.
  var depth: Int
  /// When it was added to its region: a number that rises with each addition; later goes first.
  var addition: Int

  /// Whether it comes before another.
  @inline(__always)
  func precedes(_ other: DeliveryRank) -> Bool {
    if priority != other.priority { return priority > other.priority }
    if depth != other.depth { return depth > other.depth }
    return addition > other.addition
  }
}
