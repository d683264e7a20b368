/// The audience of touches, and the first responders.
extension TouchscreenPipeline {
  /// The longest time that a tap on a text may take, the same as a tap's `maximum_press_ms` (TAP-5).
  private static var longestTap: TimeSpan { .milliseconds(750) }

  /// Sets the audience of touches, from the next landing on (RSP-3, MULTI-9).
  ///
  /// - Parameters:
  ///   - audience: nil where regions receive touches as they are declared, as in a dump or a replay without
  ///     subscribers.
  ///   - isRead: whether any client reads the lines of touches. If not, their events have no records and only count.
  public mutating func setAudience(_ audience: TouchAudience?, isRead: Bool = true) {
    delivery.regions.setAudience(audience, isRead: isRead)
  }

  /// Makes a region first responder of its window. With nil, the key window's first responder resigns (RSP-6, RSP-7).
  ///
  /// - Parameters:
  ///   - region: the region's number; nil to resign.
  ///   - time: the present time, on the clock of the frames.
  ///   - buffer: receives the event of the change.
  public mutating func focus(
    _ region: Int?, at time: Instant, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) -> FirstResponders.Outcome {
    beginUpdate(at: time, identifiers: &identifiers, into: &buffer)
    let outcome = responders.focus(region, in: regions)
    if outcome == .changed {
      tellResponder(of: region.map { regions.regions[$0].window } ?? responders.keyWindow, into: &buffer)
    }
    return outcome
  }

  /// The outcome that `focus` would have now; nothing changes.
  public func outcome(ofFocusOn region: Int?) -> FirstResponders.Outcome {
    var responders = responders
    return responders.focus(region, in: regions)
  }

  /// Makes a window key (RSP-17). The number of a region that is no window is refused.
  public mutating func makeKey(
    _ window: Int, at time: Instant, identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) -> FirstResponders.Outcome {
    beginUpdate(at: time, identifiers: &identifiers, into: &buffer)
    let outcome = responders.makeKey(window, in: regions)
    if outcome == .changed { tellResponder(of: window, into: &buffer) }
    return outcome
  }

  /// Forgets first responders whose region is gone (RSP-13).
  mutating func settleResponders(into buffer: inout EventBuffer) {
    for window in responders.forgetGone(in: regions) { tellResponder(of: window, into: &buffer) }
  }

  /// Makes a region that takes text first responder when a finger lifts soon where it landed (RSP-12).
  mutating func recordTaps(into buffer: inout EventBuffer) {
    guard tracker.hasLifts else { return }
    for slot in tracker.order where tracker.touches[slot].phase == .ended {
      let touch = tracker.touches[slot]
      guard regions.regions[touch.region].acceptsText, touch.tapCount > 0,
        touch.time - touch.beganTime <= Self.longestTap,
        responders.tap(touch.region, in: regions) == .changed
      else { continue }
      tellResponder(of: regions.regions[touch.region].window, into: &buffer)
    }
  }

  private func tellResponder(of window: Int, into buffer: inout EventBuffer) {
    buffer.append(
      .responder(
        ResponderEvent(
          window: window, region: responders.firstResponder(of: window),
          isKey: window == responders.keyWindow, time: now)))
  }
}
