/// The state of a recognizer, with UIKit's names and numbers.
public enum GestureState: UInt8, Hashable, Sendable {
  /// Watching; nothing is decided.
  case possible = 0
  /// A continuous gesture has just been recognized.
  case began = 1
  /// A continuous gesture continues.
  case changed = 2
  /// A continuous gesture is over, or a discrete one was recognized.
  case ended = 3
  /// A continuous gesture was cancelled. It did not end, and its effects should be undone.
  case cancelled = 4
  /// The touches are not this gesture.
  case failed = 5

  /// Whether the attempt is over; only a reset leads out of it.
  public var isTerminal: Bool {
    switch self {
    case .possible, .began, .changed: false
    case .ended, .cancelled, .failed: true
    }
  }

  /// Whether a continuous gesture is under way.
  public var isActive: Bool {
    switch self {
    case .began, .changed: true
    case .possible, .ended, .cancelled, .failed: false
    }
  }

  /// Whether a recognizer may go from this state to another (FSM-1). Resets are not transitions.
  public func allows(_ next: GestureState, discrete: Bool) -> Bool {
    switch (self, next) {
    case (.possible, .began): !discrete
    case (.possible, .ended): discrete
    case (.possible, .failed): true
    case (.began, .changed), (.began, .ended), (.began, .cancelled): true
    case (.changed, .changed), (.changed, .ended), (.changed, .cancelled): true
    case (.possible, .possible), (.possible, .changed), (.possible, .cancelled): false
    case (.began, .possible), (.began, .began), (.began, .failed): false
    case (.changed, .possible), (.changed, .began), (.changed, .failed): false
    case (.ended, _), (.cancelled, _), (.failed, _): false
    }
  }
}
