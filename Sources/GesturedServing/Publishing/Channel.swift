import GestureCore

/// The publishing state of one audience: the names behind the numbers of its events, the gestures under way, and the
/// numbers of its lines.
///
/// The broadcaster serves one audience at a time. The channels of the others wait in its list.
struct Channel {
  /// The lines of an event, in the forms that subscribers want.
  var lines: EncodedLines
  /// The names that filters may refer to.
  var scope: SubscriptionScope
  /// The gestures under way, with the subscribers of each.
  var gestures: ActiveGestures
  /// The numbers of the latest published line.
  var latestSeq = LineSeq()
  /// How many wanted gestures private mode has kept from all subscribers.
  var suppressedCount: UInt64 = 0
  /// The numbers of gestures in private mode.
  var privateNumbers = PrivateNumbers()
  /// The numbers of gestures for subscribers that hear nothing of single fingers.
  var severalNumbers = PrivateNumbers()
  /// The listeners that must be computed again.
  var stale = StaleListeners()
}

/// Whether the listeners to gestures, and those to touches, must be computed again.
struct StaleListeners {
  var ofGestures = true
  var ofTouches = true
}
