/// The words for the state of an attempt and for what an event did to it.
extension Attempt {
  /// The standing of an attempt: UIKit's states, where `possible` is split by the event that a candidate waits for.
  enum Standing: Sendable {
    /// Watching; the criteria are not met.
    case possible
    /// The criteria are met, and the recognizer would act (ARB-29).
    case waiting(for: Awaited)
    /// A continuous gesture that would have begun and ended meanwhile (ARB-33).
    case waitingToEnd(for: Awaited)
    case began
    case changed
    case ended
    case cancelled
    case failed

    /// The standing of an attempt in a state of UIKit's.
    init(_ state: GestureState) {
      switch state {
      case .possible: self = .possible
      case .began: self = .began
      case .changed: self = .changed
      case .ended: self = .ended
      case .cancelled: self = .cancelled
      case .failed: self = .failed
      }
    }
  }

  /// The event that an attempt waits for.
  enum Awaited: Sendable {
    /// Others must fail first.
    case others
    /// Its owner must answer.
    case answer
  }

  /// Whether an attempt is under way.
  enum Engagement: Sendable {
    /// No touch has been offered since the last reset.
    case idle
    /// A touch was offered. The first landing decides whether the attempt is passive and only reports (MULTI-8).
    case engaged(isPassive: Bool)
  }

  /// The effect of the present event on an attempt, beyond its state.
  enum Outcome: Sendable {
    case none
    /// The attempt ended. If it was active when the event began, it bars others until the event ends (ARB-7).
    case ended(wasActive: Bool)
    /// The attempt ended and another one started, at most once an event (TAP-9).
    case restarted(wasActive: Bool)

    /// Whether the attempt was active when the event began, and ended in it.
    @inline(__always)
    var wasActive: Bool {
      switch self {
      case .none: false
      case .ended(let wasActive), .restarted(let wasActive): wasActive
      }
    }
  }

  /// The action of a recognizer in the present event. It is sent once all states are settled (FSM-17).
  enum Action: Sendable {
    case none
    case one(GestureState)
    /// ARB-33.
    case beganAndEnded
  }
}
