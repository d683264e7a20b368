/// The events of one call into the core. The buffer keeps its storage, so that frames do not allocate.
public struct EventBuffer: Sendable {
  /// The lists of events.
  public enum List: Sendable {
    /// The actions of recognizers.
    case gestures
    /// The touches of regions.
    case touches
    /// All other events.
    case others
  }

  /// The location of an event and the number of unread lines before it.
  public struct Place: Sendable {
    /// The event's position in its list.
    public let position: Int
    /// The list that holds the event.
    public let list: List
    /// Whether the event is a recognizer's action.
    public var isGesture: Bool { list == .gestures }
    /// The number of unread lines before the event. The buffer counts them and stores nothing else.
    public let untold: Int
  }

  /// The actions of recognizers, in order, followed by leftovers of earlier calls: `places` has the valid positions.
  /// They are kept apart from other events and read in place, because each frame has one and they are large.
  public private(set) var gestures: [GestureEvent] = []
  /// The touches of regions, apart from other events for the same reason. Only the positions in `places` are valid.
  public private(set) var touches: [TouchesEvent] = []
  private var others: [Event] = []
  /// The location of each event, in order. Only the first `count` places are valid; the rest are leftovers of earlier
  /// calls.
  public private(set) var places: [Place] = []
  /// The number of events.
  public private(set) var count = 0
  private var gestureCount = 0
  private var touchesCount = 0
  /// The number of unread lines after the last event.
  public private(set) var untoldAtEnd = 0
  /// The touches that `TouchesEvent.records` and `TouchesEvent.all` refer to. Only the first `recordCount` are valid; the
  /// rest are leftovers of earlier calls.
  public private(set) var records: [TouchRecord] = []
  /// The number of records.
  public private(set) var recordCount = 0
  /// The samples that `TouchRecord.coalesced` and `TouchRecord.predicted` refer to.
  public private(set) var samples: [TouchSample] = []
  /// The JSON text that `GestureEvent.payload` refers to.
  public private(set) var payload: [UInt8] = []
  /// Whether a reader wants the touches of gestures. Changed only while the buffer is empty.
  public var listsFingers = false
  /// The touches of the gestures, where a reader wants them.
  public private(set) var gestureFingers: [GestureFinger] = []
  /// The end of each gesture's touches in `gestureFingers`.
  private var fingerEnds: [Int] = []
  /// Whether a reader wants the changes of recognizers' states. Without one, those are only counted, but for a change
  /// that the recognizer's owner receives. Changed only while the buffer is empty.
  public var listsTransitions = true
  /// Whether the reader wants a note for each finger, as dumps do.
  public var wantsFingers = false
  /// The fingers that landed or lifted, where the reader wants them.
  public private(set) var fingers: [FingerNote] = []

  /// Whether the reader wants a note for each move of the app's touches, as dumps do.
  public var wantsAppMoves = false
  /// The notes for the app behind all regions, where the touchscreen is filtered.
  public private(set) var app: [AppNote] = []

  /// An empty buffer with room for a frame of ten fingers and many recognizers.
  public init() {
    gestures.reserveCapacity(64)
    touches.reserveCapacity(64)
    others.reserveCapacity(256)
    places.reserveCapacity(256)
    records.reserveCapacity(256)
    samples.reserveCapacity(1024)
    gestureFingers.reserveCapacity(256)
    fingerEnds.reserveCapacity(64)
  }

  /// Makes room for all notes that one event can add for the app on a filtered touchscreen with that many slots. No
  /// event then allocates for them.
  public mutating func reserveApp(slots: Int) {
    app.reserveCapacity(AppReceiver.mostNotes(slots: slots))
  }

  // MARK: Reading

  /// Whether the buffer holds no event, no unread line, no finger note and no note for the app.
  public var isEmpty: Bool { count == 0 && untoldAtEnd == 0 && fingers.isEmpty && app.isEmpty }

  /// The event at a position, 0 ..< `count`.
  public func event(at position: Int) -> Event {
    let place = places[position]
    switch place.list {
    case .gestures: return .gesture(gestures[place.position])
    case .touches: return .touches(touches[place.position])
    case .others: return others[place.position]
    }
  }

  /// A copy of the events, in order. It allocates.
  public var events: [Event] { (0..<count).map(event) }

  /// The samples of a touch since the previous event; the last one is the touch as it is now. Nil for a touch that the
  /// event does not list (COA-6). A touch at rest has one sample (COA-7).
  public func coalescedSamples(of touch: UInt64, in event: TouchesEvent) -> ArraySlice<TouchSample>? {
    record(of: touch, in: event).map { samples[$0.coalesced] }
  }

  /// The predicted positions of a touch; nil for a touch that the event does not list.
  public func predictedSamples(of touch: UInt64, in event: TouchesEvent) -> ArraySlice<TouchSample>? {
    record(of: touch, in: event).map { samples[$0.predicted] }
  }

  /// The touches of a gesture in `gestureFingers`, by the gesture's index in `gestures`; empty where no reader wants them.
  @inline(__always)
  public func fingers(ofGestureAt index: Int) -> Range<Int> {
    guard fingerEnds.indices.contains(index) else { return 0..<0 }
    return (index > 0 ? fingerEnds[index - 1] : 0)..<fingerEnds[index]
  }

  private func record(of touch: UInt64, in event: TouchesEvent) -> TouchRecord? {
    records[event.records].first { $0.id == touch } ?? records[event.all].first { $0.id == touch }
  }

  // MARK: Writing

  /// Adds an event.
  public mutating func append(_ event: Event) {
    switch event {
    case .gesture(let gesture): append(gesture)
    case .touches(let touches): append(touches)
    case .transition, .responder, .deferred, .settled, .offered, .reset, .asked, .expired:
      append(Place(position: others.count, list: .others, untold: untoldAtEnd))
      others.append(event)
    }
  }

  /// Adds a recognizer's action.
  @inline(__always)
  public mutating func append(_ gesture: GestureEvent) {
    append(Place(position: gestureCount, list: .gestures, untold: untoldAtEnd))
    // The new event overwrites an old one: emptying the list would cost as much as filling it.
    if gestureCount < gestures.count { gestures[gestureCount] = gesture } else { gestures.append(gesture) }
    gestureCount += 1
    if listsFingers { fingerEnds.append(gestureFingers.count) }
  }

  /// Adds touches of a region.
  @inline(__always)
  public mutating func append(_ event: TouchesEvent) {
    append(Place(position: touchesCount, list: .touches, untold: untoldAtEnd))
    if touchesCount < touches.count { touches[touchesCount] = event } else { touches.append(event) }
    touchesCount += 1
  }

  @inline(__always)
  private mutating func append(_ place: Place) {
    if count < places.count { places[count] = place } else { places.append(place) }
    count += 1
    untoldAtEnd = 0
  }

  /// Counts lines that no client reads.
  public mutating func appendUntold(_ count: Int = 1) {
    untoldAtEnd += count
  }

  /// Adds a touch for a `TouchesEvent` that follows.
  public mutating func append(_ record: TouchRecord) {
    if recordCount < records.count { records[recordCount] = record } else { records.append(record) }
    recordCount += 1
  }

  /// Adds the touches that moved, for a `TouchesEvent` that follows. Records are written in place, since they are large
  /// values.
  ///
  /// - Parameters:
  ///   - told: what receivers know of the tracker's touches, in the same order.
  ///   - isLast: whether no further receiver gets the event, so that `told` is brought up to date.
  ///   - fromScreen: the map into the receiver's coordinates; nil where they are the screen's.
  /// - Returns: the records.
  mutating func append(
    movesIn tracker: borrowing TouchTracker, to told: inout [DeliveredTouch], isLast: Bool,
    through fromScreen: AffineTransform?
  ) -> Range<Int> {
    let first = recordCount
    let (order, touches) = (tracker.order.span, tracker.touches.span)
    while records.count < first + order.count {
      records.append(TouchRecord(id: 0, location: .zero, tapCount: 0))
    }
    var free = records.mutableSpan
    var known = told.mutableSpan
    var next = first
    for position in order.indices {
      let slot = order[position]
      guard touches[slot].phase.rawValue == TouchPhase.moved.rawValue else { continue }
      free[next].move(
        to: touches[slot], from: known[position].deliveredLocation, window: known[position].window,
        through: fromScreen)
      if isLast { known[position].followSent(touches[slot]) }
      next &+= 1
    }
    recordCount = next
    return first..<next
  }

  /// Adds a sample for a `TouchRecord` that follows.
  public mutating func append(_ sample: TouchSample) {
    samples.append(sample)
  }

  /// Adds a touch of the gesture that follows.
  public mutating func append(_ finger: GestureFinger) {
    gestureFingers.append(finger)
  }

  /// Sets the id that readers without lines of single fingers get.
  public mutating func nameFinger(at position: Int, forSeveral id: UInt64) {
    gestureFingers[position].severalID = id
  }

  /// Adds the client's payload for a `GestureEvent` that follows.
  public mutating func append(payload bytes: [UInt8]) {
    payload.append(contentsOf: bytes)
  }

  public mutating func append(_ finger: FingerNote) {
    fingers.append(finger)
  }

  /// Adds a note for the app, which has no line number.
  mutating func append(_ note: consuming AppNote) {
    note.position = count
    app.append(note)
  }

  /// Gives notes for the app a place behind the present events. Dumps show what the app receives after what regions
  /// receive, also where the app received it first.
  mutating func placeAppNotesLast(from first: Int) {
    for position in first..<app.count { app[position].position = count }
  }

  /// Removes everything but keeps the storage.
  public mutating func removeAll() {
    count = 0
    gestureCount = 0
    touchesCount = 0
    recordCount = 0
    untoldAtEnd = 0
    if !others.isEmpty { others.removeAll(keepingCapacity: true) }
    if !samples.isEmpty { samples.removeAll(keepingCapacity: true) }
    if !payload.isEmpty { payload.removeAll(keepingCapacity: true) }
    if !app.isEmpty { app.removeAll(keepingCapacity: true) }
    if listsFingers {
      gestureFingers.removeAll(keepingCapacity: true)
      fingerEnds.removeAll(keepingCapacity: true)
    }
    if wantsFingers { fingers.removeAll(keepingCapacity: true) }
  }
}
