/// The questions of others about an attempt. Nothing here changes it.
extension Attempt {
  // MARK: Where it stands

  /// Its state in UIKit's words.
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

  /// Whether nothing is decided yet; it may wait.
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

  /// Whether it is over; only a reset leads out of that.
  var isTerminal: Bool {
    @inline(__always) get {
      switch standing {
      case .ended, .cancelled, .failed: true
      case .possible, .waiting, .waitingToEnd, .began, .changed: false
      }
    }
  }

  /// The event that it waits for; nil where it does not wait.
  var awaited: Awaited? {
    @inline(__always) get {
      switch standing {
      case .waiting(let awaited), .waitingToEnd(let awaited): awaited
      case .possible, .began, .changed, .ended, .cancelled, .failed: nil
      }
    }
  }

  /// Whether it has met its criteria, and waits.
  var isWaiting: Bool {
    @inline(__always) get {
      switch standing {
      case .waiting, .waitingToEnd: true
      case .possible, .began, .changed, .ended, .cancelled, .failed: false
      }
    }
  }

  /// Whether it has ended before it was allowed to begin (ARB-33).
  var hasEndedWhileWaiting: Bool {
    if case .waitingToEnd = standing { true } else { false }
  }

  /// Where it stands, as one that waits for something else stands if it waits.
  func standing(waitingFor awaited: Awaited) -> Standing {
    switch standing {
    case .waiting: .waiting(for: awaited)
    case .waitingToEnd: .waitingToEnd(for: awaited)
    case .possible, .began, .changed, .ended, .cancelled, .failed: standing
    }
  }

  /// Whether it has been offered a touch since its last reset.
  var isEngaged: Bool {
    @inline(__always) get {
      switch engagement {
      case .idle: false
      case .engaged: true
      }
    }
  }

  /// Whether it only reports (MULTI-8).
  var isPassive: Bool {
    @inline(__always) get {
      switch engagement {
      case .idle: false
      case .engaged(let isPassive): isPassive
      }
    }
  }

  /// Whether it came to its end in the present event. One that was begun anew since did, too.
  var hasEnded: Bool {
    @inline(__always) get {
      switch outcome {
      case .none: false
      case .ended, .restarted: true
      }
    }
  }

  /// Whether it was begun anew in the present event.
  var hasRestarted: Bool {
    @inline(__always) get {
      switch outcome {
      case .none, .ended: false
      case .restarted: true
      }
    }
  }

  // MARK: What follows

  /// Whether it would act if no other recognizer were in its way.
  @inline(__always)
  var isCandidate: Bool {
    switch standing {
    case .possible:
      if case .recognize = decision { true } else { false }
    case .waiting, .waitingToEnd: true
    case .began, .changed, .ended, .cancelled, .failed: false
    }
  }

  /// Whether the recognizer's decision about this event is nothing new, or that an active gesture continues.
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

  /// Whether it has said nothing, and waits for nothing.
  @inline(__always)
  var hasNothingToSettle: Bool {
    guard !isWaiting else { return false }
    if case .none = decision { return true }
    return false
  }

  /// Whether a landing may be offered to it: not when it is over (FSM-8), nor when it has all it needs and only
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

  /// Whether it may have touches of a type: one that it allows, and while it is exclusive that of its first.
  @inline(__always)
  func takes(_ type: TouchType) -> Bool {
    guard allowedTouchTypes & type.bit != 0 else { return false }
    guard requiresExclusiveTouchType, let touchType else { return true }
    return touchType == type
  }

  /// Whether it still takes events in.
  @inline(__always)
  var isAttentive: Bool {
    switch standing {
    case .possible, .waiting, .began, .changed: true
    case .waitingToEnd, .ended, .cancelled, .failed: false
    }
  }

  /// Whether moves of so many touches are nothing to it: it waits for more fingers, or has seen enough of them.
  @inline(__always)
  func isIndifferentToMoves(of count: Int) -> Bool {
    guard case .possible = standing else { return false }
    return ignoresMoves || count < fewestMovingTouches
  }

  /// Whether it acts in the present event, or may once others have failed: then where its fingers are matters.
  @inline(__always)
  var mayAct: Bool {
    if case .none = decision { return isActive || isWaiting }
    return true
  }
}
