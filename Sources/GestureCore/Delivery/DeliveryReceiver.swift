/// A receiver of touches: the regions that touches lie in, or the app behind all regions. UIKit's rules of delivery (DLY)
/// hold for both, and `DeliveryReceiver+Rules.swift` states each of them once. A receiver says what differs.
///
/// The arena is `inout` also where it is only read: the compiler would copy its 768 bytes.
protocol DeliveryReceiver: ~Copyable {
  associatedtype Entry: DeliveryEntry
  /// The touches with something left to send or to ask, in began order.
  var touches: [Entry] { get set }
  /// The most touches that there is room for.
  var capacity: Int { get }

  /// Whether recognizers neither take nor hold touches.
  var isUnconditional: Bool { get }
  /// Whether a recognizer may take a touch that the receiver already knows.
  var losesKnownTouches: Bool { get }
  /// The recognizers' claim on a touch.
  func claim(on position: Int, _ arena: inout GestureArena) -> TouchClaim
  /// Whether the landing of a touch that was neither lost nor dropped is held.
  mutating func holdsLanding(
    _ position: Int, _ claim: TouchClaim, _ arena: inout GestureArena, _ event: DeliveryEvent,
    into buffer: inout EventBuffer
  ) -> Bool
  /// Whether the lift of a touch that the receiver knows is held.
  mutating func holdsLift(_ position: Int, _ claim: TouchClaim, _ event: DeliveryEvent) -> Bool
  /// Follows how long recognizers hold a touch.
  mutating func follow(
    _ position: Int, isHeld: Bool, _ arena: inout GestureArena, at time: Instant,
    into buffer: inout EventBuffer
  )

  /// Adds a touch that lands, if the receiver gets it. `makeRoom` has made room for it.
  mutating func land(
    _ touch: borrowing Touch, sequence: UInt64, _ arena: inout GestureArena,
    regions: borrowing RegionTree,
    at time: Instant, into buffer: inout EventBuffer
  )
  /// Updates a touch that moved, lifted or was lost. Its progress is updated already.
  mutating func update(_ position: Int, to touch: borrowing Touch)
  /// Completes the changes of an event.
  mutating func didFollowChanges(_ tracker: borrowing TouchTracker, at time: Instant)
  /// The phases that end a known, lifted touch when there is no room for it any more.
  var discardMarks: TouchProgress.Marks { get }
  /// Removes touches with nothing left to send or to ask, and finds the next deadline.
  mutating func settle()
  /// Prepares a touch for the next event.
  ///
  /// - Returns: whether the touch stays. The caller removes it if not.
  mutating func keep(_ position: Int) -> Bool

  /// The shortest time between two reports of moves (COA-2).
  var interval: TimeSpan { get }
  /// The time of the last report.
  var lastDelivery: Instant { get }
  /// Sends an event that only moves touches, with the same result as all steps of `deliver`.
  ///
  /// - Returns: whether the event is done; if not, the steps follow.
  mutating func deliverMoves(
    _ tracker: borrowing TouchTracker, regions: borrowing RegionTree, at time: Instant,
    into buffer: inout EventBuffer
  ) -> Bool
  /// Ends a touch that a recognizer takes, or that is lost before the receiver knows it.
  ///
  /// - Parameter taker: the recognizer; nil without one.
  mutating func end(_ position: Int, by taker: Int?, at time: Instant, into buffer: inout EventBuffer)
  /// Sends the marked phases, and removes the marks.
  mutating func send(regions: borrowing RegionTree, at time: Instant, into buffer: inout EventBuffer)
  /// Whether a touch may be sent now that waited for what was just sent.
  func hasFollowers(at time: Instant) -> Bool
}

/// The state of one touch for one receiver.
protocol DeliveryEntry {
  var progress: TouchProgress { get set }
}

/// An event of the touchscreen, as far as it concerns delivery.
struct DeliveryEvent {
  let time: Instant
  /// Whether the system cancelled all touches. A held lift is then not sent as a lift (DLY-18).
  var isLoss = false
  /// Whether the event is a deadline, the last event of its instant.
  var isDeadline = false
  /// The position of the first note of the event for the app, where the app received the event before the recognizers
  /// decided; negative where it receives the event after them. An optional number would not be passed in registers.
  var firstAppNote = -1
}
