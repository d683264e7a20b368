/// The events of one call into the core. The storage is kept, so that no frame allocates.
public struct EventBuffer: Sendable {
  /// The events, in order.
  public private(set) var events: [Event] = []
  /// The touches that `TouchesEvent.records` speaks of.
  public private(set) var records: [TouchRecord] = []

  /// An empty buffer with room for what a frame of ten fingers and many recognizers gives.
  public init() {
    events.reserveCapacity(256)
    records.reserveCapacity(256)
  }

  /// Adds an event.
  public mutating func append(_ event: Event) {
    events.append(event)
  }

  /// Adds a touch for a `TouchesEvent` that is appended after it.
  public mutating func append(_ record: TouchRecord) {
    records.append(record)
  }

  /// Forgets everything but the storage.
  public mutating func removeAll() {
    events.removeAll(keepingCapacity: true)
    records.removeAll(keepingCapacity: true)
  }
}
