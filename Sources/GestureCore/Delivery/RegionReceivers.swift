/// The regions that receive touches. The receivers of a touch are chosen once, at its landing (RSP-3, DLV-18).
///
/// `RegionReceivers+Landing.swift` chooses them. `RegionReceivers+Sending.swift` has the order, deepest regions first
/// (DLV-15), and the records.
struct RegionReceivers: DeliveryReceiver, Sendable {
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
  let isUnconditional: Bool
  let interval: TimeSpan

  var touches: [DeliveredTouch] = []
  /// The receivers of the touch at each place, from the region that it landed in outwards.
  var receivers: [[Int]]
  var samples: CoalescedSamples
  var sampleInterval = SampleInterval()
  var freePlaces: [Int]
  var lastDelivery = Instant(microseconds: 0)
  /// The number of lines that each move of any touch makes. It is nil unless nothing is held or waits, all touches are of
  /// one sequence and have the same receivers, and all receivers know that the touches are down.
  private var linesOfMove: Int?

  /// The time of the next work without a frame: merged moves (COA-2), or the report of a long hold (CUS-12).
  private(set) var nextDeadline: Instant?

  /// The regions of a device with that many slots, on a panel with the last position `bound`.
  init(maximumTouches: Int, settings: TouchSettings, bound: Point) {
    detail = settings.detail
    declaredDetail = settings.detail
    quantum = settings.locationQuantum
    interval = settings.deliveryInterval
    isUnconditional = settings.isUnconditional
    self.bound = bound
    let capacity = maximumTouches + TouchDelivery.heldLimit
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

  var capacity: Int { receivers.count }
  var losesKnownTouches: Bool { true }
  var discardMarks: TouchProgress.Marks { .taken }

  /// Whether some region receives a touch that is down, now or after a hold ends.
  func receive(_ touch: UInt64) -> Bool {
    touches.contains { $0.progress.id == touch && $0.holder >= 0 }
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

  // MARK: Recognizers

  func claim(on position: Int, _ arena: inout GestureArena) -> TouchClaim {
    arena.claim(
      on: touches[position].progress.id, landed: touches[position].latest.beganTime, lifted: nil,
      HoldBounds.unlimited)
  }

  func holdsLanding(
    _ position: Int, _ claim: TouchClaim, _ arena: inout GestureArena, _ event: DeliveryEvent,
    into buffer: inout EventBuffer
  ) -> Bool {
    claim.landingUntil != nil
  }

  func holdsLift(_ position: Int, _ claim: TouchClaim, _ event: DeliveryEvent) -> Bool {
    claim.liftUntil != nil
  }

  mutating func follow(
    _ position: Int, isHeld: Bool, _ arena: inout GestureArena, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    touches[position].heldSince = isHeld ? touches[position].heldSince ?? time : nil
    guard let since = touches[position].heldSince, !touches[position].isHoldReported,
      time - since >= Self.longHold
    else { return }
    touches[position].isHoldReported = true
    arena.reportHolders(of: touches[position].progress.id, for: Self.longHold, at: time, into: &buffer)
  }

  mutating func end(_ position: Int, by taker: Int?, at time: Instant, into buffer: inout EventBuffer) {
    touches[position].progress.withdraw()
    linesOfMove = nil
  }

  func hasFollowers(at time: Instant) -> Bool { false }

  /// Withdraws the touches of removed regions from all their receivers, between events (HIT-16, DMN-5).
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
      touches[position].progress.withdraw()
      if !touches[position].progress.marks.isEmpty { hasMarks = true }
    }
    if hasMarks { send(regions: regions, at: time, into: &buffer) }
    settle()
  }

  // MARK: Moves

  /// Recognizers neither hold nor take moves. Without a reader, the lines are counted, and the touches are not updated:
  /// a client that starts to read receives only later landings.
  mutating func deliverMoves(
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
    guard interval == .zero, let first = touches.first else { return nil }
    for position in touches.indices {
      guard touches[position].progress.stage == .told, touches[position].progress.isDown,
        touches[position].sequence == first.sequence, touches[position].isObserved == first.isObserved,
        receivers[touches[position].place] == receivers[first.place]
      else { return nil }
    }
    return receivers[first.place].count
  }

  // MARK: Settling

  mutating func settle() {
    nextDeadline = nil
    removeSettled()
    linesOfMove = countLinesOfMove()
  }

  mutating func keep(_ position: Int) -> Bool {
    guard touches[position].progress.stage == .over else {
      if touches[position].progress.stage == .told, touches[position].progress.hasMoved {
        nextDeadline = .earlier(nextDeadline, lastDelivery + interval)
      }
      if !touches[position].isHoldReported, let since = touches[position].heldSince {
        nextDeadline = .earlier(nextDeadline, since + Self.longHold)
      }
      touches[position].phaseNow = .stationary
      return true
    }
    // With the detail `all`, a touch that is over stays in the list while it is down.
    guard touches[position].progress.isDown, detail.contains(.all) else {
      freePlaces.append(touches[position].place)
      return false
    }
    touches[position].phaseNow = .stationary
    touches[position].deliveredLocation = touches[position].latest.location
    return true
  }
}
