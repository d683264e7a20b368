/// Delivers touches to their receivers: to regions, and then to the app behind all regions, where the touchscreen is
/// filtered. Recognizers hold touches back from both, and take them. Where all recognizers only report, the app comes
/// first, before they decide (`deliverAhead`).
///
/// Each receiver has a state of its own for each touch. Recognizers hold other touches back from each, and the app's
/// touches outlive those of regions. `DeliveryReceiver+Rules.swift` has the rules for both.
///
/// All storage is made with the device. Only `init(copying:)` copies a delivery.
struct TouchDelivery: ~Copyable, Sendable {
  /// The most lifted touches that may be held: more than ten taps of ten fingers.
  static let heldLimit = 128

  var regions: RegionReceivers
  /// The app behind all regions, where the touchscreen is filtered.
  var app: AppReceiver?

  init(_ regions: RegionReceivers, app: consuming AppReceiver?) {
    self.regions = regions
    self.app = app
  }

  /// A delivery for another pipeline, with the same touches.
  init(copying other: borrowing TouchDelivery) {
    regions = other.regions
    app =
      switch other.app {
      case .some(let app): AppReceiver(copying: app)
      case nil: nil
      }
  }

  /// Withdraws touches from their receivers once a recognizer has claimed them.
  mutating func withdraw(
    _ arena: inout GestureArena, in tree: borrowing RegionTree, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    regions.withdraw(&arena, regions: tree, at: time, into: &buffer)
    app?.withdraw(&arena, regions: tree, at: time, into: &buffer)
  }

  /// Sends the changes of the present event, and those that are no longer held. The app may have them already.
  @inline(__always)
  mutating func deliver(
    _ tracker: borrowing TouchTracker, _ arena: inout GestureArena, in tree: borrowing RegionTree,
    _ event: DeliveryEvent, into buffer: inout EventBuffer
  ) {
    regions.deliver(tracker, &arena, regions: tree, event, into: &buffer)
    if event.firstAppNote < 0 {
      app?.deliver(tracker, &arena, regions: tree, event, into: &buffer)
    } else {
      buffer.placeAppNotesLast(from: event.firstAppNote)
    }
  }

  /// Sends the app the changes of the present frame before the recognizers decide, where all of them only report. A
  /// landing then reaches the app as soon as a move.
  ///
  /// - Returns: the position of the first note for the app; negative where the app has to wait for the recognizers.
  @inline(__always)
  mutating func deliverAhead(
    _ frame: borrowing TouchFrame, _ tracker: borrowing TouchTracker, _ arena: inout GestureArena,
    in tree: borrowing RegionTree, at time: Instant, into buffer: inout EventBuffer
  ) -> Int {
    guard app != nil, !arena.mayClaim else { return -1 }
    let first = buffer.app.count
    let event = DeliveryEvent(time: time, isLoss: frame.cause.loss != nil)
    app?.deliver(tracker, &arena, regions: tree, event, into: &buffer)
    return first
  }
}
