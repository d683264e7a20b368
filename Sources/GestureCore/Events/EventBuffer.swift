/// The events of one call into the core. The storage is kept, so that no frame allocates.
public struct EventBuffer: Sendable {
  /// Where an event is, and what goes before it.
  public struct Place: Sendable {
    /// Its position in `gestures`, or among the others.
    public let position: Int
    /// Whether it is an action of a recognizer.
    public let isGesture: Bool
    /// How many lines that nobody reads go before it: they are counted alone.
    public let untold: Int
  }

  /// The actions of recognizers, in order, and behind them those of calls before: to be looked up by
  /// `places`. They are kept apart from other events, and read where they lie: each frame has one,
  /// and they are large.
  public private(set) var gestures: [GestureEvent] = []
  private var others: [Event] = []
  /// Where each event is, in order: of the first `count` places, as those beyond are of calls before.
  public private(set) var places: [Place] = []
  /// How many events there are.
  public private(set) var count = 0
  private var gestureCount = 0
  /// How many lines that nobody reads go after the last event.
  public private(set) var untoldAtEnd = 0
  /// The touches that `TouchesEvent.records` and `TouchesEvent.all` speak of.
  public private(set) var records: [TouchRecord] = []
  /// The samples that `TouchRecord.coalesced` and `TouchRecord.predicted` speak of.
  public private(set) var samples: [TouchSample] = []
  /// The JSON text that `GestureEvent.payload` speaks of.
  public private(set) var payload: [UInt8] = []
  /// Whether a person looks on, who wants to know of each finger.
  public var wantsFingers = false
  /// The fingers that landed or lifted, where they are wanted.
  public private(set) var fingers: [FingerNote] = []

  /// An empty buffer with room for what a frame of ten fingers and many recognizers gives.
  public init() {
    gestures.reserveCapacity(64)
    others.reserveCapacity(256)
    places.reserveCapacity(256)
    records.reserveCapacity(256)
    samples.reserveCapacity(1024)
  }

  // MARK: Reading

  /// Whether nothing has happened.
  public var isEmpty: Bool { count == 0 && untoldAtEnd == 0 && fingers.isEmpty }

  /// The event at a position, 0 ..< `count`.
  public func event(at position: Int) -> Event {
    let place = places[position]
    return place.isGesture ? .gesture(gestures[place.position]) : others[place.position]
  }

  /// The events, in order: a copy, for who is in no hurry.
  public var events: [Event] { (0..<count).map(event) }

  /// The samples of a touch since the event before, the last being the touch as it is; nil for a touch that an
  /// event does not list (COA-6). One that rests has itself alone (COA-7).
  public func coalescedSamples(of touch: UInt64, in event: TouchesEvent) -> ArraySlice<TouchSample>? {
    record(of: touch, in: event).map { samples[$0.coalesced] }
  }

  /// Where a touch is predicted to be; nil for a touch that an event does not list.
  public func predictedSamples(of touch: UInt64, in event: TouchesEvent) -> ArraySlice<TouchSample>? {
    record(of: touch, in: event).map { samples[$0.predicted] }
  }

  private func record(of touch: UInt64, in event: TouchesEvent) -> TouchRecord? {
    records[event.records].first { $0.id == touch } ?? records[event.all].first { $0.id == touch }
  }

  // MARK: Writing

  /// Adds an event.
  public mutating func append(_ event: Event) {
    if case .gesture(let gesture) = event {
      append(gesture)
    } else {
      append(Place(position: others.count, isGesture: false, untold: untoldAtEnd))
      others.append(event)
    }
  }

  /// Adds a recognizer's action.
  @inline(__always)
  public mutating func append(_ gesture: GestureEvent) {
    append(Place(position: gestureCount, isGesture: true, untold: untoldAtEnd))
    // Written over what was there: emptying a list costs as much as filling it.
    if gestureCount < gestures.count { gestures[gestureCount] = gesture } else { gestures.append(gesture) }
    gestureCount += 1
  }

  @inline(__always)
  private mutating func append(_ place: Place) {
    if count < places.count { places[count] = place } else { places.append(place) }
    count += 1
    untoldAtEnd = 0
  }

  /// Counts lines that nobody reads.
  public mutating func appendUntold(_ count: Int = 1) {
    untoldAtEnd += count
  }

  /// Adds a touch for a `TouchesEvent` that is appended after it.
  public mutating func append(_ record: TouchRecord) {
    records.append(record)
  }

  /// Adds a sample for a `TouchRecord` that is appended after it.
  public mutating func append(_ sample: TouchSample) {
    samples.append(sample)
  }

  /// Adds what a client says of its gesture, for a `GestureEvent` that is appended after it.
  public mutating func append(payload bytes: [UInt8]) {
    payload.append(contentsOf: bytes)
  }

  /// Notes a finger.
  public mutating func append(_ finger: FingerNote) {
    fingers.append(finger)
  }

  /// Forgets everything but the storage.
  public mutating func removeAll() {
    count = 0
    gestureCount = 0
    untoldAtEnd = 0
    if !others.isEmpty { others.removeAll(keepingCapacity: true) }
    if !records.isEmpty { records.removeAll(keepingCapacity: true) }
    if !samples.isEmpty { samples.removeAll(keepingCapacity: true) }
    if !payload.isEmpty { payload.removeAll(keepingCapacity: true) }
    if wantsFingers { fingers.removeAll(keepingCapacity: true) }
  }
}
