import GestureCore

/// Why a touchscreen's touches were cancelled although no finger lifted: the reason for one line of the log. Its
/// description is the end of a sentence.
public enum Interruption: Hashable, Sendable, CustomStringConvertible {
  /// The kernel had no room for the device's events; touches that were still there continued (TCH-29).
  case droppedEvents
  /// The device's events, or a deadline, were handled too late (T4).
  case backlog
  /// The machine was asleep (T3).
  case sleep
  /// The device was silent although its contacts moved or lifted: another program has grabbed it (D27).
  case silence
  /// The device's stamps cannot be true, and are replaced from now on (T2).
  case stamps

  /// The interruption's word on the wire; nil where touches that were still there continued.
  public var word: String? {
    switch self {
    case .droppedEvents: nil
    case .backlog: "backlog"
    case .sleep: "sleep"
    case .silence: "grab"
    case .stamps: "stamps"
    }
  }

  public var description: String {
    switch self {
    case .droppedEvents: "the kernel dropped events, the touches that it lost are cancelled"
    case .backlog: "its events were read too late, its touches are cancelled"
    case .sleep: "the machine was asleep, its touches are cancelled"
    case .stamps:
      "its events have impossible times, its touches are cancelled, and the time of reading counts"
    case .silence: "another program has grabbed it, its touches are cancelled"
    }
  }
}

extension Interruption: AdvisedMessage {
  package var advice: String {
    switch self {
    case .droppedEvents, .backlog: "Nothing, if it is rare. Otherwise look for what keeps the processor busy."
    case .sleep: "Nothing."
    case .stamps: "Nothing at once; report the panel with its driver."
    case .silence: "Find the program that grabs the device, such as one that remaps input, and end it."
    }
  }

  package static let samples: [Interruption] = [.droppedEvents, .backlog, .sleep, .silence, .stamps]
}
