/// Answers about an attempt for the arena. Nothing here changes the attempt.
extension Attempt {
  // MARK: Standing

  /// The state of the attempt in UIKit's words.
  var state: GestureState {
    @inline(__always) get {
      switch standing {
      case .possible, .waiting, .waitingToEnd: .possible
      case .began: .began
      case .changed: .changed
      case .ended: .ended
      case .cancelled: .cancelled
      case .failed: .failed
      }
    }
  }

  /// Whether the attempt is undecided, whether or not it waits.
  var isPossible: Bool {
    @inline(__always) get {
      switch standing {
      case .possible, .waiting, .waitingToEnd: true
      case .began, .changed, .ended, .cancelled, .failed: false
      }
    }
  }

  /// Whether a continuous gesture is under way.
  var isActive: Bool {
    @inline(__always) get {
      switch standing {
      case .began, .changed: true
      case .possible, .waiting, .waitingToEnd, .ended, .cancelled, .failed: false
      }
    }
  }

  /// Whether the attempt is over. Only a reset changes this.
  var isTerminal: Bool {
    @inline(__always) get {
      switch standing {
      case .ended, .cancelled, .failed: true
      case .possible, .waiting, .waitingToEnd, .began, .changed: false
      }
    }
  }

  /// The event that the attempt waits for; nil where the attempt does not wait.
  var awaited: Awaited? {
    @inline(__always) get {
      switch standing {
      case .waiting(let awaited), .waitingToEnd(let awaited): awaited
      case .possible, .began, .changed, .ended, .cancelled, .failed: nil
      }
    }
  }

  /// Whether the attempt has met its criteria and waits.
  var isWaiting: Bool {
    @inline(__always) get {
      switch standing {
      case .waiting, .waitingToEnd: true
      case .possible, .began, .changed, .ended, .cancelled, .failed: false
      }
    }
  }

  /// Whether the gesture has ended before it was allowed to begin (ARB-33).
  var hasEndedWhileWaiting: Bool {
    if case .waitingToEnd = standing { true } else { false }
  }

  /// The standing of the attempt, waiting for `awaited` if it waits for anything.
  func standing(waitingFor awaited: Awaited) -> Standing {
    switch standing {
    case .waiting: .waiting(for: awaited)
    case .waitingToEnd: .waitingToEnd(for: awaited)
    case .possible, .began, .changed, .ended, .cancelled, .failed: standing
    }
  }

  /// Whether a touch was offered since the last reset.
  var isEngaged: Bool {
    @inline(__always) get {
      switch engagement {
      case .idle: false
      case .engaged: true
      }
    }
  }

  /// Whether the attempt only reports (MULTI-8).
  var isPassive: Bool {
    @inline(__always) get {
      switch engagement {
      case .idle: false
      case .engaged(let isPassive): isPassive
      }
    }
  }

  /// Whether the attempt ended in the present event, even if another one has started since.
  var hasEnded: Bool {
    @inline(__always) get {
      switch outcome {
      case .none: false
      case .ended, .restarted: true
      }
    }
  }

  /// Whether another attempt started in the present event.
  var hasRestarted: Bool {
    @inline(__always) get {
      switch outcome {
      case .none, .ended: false
      case .restarted: true
      }
    }
  }

  // MARK: Consequences

  /// The number of touches that lines tell (LOC-3); 0 where a touchpad's fingers scroll, pinch or turn (PAN-23, XFM-7).
  var reportedTouchCount: Int {
    if isTouchlessOnPads, touchType == .indirect { return 0 }
    return isDiscrete && !isCustom ? numberOfTouches : touchCount
  }

  /// Whether the recognizer would act if no other recognizer prevented it.
  @inline(__always)
  var isCandidate: Bool {
    switch standing {
    case .possible:
      if case .recognize = decision { true } else { false }
    case .waiting, .waitingToEnd: true
    case .began, .changed, .ended, .cancelled, .failed: false
    }
  }

  /// Whether the recognizer decided nothing about this event, or only continued an active gesture.
  @inline(__always)
  var isUneventful: Bool {
    switch decision {
    case .none: true
    case .change: isActive
    case .recognize, .end, .ignore, .fail: false
    }
  }

  /// Whether the recognizer keeps others from beginning. One that was active when the event began does so until the
  /// event's end (ARB-7).
  @inline(__always)
  var excludesOthers: Bool { isActive || outcome.wasActive }

  /// Whether the recognizer decided nothing and waits for nothing.
  @inline(__always)
  var hasNothingToSettle: Bool {
    guard !isWaiting else { return false }
    if case .none = decision { return true }
    return false
  }

  /// Whether a landing may be offered: not when the attempt is over (FSM-8), nor when it has all its fingers and only
  /// waits for others (ARB-46).
  @inline(__always)
  var takesLandings: Bool {
    guard isOffered || isEngaged else { return false }
    switch standing {
    case .possible, .began, .changed: return true
    case .waiting: return !isDiscrete
    case .waitingToEnd, .ended, .cancelled, .failed: return false
    }
  }

  /// Whether the recognizer accepts touches of a type. An exclusive one accepts only the type of its first touch.
  @inline(__always)
  func accepts(_ type: TouchType) -> Bool {
    guard allowedTouchTypes & type.bit != 0 else { return false }
    guard requiresExclusiveTouchType, let touchType else { return true }
    return touchType == type
  }

  /// Whether the attempt still reads events.
  @inline(__always)
  var isAttentive: Bool {
    switch standing {
    case .possible, .waiting, .began, .changed: true
    case .waitingToEnd, .ended, .cancelled, .failed: false
    }
  }

  /// Whether moves of `count` touches change nothing: the recognizer waits for more fingers, or ignores moves.
  @inline(__always)
  func isIndifferentToMoves(of count: Int) -> Bool {
    guard case .possible = standing else { return false }
    return ignoresMoves || count < fewestMovingTouches
  }

  /// Whether the recognizer acts in the present event, or may once others have failed. Its fingers are then measured.
  @inline(__always)
  var mayAct: Bool {
    switch decision {
    case .none: isActive || isWaiting
    // A gesture that has not begun fails without an action.
    case .fail: isActive
    case .recognize, .change, .end, .ignore: true
    }
  }
}
