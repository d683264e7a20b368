import GestureCore
import LinuxInput
import TouchInput

@testable import GesturedBase
@testable import GesturedDevices
@testable import GesturedServing

extension Touchscreen {
  /// Reads a batch as from a device that has no more events.
  ///
  /// - Parameter state: The device's answer to a query of its state.
  /// - Returns: Whether the device was asked for its state.
  mutating func read(
    _ events: [InputEvent], _ state: PanelState, after occasion: PanelStream.Occasion = .readable,
    _ publisher: Publisher, now: Instant,
    beforeActions prepare: (inout Touchscreen, PanelStream.Action) -> Void = { _, _ in }
  ) -> Bool {
    var list = EventList(events)
    var isRead = events.isEmpty
    var isAsked = false
    begin(occasion, at: now)
    while true {
      let action = stream.next(in: &list, now: now)
      switch action {
      case .readEvents:
        if isRead { stream.completeEmptyRead() } else { stream.completeRead(isAll: true) }
        isRead = true
      case .readState:
        stream.state = state
        stream.completeStateRead()
        isAsked = true
      case .readContacts:
        stream.contacts = state
        stream.completeContactsRead(areKnown: true)
      case .awaitEvents: stream.completeWait(hasMore: false)
      case .wait: return isAsked
      case .frames, .resynchronized, .interrupt, .resume, .gone, .advance, .pause:
        prepare(&self, action)
        perform(action, publisher)
      }
    }
  }
}
