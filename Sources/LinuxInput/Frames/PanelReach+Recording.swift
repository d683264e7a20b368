public import TouchInput

/// How far the positions of a recording reach.
extension PanelReach {
  /// The reach of a recording's positions; nil where it is within the declared range (TCH-39).
  public init?(of panel: TouchPanel, in events: [InputEvent]) {
    guard Self.hasValuesBeyond(panel, events) else { return nil }
    var frames = PanelFrames(panel)
    for event in events {
      if let end = frames.end(before: event) { _ = frames.feed(end) }
      if frames.feed(event) == .needsResynchronization {
        _ = frames.resynchronize(with: nil, at: event.time)
      }
    }
    guard frames.assembler.reach.growthCount > 0 else { return nil }
    self = frames.assembler.reach
  }

  /// Whether any position is beyond its axis. Most recordings have none, and the frames need not be made.
  private static func hasValuesBeyond(_ panel: TouchPanel, _ events: [InputEvent]) -> Bool {
    let isMultitouch = panel.touchProtocol.isMultitouch
    let (x, y) = isMultitouch ? (EventCode.positionX, EventCode.positionY) : (EventCode.x, EventCode.y)
    let (left, right, top, bottom) = (panel.x.minimum, panel.x.maximum, panel.y.minimum, panel.y.maximum)
    return events.contains { event in
      guard event.type == EventCode.absolute else { return false }
      return event.code == x && (event.value < left || event.value > right)
        || event.code == y && (event.value < top || event.value > bottom)
    }
  }
}
