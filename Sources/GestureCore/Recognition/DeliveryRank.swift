/// The place of a recognizer among the recognizers of one touch. Events, verdicts and actions follow this order (ARB-2,
/// FSM-18), and the first wins ties (ARB-4, ARB-5).
struct DeliveryRank: Sendable {
  /// The author's priority. Higher goes first, whatever the depth.
  var priority: Int
  /// The number of regions around the recognizer's region. Deeper goes first.
  var depth: Int
  /// The time of the addition to the region, as a number that rises with each addition. Later goes first.
  var addition: Int

  /// Whether this rank comes before another.
  @inline(__always)
  func precedes(_ other: DeliveryRank) -> Bool {
    if priority != other.priority { return priority > other.priority }
    if depth != other.depth { return depth > other.depth }
    return addition > other.addition
  }
}
