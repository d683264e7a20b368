/// Tells regions of their touches, and keeps back what recognizers hold.
///
/// Who receives a touch is decided once, where it lands, and stays (RSP-3, DLV-18). From then on every event asks
/// the arena what recognizers make of it (`TouchClaim`), in two steps with the actions between them (DLY-4):
///
/// ```
///   withdraw   taken by a recognizer ─────▶ cancelled, where began was told; else it is dropped
///   (actions)
///   deliver    held lifts that are free ──▶ ended, before all else                     (TCH-9)
///              held landings, free now ───▶ began, one moved, ended if it lifted       (DLY-9)
///              what the event brought ────▶ began, moved, ended, cancelled, or held
/// ```
///
/// `TouchDelivery+Landing.swift` says who receives a touch; `TouchDelivery+Telling.swift` has the order, deepest
/// regions first (DLV-15), and the records.
///
/// Storage is made with the device. Touches whose lift is held outlive the tracker's; there is room for `heldLimit`
/// of them, and beyond that the oldest is cancelled.
struct TouchDelivery: Sendable {
  /// How many touches that are up may be held back: more than ten taps of ten fingers.
  static let heldLimit = 128
  /// How long a recognizer may hold a touch before that is said: 2 s (CUS-12).
  static let longHold = TimeSpan.milliseconds(2000)

  /// What is told beyond phases: what listeners ask for, or the configuration where there are none.
  private(set) var detail: TouchDetail
  /// What the configuration asks for.
  private let declaredDetail: TouchDetail
  /// Who listens; nil where regions are told as they declare it.
  private(set) var audience: TouchAudience?
  /// Whether anybody reads what regions are told. Where nobody does it is counted all the same: the lines of a story
  /// have the same numbers whoever listens.
  private(set) var isRead = true
  /// The grid of places, in mm; 0 for none (TCH-28).
  let quantum: Double
  /// The last place of the panel, which predictions do not leave (PRE-5).
  var bound: Point
  /// Whether recognizers neither take nor hold anything.
  private let isUnconditional: Bool
  /// What lies at least between two lines of moves; zero for every frame (COA-2).
  private let interval: TimeSpan

  /// The touches of which something is still to be told, or that something is still asked about, in began order.
  var touches: [DeliveredTouch] = []
  /// The receivers of the touch at each place, from the region that it landed in outwards.
  var receivers: [[Int]]
  var samples: CoalescedSamples
  var sampleInterval = SampleInterval()
  var freePlaces: [Int]
  /// When receivers were told last.
  var lastTold = Instant(microseconds: 0)
  /// Whether something waits from an earlier event that may have to go before a later one's.
  private var hasWaiting = false
  /// How many lines each move of any touch makes, where nothing is held or waits, every touch has the same receivers and
  /// all of them know that it is down; nil where it depends.
  private var linesOfMove: Int?

  /// When something is due although no frame comes: merged moves (COA-2), or a word about a long hold (CUS-12).
  private(set) var nextDeadline: Instant?

  /// A delivery for a device with that many slots, on a panel whose last place is `bound`.
  init(maximumTouches: Int, settings: TouchSettings, bound: Point) {
    detail = settings.detail
    declaredDetail = settings.detail
    quantum = settings.locationQuantum
    interval = settings.deliveryInterval
    isUnconditional = settings.isUnconditional
    self.bound = bound
    let capacity = maximumTouches + Self.heldLimit
    touches.reserveCapacity(capacity)
    // Each with storage of its own, for more regions inside one another than anybody declares.
    receivers = (0..<capacity).map { _ in
      var chain: [Int] = []
      chain.reserveCapacity(16)
      return chain
    }
    freePlaces = Array((0..<capacity).reversed())
    samples = CoalescedSamples(places: capacity, isKept: detail.contains(.coalesced))
  }

  /// From the next landing on others listen. Storage for what they ask beyond phases is made or let go of here.
  ///
  /// - Parameter isRead: whether anybody reads what regions are told; if not, events of touches have no records.
  mutating func setAudience(_ audience: TouchAudience?, isRead: Bool) {
    self.audience = audience
    self.isRead = isRead
    detail = audience?.detail ?? declaredDetail
    if samples.isKept != detail.contains(.coalesced) {
      samples = CoalescedSamples(places: receivers.count, isKept: detail.contains(.coalesced))
    }
  }

  // MARK: Withdrawing

  /// Takes touches from their receivers that a recognizer was recognized with. What waited to be told goes first,
  /// the move that led to it is never told (COA-4, DLY-3).
  mutating func withdraw(
    _ arena: borrowing GestureArena, regions: borrowing RegionTree, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    guard !touches.isEmpty, !isUnconditional, arena.hasClaims else { return }
    var hasMarks = false
    for position in touches.indices where touches[position].told != .finished {
      let claim = arena.claim(on: touches[position].latest.id)
      let isKnown = touches[position].told == .began
      guard claim.isTaken || claim.dropsHeld && !isKnown else { continue }
      if isKnown {
        touches[position].marks = touches[position].hasMoved ? [.moved, .cancelled] : .cancelled
        hasMarks = true
      }
      touches[position].told = .finished
    }
    if hasMarks { tell(regions: regions, at: time, into: &buffer) }
  }

  /// Takes the touches of regions that are gone from all that receive them (HIT-16, DMN-5), between events.
  mutating func withdraw(
    touchesOf removed: [Int], regions: borrowing RegionTree, at time: Instant, into buffer: inout EventBuffer
  ) {
    var hasMarks = false
    for position in touches.indices {
      // A number may be another region's afterwards, so that no receiver of that number may be left.
      guard
        removed.contains(touches[position].latest.region)
          || receivers[touches[position].place].contains(where: removed.contains)
      else { continue }
      if touches[position].told == .began {
        touches[position].marks = touches[position].hasMoved ? [.moved, .cancelled] : .cancelled
        hasMarks = true
      }
      touches[position].told = .finished
    }
    if hasMarks { tell(regions: regions, at: time, into: &buffer) }
    settle()
  }

  // MARK: Delivering

  /// Tells what the present event brought, and what is not held any more.
  ///
  /// - Parameters:
  ///   - tracker: between its `begin` and its `finish`, or with nothing new where a deadline is the event.
  ///   - isLoss: whether the system took all touches away, so that a lift that is held is not told as one (DLY-18).
  mutating func deliver(
    _ tracker: borrowing TouchTracker, _ arena: inout GestureArena, regions: borrowing RegionTree,
    isLoss: Bool, at time: Instant, into buffer: inout EventBuffer
  ) {
    guard !touches.isEmpty || tracker.hasLandings else { return }
    let hasClaims = !isUnconditional && arena.hasClaims
    if countsAlone(tracker, hasClaims: hasClaims, at: time, into: &buffer) { return }
    if hasWaiting {
      releaseWaiting(tracker, arena, regions: regions, isLoss: isLoss, at: time, into: &buffer)
    }
    takeIn(tracker, regions: regions, at: time, into: &buffer)
    var hasMarks = false
    for position in touches.indices where touches[position].told != .finished {
      let claim = hasClaims ? arena.claim(on: touches[position].latest.id) : TouchClaim()
      decide(position, claim, isLoss: isLoss, at: time)
      if !touches[position].marks.isEmpty { hasMarks = true }
      if let since = touches[position].heldSince, !touches[position].isHoldTold,
        time - since >= Self.longHold
      {
        touches[position].isHoldTold = true
        arena.tellHolders(of: touches[position].latest.id, for: Self.longHold, at: time, into: &buffer)
      }
    }
    if hasMarks { tell(regions: regions, at: time, into: &buffer) }
    settle()
  }

  /// Counts the lines of an event that has nothing but moves, where that is all there is to do.
  ///
  /// Nothing is noted of the touches: who reads of touches from now on is told of those alone that land later.
  private mutating func countsAlone(
    _ tracker: borrowing TouchTracker, hasClaims: Bool, at time: Instant, into buffer: inout EventBuffer
  ) -> Bool {
    // Predictions go by how far frames lie apart, whoever listens.
    guard !isRead, !hasClaims, !detail.contains(.predicted), let linesOfMove, tracker.liftCount == 0,
      tracker.landingCount == 0,
      touches.count == tracker.order.count
    else { return false }
    if tracker.hasMoves {
      lastTold = time
      buffer.appendUntold(linesOfMove)
    }
    return true
  }

  /// See `linesOfMove`.
  private func countLinesOfMove() -> Int? {
    guard interval == .zero, !hasWaiting, let first = touches.first else { return nil }
    for position in touches.indices {
      guard touches[position].told == .began, touches[position].end == .none,
        touches[position].sequence == first.sequence, touches[position].isObserved == first.isObserved,
        receivers[touches[position].place] == receivers[first.place]
      else { return nil }
    }
    return receivers[first.place].count
  }

  /// What waited goes before what is new: lifts that were held alone (TCH-9), and merged moves where more than a
  /// move is told (COA-4).
  private mutating func releaseWaiting(
    _ tracker: borrowing TouchTracker, _ arena: borrowing GestureArena, regions: borrowing RegionTree,
    isLoss: Bool, at time: Instant, into buffer: inout EventBuffer
  ) {
    var flushes = tracker.hasLandings || tracker.hasLifts
    var hasMarks = false
    for position in touches.indices
    where touches[position].told == .began && touches[position].end == .ended && !isLoss {
      guard !arena.claim(on: touches[position].latest.id).holdsEnded else { continue }
      touches[position].marks = .ended
      touches[position].told = .finished
      touches[position].heldSince = nil
      flushes = true
      hasMarks = true
    }
    if flushes, interval > .zero {
      for position in touches.indices where touches[position].told == .began && touches[position].hasMoved {
        touches[position].marks.insert(.moved)
        hasMarks = true
      }
    }
    if hasMarks { tell(regions: regions, at: time, into: &buffer) }
  }

  /// What is told now of one touch.
  private mutating func decide(_ position: Int, _ claim: TouchClaim, isLoss: Bool, at time: Instant) {
    let isLost = touches[position].end == .cancelled || isLoss && touches[position].end == .ended
    let moved: DeliveredTouch.Marks = touches[position].hasMoved ? .moved : []
    var isHeld = false
    if touches[position].told == .nothing {
      if claim.isTaken || claim.dropsHeld || isLost {
        touches[position].told = .finished
      } else if claim.holdsBegan {
        isHeld = true
      } else {
        touches[position].marks = moved.union(.began)
        touches[position].told = .began
      }
    } else if isLost {
      touches[position].marks = moved.union(.cancelled)
      touches[position].told = .finished
    } else if !moved.isEmpty, !touches[position].isDown || time - lastTold >= interval {
      touches[position].marks = .moved
    }
    if touches[position].told == .began, touches[position].end == .ended {
      if claim.holdsEnded {
        isHeld = true
      } else {
        touches[position].marks.insert(.ended)
        touches[position].told = .finished
      }
    }
    touches[position].heldSince = isHeld ? touches[position].heldSince ?? time : nil
  }

  // MARK: Settling

  /// Lets go of touches of which nothing more will be told or asked, and finds out when something is due.
  private mutating func settle() {
    var kept = 0
    var earliest = Instant.distantFuture
    hasWaiting = false
    for position in touches.indices {
      if touches[position].told == .finished, !touches[position].isDown || !detail.contains(.all) {
        freePlaces.append(touches[position].place)
        continue
      }
      touches[position].phaseNow = .stationary
      if touches[position].told == .began {
        if touches[position].end == .ended { hasWaiting = true }
        if touches[position].hasMoved {
          hasWaiting = true
          earliest = min(earliest, lastTold + interval)
        }
      }
      // One that was taken is not held any more, though it is kept for `all` while it is down.
      if touches[position].told != .finished, !touches[position].isHoldTold,
        let since = touches[position].heldSince
      {
        earliest = min(earliest, since + Self.longHold)
      }
      if kept != position { touches[kept] = touches[position] }
      kept += 1
    }
    touches.removeLast(touches.count - kept)
    nextDeadline = earliest == .distantFuture ? nil : earliest
    linesOfMove = isRead ? nil : countLinesOfMove()
  }
}
