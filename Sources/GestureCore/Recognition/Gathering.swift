/// The touches of attempts that have not begun because fingers are missing or too many, and the number of these
/// attempts for each rule.
///
/// ```
///   landing of the first finger ─▶ begin ─▶ landing ─▶ append ─┬─ an attempt has all its fingers ─▶ it begins
///                                    │                         ├─ it has too many ─▶ it fails, or gathers on
///                                    │                         └─ the others gather on
///                                    ├─ finger strays, time is over ──▶ all attempts of a rule that says so fail
///                                    └─ last finger lifts ─▶ all fail, and the gathering is over
/// ```
///
/// A gathering knows touches that landed on an empty screen, in one region. All other cases are rare, and all attempts
/// begin then (`GestureArena.beginGathered`).
struct Gathering: Sendable {
  /// A touch, and how far it has been from where it landed.
  struct Finger: Sendable {
    /// The touch's slot.
    let slot: Int
    /// The number of fingers once all had landed that landed in the same event.
    fileprivate(set) var countAfterLanding = 0
    /// The greatest distance along x or y so far, in mm.
    fileprivate(set) var alongAxis = 0.0
    /// The greatest distance in a straight line so far, in mm.
    fileprivate(set) var straight = 0.0
    /// The position at that distance.
    fileprivate(set) var farthest: Point

    fileprivate init(_ touch: borrowing Touch) {
      slot = touch.slot
      farthest = touch.start
    }
  }

  /// The attempts of one rule.
  private struct Group: Sendable {
    let rule: GatheringRule
    /// The number of attempts that gather still.
    var count = 0
    /// The number of touches when the attempts failed; nil while they gather.
    var touchCountAtFailure: Int?

    /// Whether the attempts have not failed.
    var isGathering: Bool { touchCountAtFailure == nil }
  }

  /// The region in which the touches landed.
  private(set) var region = RegionTree.root
  /// The touches, in began order.
  private(set) var fingers: [Finger] = []
  /// The ids and slots of the touches that land in the present event.
  private(set) var landedIDs: [UInt64] = []
  private(set) var landedSlots: [Int] = []
  private var groups: [Group] = []
  /// When the first touch landed.
  private var landed = Instant(microseconds: 0)
  /// The earliest time at which attempts fail; nil for none.
  private(set) var deadline: Instant?
  /// Whether moves matter to any attempt.
  private(set) var followsMoves = false

  /// The landings that a recognizer receives late, up to the one that it receives now, and their positions in the list.
  private(set) var landings: [Touch] = []
  private(set) var landingPositions: [Int] = []

  init() {
    fingers.reserveCapacity(16)
    landedIDs.reserveCapacity(16)
    landedSlots.reserveCapacity(16)
    landings.reserveCapacity(16)
    landingPositions.reserveCapacity(16)
  }

  /// Whether any recognizer has a rule.
  var hasRules: Bool { !groups.isEmpty }

  /// Whether no touch gathers.
  var isEmpty: Bool { fingers.isEmpty }

  /// Sets the rules of the recognizers. No attempt gathers.
  mutating func setRules(_ rules: [GatheringRule]) {
    groups = rules.map { Group(rule: $0) }
  }

  /// Appends the touches that land in the present event: the first ones, or further ones in the same region.
  mutating func appendLandings(_ tracker: borrowing TouchTracker) {
    landedIDs.removeAll(keepingCapacity: true)
    landedSlots.removeAll(keepingCapacity: true)
    for position in tracker.order.indices {
      let slot = tracker.order[position]
      guard tracker.touches[slot].phase == .began else { continue }
      if fingers.isEmpty {
        region = tracker.touches[slot].region
        landed = tracker.touches[slot].beganTime
      }
      fingers.append(Finger(tracker.touches[slot]))
      landedIDs.append(tracker.touches[slot].id)
      landedSlots.append(slot)
    }
    for position in fingers.count - landedSlots.count..<fingers.count {
      fingers[position].countAfterLanding = fingers.count
    }
  }

  /// A rule of the recognizers.
  func rule(_ number: Int) -> GatheringRule { groups[number].rule }

  /// The effect of the present event's landings on an attempt that gathers.
  enum Effect {
    case gathersOn, begins, fails
    /// It has failed before.
    case none
  }

  /// Applies the present event's landings to an attempt that gathers, and counts it where it gathers on.
  ///
  /// - Parameters:
  ///   - rule: the attempt's rule.
  ///   - number: its number of touches.
  // Inline, since each landing asks it for all recognizers of the region.
  @inline(__always)
  mutating func applyLandings(toAttemptOf rule: Int, for number: Int) -> Effect {
    // An attempt that has failed may be counted: then its rule has failed too, and the count has no reader.
    if number > fingers.count {
      groups[rule].count += 1
      return .gathersOn
    }
    let earlier = fingers.count - landedSlots.count
    if countAtFailure(ofAttemptOf: rule, for: number, among: earlier) != nil { return .none }
    let isExceeded = number < fingers.count
    if isExceeded, groups[rule].rule.excess == .waits {
      groups[rule].count += 1
      return .gathersOn
    }
    return isExceeded && groups[rule].rule.excess == .fails ? .fails : .begins
  }

  /// The number of touches when an attempt failed; nil while it gathers.
  ///
  /// - Parameters:
  ///   - rule: the attempt's rule.
  ///   - number: its number of touches.
  func countAtFailure(ofAttemptOf rule: Int, for number: Int) -> Int? {
    countAtFailure(ofAttemptOf: rule, for: number, among: fingers.count)
  }

  /// The same, where only the first fingers have landed.
  private func countAtFailure(ofAttemptOf rule: Int, for number: Int, among count: Int) -> Int? {
    // Attempts for fewer touches have failed before, or begun.
    if let failed = groups[rule].touchCountAtFailure, number > failed { return failed }
    return groups[rule].rule.excess == .fails && number <= count
      ? fingers[number - 1].countAfterLanding : nil
  }

  /// Begins to count the attempts that gather: `applyLandings` for each of them, and then `endCount`.
  mutating func beginCount() {
    for position in groups.indices { groups[position].count = 0 }
  }

  /// Ends the count.
  mutating func endCount() { arrange() }

  // MARK: Beginning late

  /// Begins the landings of an attempt.
  mutating func beginLandings() {
    guard !landings.isEmpty else { return }
    landings.removeAll(keepingCapacity: true)
    landingPositions.removeAll(keepingCapacity: true)
  }

  /// Adds the landing of a finger, at its place in order. The fingers are shown where they were farthest from their
  /// landings: attempts that gather need to know of no other move.
  ///
  /// - Returns: whether the finger was the last of those that landed in one event.
  mutating func appendLanding(of finger: Int, _ touch: borrowing Touch) -> Bool {
    if finger > 0, fingers[finger - 1].countAfterLanding == finger {
      for position in landings.indices { landings[position].phase = .stationary }
    }
    var landing = copy touch
    landing.phase = .began
    landing.attributes.type = .direct
    landing.location = fingers[finger].farthest
    landing.previousLocation = landing.location
    landingPositions.append(landings.count)
    landings.append(landing)
    return fingers[finger].countAfterLanding == finger + 1
  }

  // MARK: Failing

  /// Follows the touches' moves.
  ///
  /// - Returns: how many attempts have failed by them.
  mutating func follow(_ tracker: borrowing TouchTracker) -> Int {
    for position in fingers.indices { follow(position, tracker) }
    var failed = 0
    for position in groups.indices
    where groups[position].isGathering && groups[position].rule.failsBeyondReach {
      if isBeyondReach(of: groups[position].rule) { failed += fail(position) }
    }
    arrange()
    return failed
  }

  /// Fails the attempts whose time is over.
  ///
  /// - Returns: how many have failed.
  mutating func passDeadline(_ time: Instant) -> Int {
    var failed = 0
    for position in groups.indices where groups[position].isGathering {
      if let span = groups[position].rule.span, landed + span <= time { failed += fail(position) }
    }
    arrange()
    return failed
  }

  /// Ends the gathering: all touches have lifted.
  ///
  /// - Returns: how many attempts have failed.
  mutating func end() -> Int {
    var failed = 0
    for position in groups.indices where groups[position].isGathering { failed += groups[position].count }
    removeAll()
    return failed
  }

  /// Forgets all touches.
  mutating func removeAll() {
    fingers.removeAll(keepingCapacity: true)
    for position in groups.indices {
      groups[position].count = 0
      groups[position].touchCountAtFailure = nil
    }
    deadline = nil
    followsMoves = false
  }

  private mutating func follow(_ position: Int, _ tracker: borrowing TouchTracker) {
    let slot = fingers[position].slot
    let way = tracker.touches[slot].displacement
    fingers[position].alongAxis = max(fingers[position].alongAxis, abs(way.x), abs(way.y))
    guard way.length > fingers[position].straight else { return }
    fingers[position].straight = way.length
    fingers[position].farthest = tracker.touches[slot].location
  }

  private func isBeyondReach(of rule: GatheringRule) -> Bool {
    switch rule.reach {
    case nil: false
    case .alongAxis(let reach): fingers.contains { $0.alongAxis > reach + Tolerance.distance }
    case .straight(let reach): fingers.contains { $0.straight > reach + Tolerance.distance }
    }
  }

  private mutating func fail(_ position: Int) -> Int {
    groups[position].touchCountAtFailure = fingers.count
    return groups[position].count
  }

  /// Finds what the attempts that gather still wait for.
  private mutating func arrange() {
    deadline = nil
    followsMoves = false
    for position in groups.indices where groups[position].isGathering && groups[position].count > 0 {
      if let span = groups[position].rule.span { deadline = .earlier(deadline, landed + span) }
      if groups[position].rule.reach != nil, !isBeyondReach(of: groups[position].rule) { followsMoves = true }
    }
  }
}
