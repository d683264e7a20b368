import GestureCore

/// What one audience is told: the names behind the numbers of its events, the gestures under way, and how its lines are
/// counted.
///
/// The broadcaster speaks to one audience at a time. The channels of the others wait in its list.
struct Channel {
  /// The lines of an event, in the forms that somebody wants.
  var lines: EncodedLines
  /// What filters may speak of.
  var scope: SubscriptionScope
  /// What is under way, and who is told of it.
  var gestures: ActiveGestures
  /// The numbers of the line that was published last.
  var latestSeq = LineSeq()
  /// How many gestures private mode kept from everybody, of those that somebody wanted to hear of.
  var suppressedCount: UInt64 = 0
  /// What gestures are called in private mode.
  var privateNumbers = PrivateNumbers()
  /// What gestures are called for subscribers who are told of nothing that one finger does.
  var severalNumbers = PrivateNumbers()
  /// Whether what is heard is to be worked out anew.
  var isHearingStale = true
  /// The same for who listens to touches.
  var isAudienceStale = true
}
