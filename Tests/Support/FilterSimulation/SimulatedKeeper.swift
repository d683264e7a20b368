import CKeeper
import GestureCore
import TouchInput

/// The real keeper in this process, with one clone and the kernel's pipe.
struct SimulatedKeeper: ~Copyable {
  /// The outcome of a write.
  enum Outcome {
    case written
    /// The pipe has no room. It may have taken a part.
    case full
    case closed
  }

  private let number: Int32
  /// Whether the daemon has a connection and a pipe.
  private(set) var isConnected = false
  private(set) var hasPipe = false

  init() {
    number = kept_begin()
    precondition(number >= 0, "there are too many keepers")
  }

  deinit { kept_end(number) }

  /// When something is due, in ms; nil for never.
  var deadline: Int64? {
    let deadline = kept_deadline(number)
    return deadline < 0 ? nil : deadline
  }

  var hasClone: Bool { kept_has_clone(number) }

  /// The number of clones so far.
  var madeCount: Int { Int(kept_made(number)) }

  /// The number of frames that it has found wrong.
  var droppedCount: Int { Int(kept_dropped(number)) }

  // MARK: What the daemon does

  mutating func connect(at now: Int64) -> Bool {
    isConnected = kept_connect(number, now)
    return isConnected
  }

  mutating func make(slots: Int, endsByPalm: Bool, hasAllAxes: Bool = false, room: Int, at now: Int64) -> Bool
  {
    hasPipe = kept_make(number, Int32(slots), endsByPalm, hasAllAxes, Int32(room), now)
    return hasPipe
  }

  mutating func drop(at now: Int64) {
    closePipe()
    kept_drop(number, now)
  }

  /// Writes whole frames.
  mutating func write(_ events: ArraySlice<CloneEvent>) -> Outcome {
    for event in events { kept_put(number, event.type, event.code, event.value) }
    return switch kept_write(number) {
    case KEPT_WRITTEN: .written
    case KEPT_FULL: .full
    default: .closed
    }
  }

  mutating func closePipe() {
    kept_close_pipe(number)
    hasPipe = false
  }

  /// The daemon is gone, with all its descriptors.
  mutating func lose() {
    closePipe()
    isConnected = false
  }

  // MARK: What the keeper does

  /// Sees the end of the connection.
  mutating func disconnect(at now: Int64) { kept_disconnect(number, now) }

  /// Reads the pipe once, and does what is due.
  mutating func read(at now: Int64) { kept_read(number, now) }
  mutating func act(at now: Int64) { kept_act(number, now) }

  /// The clone's events since the last call.
  mutating func takeEvents() -> [InputEvent] {
    let events = (0..<kept_event_count(number)).map { index in
      let event = kept_event_at(number, index)
      return InputEvent(
        time: Instant(microseconds: 0), type: event.type, code: event.code, value: event.value)
    }
    kept_forget(number)
    return events
  }
}
