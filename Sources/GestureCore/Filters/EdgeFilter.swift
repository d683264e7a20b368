/// Ignores fingers that land at an edge of the screen, where hands hold it, until they lift. Pens pass.
struct EdgeFilter: ContactFilter {
  private let inside: Rect
  private var swallowed: SwallowedContacts

  /// A filter for a screen; nil where the settings ignore no edge.
  init?(_ settings: FilterSettings, screen: Size, maximumTouches: Int) {
    let margins = [settings.leftEdge, settings.rightEdge, settings.topEdge, settings.bottomEdge]
    guard margins.contains(where: { $0 > 0 }) else { return nil }
    inside = Rect(
      Point(settings.leftEdge, settings.topEdge),
      Size(
        screen.width - settings.leftEdge - settings.rightEdge,
        screen.height - settings.topEdge - settings.bottomEdge))
    swallowed = SwallowedContacts(maximumTouches: maximumTouches)
  }

  mutating func filter(_ frame: borrowing TouchFrame, into output: inout FrameQueue) {
    output.append(time: frame.time, cause: frame.cause)
    for change in frame.changes where !swallowed.swallows(change) {
      if change.kind == .began, !change.attributes.type.isPen, !inside.contains(change.position) {
        swallowed.swallow(change.slot)
      } else {
        output.append(change)
      }
    }
    output.closeFrame()
  }
}
