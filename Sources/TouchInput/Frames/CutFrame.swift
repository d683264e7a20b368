import GestureCore

/// A frame that the kernel has cut with a report of value 1, because the frame was too long for its buffer (D20).
///
/// ```
///   device   … id −1  │ x y …  SYN_REPORT 0       the rest follows at once
///   device   … id −1  │                           nothing follows: the frame ended where it was cut
///                     └ SYN_REPORT 1
/// ```
///
/// The kernel omits an empty report. A frame that ends where it is cut therefore never gets its true report. It counts
/// as over once no event has come for a moment.
public struct CutFrame: Sendable {
  /// The longest wait for the rest. A driver reports a frame at one go, in far less time.
  public static var patience: TimeSpan { TimeSpan(microseconds: 5000) }

  private var cut: Instant?

  /// No frame is cut.
  public init() {}

  /// Whether a frame is cut, so that the next event may belong to another frame.
  public var isOpen: Bool { cut != nil }

  /// The time from which the frame counts as over, if no more of it comes; nil where no frame is cut.
  public var deadline: Instant? { cut.map { $0 + Self.patience } }

  /// Checks an event before it is fed.
  ///
  /// - Returns: the report to feed before the event, since the event belongs to another frame.
  public mutating func end(before event: InputEvent) -> InputEvent? {
    guard let cut else {
      if event.isReport, event.value == 1 { self.cut = event.time }
      return nil
    }
    if event.type == EventCode.synchronization,
      event.code == EventCode.dropped || event.isReport && event.value != 1
    {
      self.cut = nil
      return nil
    }
    guard event.time - cut > Self.patience else {
      // A frame may be cut more than once.
      if event.isReport { self.cut = event.time }
      return nil
    }
    self.cut = event.isReport ? event.time : nil
    return Self.report(at: cut)
  }

  /// The report of the frame, if the frame counts as over at a time.
  ///
  /// - Parameter time: a time on the clock of the stamps; nil for the end of all events.
  public mutating func end(by time: Instant?) -> InputEvent? {
    guard let cut, time.map({ $0 >= cut + Self.patience }) ?? true else { return nil }
    self.cut = nil
    return Self.report(at: cut)
  }

  private static func report(at time: Instant) -> InputEvent {
    InputEvent(time: time, type: EventCode.synchronization, code: EventCode.report, value: 0)
  }
}

extension InputEvent {
  fileprivate var isReport: Bool { type == EventCode.synchronization && code == EventCode.report }
}
