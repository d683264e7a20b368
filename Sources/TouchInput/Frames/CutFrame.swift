import GestureCore

/// A frame that the kernel has cut by a report of value 1 because it was too long for its buffer (D20).
///
/// ```
///   device   … id −1  │ x y …  SYN_REPORT 0       the rest follows at once
///   device   … id −1  │                           nothing follows: the frame ended where it was cut
///                     └ SYN_REPORT 1
/// ```
///
/// The kernel leaves a report out that has nothing to report, so of a frame that ends where it is cut the true report
/// never comes. It is taken to be over when nothing has come for a moment.
public struct CutFrame: Sendable {
  /// How long the rest may take. A driver tells of a frame in one go, in far less.
  public static var patience: TimeSpan { TimeSpan(microseconds: 5000) }

  private var cut: Instant?

  /// No frame is cut.
  public init() {}

  /// Whether a frame is cut, so that each event may belong to another one.
  public var isOpen: Bool { cut != nil }

  /// When the frame is taken to be over, if nothing more of it comes; nil where none is cut.
  public var deadline: Instant? { cut.map { $0 + Self.patience } }

  /// Takes in an event before anyone else.
  ///
  /// - Returns: the report that is to go before it, since it belongs to another frame.
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

  /// The report of the frame, if it is taken to be over by then.
  ///
  /// - Parameter time: on the clock of the stamps; nil for the end of all events.
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
