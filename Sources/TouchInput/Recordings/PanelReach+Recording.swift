/// How far the positions of a recording reach.
extension PanelReach {
  /// The reach of a recording's positions; nil where it is within the declared range (TCH-39). It is nil for a panel
  /// without slots too, as the translator of such panels keeps positions within their range.
  public init?(of panel: TouchPanel, in events: [InputEvent]) {
    guard !panel.touchProtocol.isSlotless, Self.hasValuesBeyond(panel, events) else { return nil }
    var assembler = TouchFrameAssembler(panel: panel)
    for event in events { _ = assembler.feed(event) }
    guard assembler.reach.growthCount > 0 else { return nil }
    self = assembler.reach
  }

  /// Whether any position is beyond its axis. Most recordings have none, and the assembler need not follow them.
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
