import GestureCore
import TouchInput

/// Events that were read together, as a `PanelStream` takes them: a device's events in place, or a list.
protocol EventBatch: ~Copyable {
  /// The number of events.
  var eventCount: Int { get }
  /// The earliest and the latest stamp of the kernel. The batch has at least one event.
  var stamps: StampSpan { get }

  /// An event without its stamp; `index` is below `eventCount`.
  mutating func content(at index: Int) -> (type: UInt16, code: UInt16, value: Int32)

  /// An event; `index` is below `eventCount`.
  mutating func event(at index: Int) -> InputEvent
}

/// Events of a recording or a test.
public struct EventList: EventBatch {
  private let events: ArraySlice<InputEvent>
  private let time: Instant?

  /// A list of events.
  ///
  /// - Parameter time: replaces the stamps; nil where the events keep their own.
  public init(_ events: ArraySlice<InputEvent>, at time: Instant? = nil) {
    self.events = events
    self.time = time
  }

  /// A list of events that keep their stamps.
  public init(_ events: [InputEvent] = []) {
    self.init(events[...])
  }

  var eventCount: Int { events.count }

  var stamps: StampSpan {
    precondition(!events.isEmpty, "there is a batch")
    var span = StampSpan(event(at: 0).time)
    for index in 1..<eventCount { span.add(event(at: index).time) }
    return span
  }

  @inline(__always)
  func content(at index: Int) -> (type: UInt16, code: UInt16, value: Int32) {
    let event = events[events.startIndex + index]
    return (event.type, event.code, event.value)
  }

  @inline(__always)
  func event(at index: Int) -> InputEvent {
    var event = events[events.startIndex + index]
    if let time { event.time = time }
    return event
  }
}
