/// Delivers touches to regions, and keeps back the touches that recognizers hold.
///
/// The receivers of a touch are chosen once, at its landing (RSP-3, DLV-18). After that, each event asks the arena for
/// the recognizers' claims (`TouchClaim`). Delivery has two steps, with the recognizers' actions between them (DLY-4):
///
/// ```
///   withdraw   taken by a recognizer ─────▶ cancelled, where began was sent; else it is dropped
///   (actions)
///   deliver    held lifts that are free ──▶ ended, before all else                     (TCH-9)
///              held landings, free now ───▶ began, one moved, ended if it lifted       (DLY-9)
///              what the event brought ────▶ began, moved, ended, cancelled, or held
/// ```
///
/// `TouchDelivery+Landing.swift` chooses the receivers of a touch. `TouchDelivery+Sending.swift` has the order, deepest
/// regions first (DLV-15), and the records.
///
/// All storage is made with the device. Touches whose lift is held outlive the tracker's touches. There is room for
/// `heldLimit` of them; beyond that, the oldest is cancelled.
struct TouchDelivery: Sendable {
  /// The most lifted touches that may be held: more than ten taps of ten fingers.
  static let heldLimit = 128
  /// The time for which a recognizer may hold a touch before the daemon reports it: 2 s (CUS-12).
  static let longHold = TimeSpan.milliseconds(2000)

  /// The details beyond phases: the listeners' wishes, or the configuration's without an audience.
  private(set) var detail: TouchDetail
  /// The details that the configuration asks for.
  private let declaredDetail: TouchDetail
  /// The audience; nil where regions receive touches as they are declared.
  private(set) var audience: TouchAudience?
  /// Whether any client reads the lines of touches. Unread lines are still counted, so that line numbers do not depend
  /// on who listens.
  private(set) var isRead = true
  /// The grid of places, in mm; 0 for none (TCH-28).
  let quantum: Double
  /// The last position of the panel, which bounds predictions (PRE-5).
  var bound: Point
  /// Whether recognizers neither take nor hold touches.
  private let isUnconditional: Bool
  /// The shortest time between two lines of moves; zero for a line each frame (COA-2).
  private let interval: TimeSpan

  /// The touches with something left to send or to ask, in began order.
  var touches: [DeliveredTouch] = []
  /// The receivers of the touch at each place, from the region that it landed in outwards.
  var receivers: [[Int]]
  var samples: CoalescedSamples
  var sampleInterval = SampleInterval()
  var freePlaces: [Int]
  /// The time of the last delivery.
  var lastDelivery = Instant(microseconds: 0)
  /// Whether something from an earlier event waits that must precede a later event.
  private var hasWaiting = false
  /// The number of lines that each move of any touch makes. It is nil unless nothing is held or waits, all touches are of
  /// one sequence and have the same receivers, and all receivers know that the touches are down.
  private var linesOfMove: Int?

  /// The time of the next work without a frame: merged moves (COA-2), or the report of a long hold (CUS-12).
  private(set) var nextDeadline: Instant?

  /// A delivery for a device with that many slots, on a panel with the last position `bound`.
  init(maximumTouches: Int, settings: TouchSettings, bound: Point) {
    detail = settings.detail
    declaredDetail = settings.detail
    quantum = settings.locationQuantum
    interval = settings.deliveryInterval
    isUnconditional = settings.isUnconditional
    self.bound = bound
    let capacity = maximumTouches + Self.heldLimit
    touches.reserveCapacity(capacity)
    // Each chain has storage of its own, for more nested regions than any configuration declares.
    receivers = (0..<capacity).map { _ in
      var chain: [Int] = []
      chain.reserveCapacity(16)
      return chain
    }
    freePlaces = Array((0..<capacity).reversed())
    samples = CoalescedSamples(places: capacity, isKept: detail.contains(.coalesced))
  }

  /// Sets the audience of later landings. The storage for details beyond phases is made or released here.
  ///
  /// - Parameter isRead: whether any client reads the lines of touches. If not, their events have no records.
  mutating func setAudience(_ audience: TouchAudience?, isRead: Bool) {
    self.audience = audience
    self.isRead = isRead
    detail = audience?.detail ?? declaredDetail
    if samples.isKept != detail.contains(.coalesced) {
      samples = CoalescedSamples(places: receivers.count, isKept: detail.contains(.coalesced))
    }
  }

  // MARK: Withdrawing

  /// Takes touches from their receivers once a recognizer has claimed them. Waiting moves are reported first. The move
  /// that led to the recognition is never sent (COA-4, DLY-3).
  mutating func withdraw(
    _ arena: borrowing GestureArena, regions: borrowing RegionTree, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    guard !touches.isEmpty, !isUnconditional, arena.hasClaims else { return }
    var hasMarks = false
    for position in touches.indices where touches[position].stage != .finished {
      let claim = arena.claim(on: touches[position].latest.id)
      let isKnown = touches[position].stage == .began
      guard claim.isTaken || claim.dropsHeld && !isKnown else { continue }
      if isKnown {
        touches[position].marks = touches[position].hasMoved ? [.moved, .cancelled] : .cancelled
        hasMarks = true
      }
      touches[position].stage = .finished
      linesOfMove = nil
    }
    if hasMarks { send(regions: regions, at: time, into: &buffer) }
  }

  /// Takes the touches of removed regions from all their receivers, between events (HIT-16, DMN-5).
  mutating func withdraw(
    touchesOf removed: [Int], regions: borrowing RegionTree, at time: Instant, into buffer: inout EventBuffer
  ) {
    var hasMarks = false
    for position in touches.indices {
      // The removed numbers may be used again, so no receiver with such a number may remain.
      guard
        removed.contains(touches[position].latest.region)
          || receivers[touches[position].place].contains(where: {
            removed.contains(TouchReceiver.region(of: $0))
          })
      else { continue }
      if touches[position].stage == .began {
        touches[position].marks = touches[position].hasMoved ? [.moved, .cancelled] : .cancelled
        hasMarks = true
      }
      touches[position].stage = .finished
    }
    if hasMarks { send(regions: regions, at: time, into: &buffer) }
    settle()
  }

  // MARK: Delivering

  /// Sends the changes of the present event, and those that are no longer held.
  ///
  /// - Parameters:
  ///   - tracker: between its `begin` and its `finish`, or without changes where the event is a deadline.
  ///   - isLoss: whether the system took all touches away; then a held lift is not sent as a lift (DLY-18).
  mutating func deliver(
    _ tracker: borrowing TouchTracker, _ arena: inout GestureArena, regions: borrowing RegionTree,
    isLoss: Bool, at time: Instant, into buffer: inout EventBuffer
  ) {
    guard !touches.isEmpty || tracker.hasLandings else { return }
    if onlyMoves(tracker, regions: regions, at: time, into: &buffer) { return }
    let hasClaims = !isUnconditional && arena.hasClaims
    if hasWaiting {
      releaseWaiting(tracker, arena, regions: regions, isLoss: isLoss, at: time, into: &buffer)
    }
    takeIn(tracker, regions: regions, at: time, into: &buffer)
    var hasMarks = false
    for position in touches.indices where touches[position].stage != .finished {
      let claim = hasClaims ? arena.claim(on: touches[position].latest.id) : TouchClaim()
      decide(position, claim, isLoss: isLoss, at: time)
      if !touches[position].marks.isEmpty { hasMarks = true }
      if let since = touches[position].heldSince, !touches[position].isHoldReported,
        time - since >= Self.longHold
      {
        touches[position].isHoldReported = true
        arena.reportHolders(of: touches[position].latest.id, for: Self.longHold, at: time, into: &buffer)
      }
    }
    if hasMarks { send(regions: regions, at: time, into: &buffer) }
    settle()
  }

  /// Tells an event that only moves touches, where all receivers know all touches. Recognizers hold and take nothing of
  /// a move. Without a reader, the lines are counted, and the touches are not updated: a client that starts to read
  /// receives only later landings.
  ///
  /// - Returns: whether the event is reported.
  private mutating func onlyMoves(
    _ tracker: borrowing TouchTracker, regions: borrowing RegionTree, at time: Instant,
    into buffer: inout EventBuffer
  ) -> Bool {
    guard let linesOfMove, tracker.liftCount == 0, tracker.landingCount == 0,
      touches.count == tracker.order.count
    else { return false }
    // Predictions depend on the time between frames, so each frame counts.
    guard isRead ? detail.isEmpty && quantum == 0 : !detail.contains(.predicted) else { return false }
    guard tracker.hasMoves else { return true }
    guard !isRead else {
      sendMoves(tracker, regions: regions, at: time, into: &buffer)
      return true
    }
    lastDelivery = time
    buffer.appendUntold(linesOfMove)
    return true
  }

  /// See `linesOfMove`.
  private func countLinesOfMove() -> Int? {
    guard interval == .zero, !hasWaiting, let first = touches.first else { return nil }
    for position in touches.indices {
      guard touches[position].stage == .began, touches[position].end == .none,
        touches[position].sequence == first.sequence, touches[position].isObserved == first.isObserved,
        receivers[touches[position].place] == receivers[first.place]
      else { return nil }
    }
    return receivers[first.place].count
  }

  /// Reports waiting changes before new ones: lifts that were held alone (TCH-9), and merged moves where more than a
  /// move is reported (COA-4).
  private mutating func releaseWaiting(
    _ tracker: borrowing TouchTracker, _ arena: borrowing GestureArena, regions: borrowing RegionTree,
    isLoss: Bool, at time: Instant, into buffer: inout EventBuffer
  ) {
    var flushes = tracker.hasLandings || tracker.hasLifts
    var hasMarks = false
    for position in touches.indices
    where touches[position].stage == .began && touches[position].end == .ended && !isLoss {
      guard !arena.claim(on: touches[position].latest.id).holdsEnded else { continue }
      touches[position].marks = .ended
      touches[position].stage = .finished
      touches[position].heldSince = nil
      flushes = true
      hasMarks = true
    }
    if flushes, interval > .zero {
      for position in touches.indices where touches[position].stage == .began && touches[position].hasMoved {
        touches[position].marks.insert(.moved)
        hasMarks = true
      }
    }
    if hasMarks { send(regions: regions, at: time, into: &buffer) }
  }

  /// Decides which phases of one touch are reported now.
  private mutating func decide(_ position: Int, _ claim: TouchClaim, isLoss: Bool, at time: Instant) {
    let isLost = touches[position].end == .cancelled || isLoss && touches[position].end == .ended
    let moved: DeliveredTouch.Marks = touches[position].hasMoved ? .moved : []
    var isHeld = false
    if touches[position].stage == .nothing {
      if claim.isTaken || claim.dropsHeld || isLost {
        touches[position].stage = .finished
      } else if claim.holdsBegan {
        isHeld = true
      } else {
        touches[position].marks = moved.union(.began)
        touches[position].stage = .began
      }
    } else if isLost {
      touches[position].marks = moved.union(.cancelled)
      touches[position].stage = .finished
    } else if !moved.isEmpty, !touches[position].isDown || time - lastDelivery >= interval {
      touches[position].marks = .moved
    }
    if touches[position].stage == .began, touches[position].end == .ended {
      if claim.holdsEnded {
        isHeld = true
      } else {
        touches[position].marks.insert(.ended)
        touches[position].stage = .finished
      }
    }
    touches[position].heldSince = isHeld ? touches[position].heldSince ?? time : nil
  }

  // MARK: Settling

  /// Removes touches with nothing left to send or to ask, and finds the next deadline.
  private mutating func settle() {
    var kept = 0
    var earliest = Instant.distantFuture
    hasWaiting = false
    for position in touches.indices {
      if touches[position].stage == .finished, !touches[position].isDown || !detail.contains(.all) {
        freePlaces.append(touches[position].place)
        continue
      }
      touches[position].phaseNow = .stationary
      if touches[position].stage == .finished {
        touches[position].deliveredLocation = touches[position].latest.location
      }
      if touches[position].stage == .began {
        if touches[position].end == .ended { hasWaiting = true }
        if touches[position].hasMoved {
          hasWaiting = true
          earliest = min(earliest, lastDelivery + interval)
        }
      }
      // A taken touch is no longer held, though the list keeps it for `all` while it is down.
      if touches[position].stage != .finished, !touches[position].isHoldReported,
        let since = touches[position].heldSince
      {
        earliest = min(earliest, since + Self.longHold)
      }
      if kept != position { touches[kept] = touches[position] }
      kept += 1
    }
    touches.removeLast(touches.count - kept)
    nextDeadline = earliest == .distantFuture ? nil : earliest
    linesOfMove = countLinesOfMove()
  }
}
