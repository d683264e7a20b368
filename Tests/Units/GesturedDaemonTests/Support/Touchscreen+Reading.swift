import GestureCore
import LinuxInput
import TouchInput

@testable import GesturedDaemon

extension Touchscreen {
  /// Reads a batch as from a device, which has no more.
  ///
  /// - Parameter state: what the device says of itself.
  /// - Returns: whether it was asked for that.
  mutating func read(
    _ events: [InputEvent], _ state: PanelState, after occasion: PanelStream.Occasion = .readable,
    _ publisher: Publisher, _ turn: Turn, now: Instant
  ) -> Bool {
    var list = EventList(events)
    var isRead = events.isEmpty
    var isAsked = false
    begin(occasion, at: now)
    while true {
      let action = stream.next(in: &list, now: now)
      switch action {
      case .readEvents:
        if isRead { stream.noteEmpty() } else { stream.noteEvents(isAll: true) }
        isRead = true
      case .readState:
        stream.state = state
        stream.noteState()
        isAsked = true
      case .readContacts:
        stream.contacts = state
        stream.noteContacts(areKnown: true)
      case .awaitEvents: stream.noteMore(false)
      case .wait: return isAsked
      case .frames, .resynchronized, .interrupt, .resume, .gone, .advance, .pause:
        take(action, publisher, turn)
      }
    }
  }
}
