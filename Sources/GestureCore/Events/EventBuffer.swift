/// The events of one call into the core. The storage is kept, so that no frame allocates.
public struct EventBuffer: Sendable {
  /// The events, in order.
  public private(set) var events: [Event] = []
  /// How many lines that nobody reads go before each event, and after the last: they are counted alone.
  public private(set) var untold: [Int] = []
  public private(set) var untoldAtEnd = 0
  /// The touches that `TouchesEvent.records` and `TouchesEvent.all` speak of.
  public private(set) var records: [TouchRecord] = []
  /// The samples that `TouchRecord.coalesced` and `TouchRecord.predicted` speak of.
  public private(set) var samples: [TouchSample] = []
  /// The JSON text that `GestureEvent.payload` speaks of.
  public private(set) var payload: [UInt8] = []

  /// An empty buffer with room for what a frame of ten fingers and many recognizers gives.
  public init() {
    events.reserveCapacity(256)
    untold.reserveCapacity(256)
    records.reserveCapacity(256)
    samples.reserveCapacity(1024)
  }

  /// Adds an event.
  public mutating func append(_ event: Event) {
    events.append(event)
    untold.append(untoldAtEnd)
    untoldAtEnd = 0
  }

  /// Counts a line that nobody reads.
  public mutating func appendUntold() {
    untoldAtEnd += 1
  }

  /// Whether nothing has happened.
  public var isEmpty: Bool { events.isEmpty && untoldAtEnd == 0 }

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

  /// Forgets everything but the storage.
  public mutating func removeAll() {
    events.removeAll(keepingCapacity: true)
    untold.removeAll(keepingCapacity: true)
    untoldAtEnd = 0
    records.removeAll(keepingCapacity: true)
    samples.removeAll(keepingCapacity: true)
    payload.removeAll(keepingCapacity: true)
  }
}
