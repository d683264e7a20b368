import GestureCore
import GestureProtocol
import GesturedBase

/// The publishing state of one audience: its ids, the names behind the numbers of its events, the gestures under way, and
/// the numbers of its lines.
///
/// `Publisher` has a channel for each audience, and serves one of them at a time. `Channel+Events.swift` decides which
/// subscriber receives which event.
package struct Channel {
  /// The audience's number.
  let number: Int
  /// The source of touch, sequence and gesture ids, over all devices. Pipelines take their ids from here.
  package var identifiers = IdentifierSource()
  /// The numbers of the latest published line.
  var latestSeq = LineSeq()
  /// How many events had no number. A dump shows these events, and counts them too.
  var uncounted: UInt64 = 0
  /// Whether a user pays for all work of the audience, lines included.
  let isPaid: Bool
  /// The lines of an event, in the forms that subscribers want.
  let lines: EncodedLines
  /// The recognizers and regions that filters and lists may name.
  var scope = SubscriptionScope()
  /// The gestures under way, with the subscribers of each.
  var gestures: ActiveGestures
  /// How many wanted gestures private mode has kept from all subscribers.
  var suppressedCount: UInt64 = 0
  /// The numbers of gestures in private mode.
  var privateNumbers = PrivateNumbers()
  /// The numbers of gestures for subscribers that hear nothing of single fingers.
  var severalNumbers = PrivateNumbers()
  /// The gesture of each recognizer's last action.
  var firedGestures: [Int: UInt64] = [:]
  /// Whether the listeners to gestures, and those to touches, must be computed again.
  private(set) var hasStaleGestures = true
  private var hasStaleTouches = true

  /// The channel of everyone.
  ///
  /// - Parameter places: the most subscribers.
  init(_ lines: EncodedLines, places: Int) {
    number = Audience.everyone
    isPaid = false
    self.lines = lines
    gestures = ActiveGestures(places: places)
    severalNumbers.begin(after: IdentifierSource())
  }

  /// A channel that continues the ids, the gestures and the numbers of another one.
  ///
  /// - Parameters:
  ///   - vocabulary: the names behind the numbers of its events.
  ///   - isPaid: whether a user pays for all work of the audience.
  init(_ number: Int, like other: borrowing Channel, _ vocabulary: Vocabulary, isPaid: Bool) {
    self.number = number
    self.isPaid = isPaid
    identifiers = other.identifiers
    latestSeq = other.latestSeq
    uncounted = other.uncounted
    lines = EncodedLines(like: other.lines, vocabulary)
    scope = other.scope
    gestures = other.gestures
    suppressedCount = other.suppressedCount
    privateNumbers = other.privateNumbers
    severalNumbers = other.severalNumbers
  }

  /// Continues after the ids and numbers of another channel too, since a subscriber of that one comes over.
  mutating func advance(past other: borrowing Channel) {
    identifiers.advance(past: other.identifiers)
    latestSeq.advance(past: other.latestSeq)
    privateNumbers.advance(past: other.privateNumbers)
    severalNumbers.advance(past: other.severalNumbers)
  }

  /// Notes that listeners to gestures or to touches may have changed, so that the turn computes them again.
  mutating func noteListeners(ofGestures: Bool = true, ofTouches: Bool = true, _ turn: Turn) {
    if ofGestures { hasStaleGestures = true }
    if ofTouches { hasStaleTouches = true }
    turn.owe(.hearing)
  }

  /// Whether listeners to gestures may have changed since the last call.
  mutating func takeStaleGestures() -> Bool {
    defer { hasStaleGestures = false }
    return hasStaleGestures
  }

  /// Whether listeners to touches may have changed since the last call.
  mutating func takeStaleTouches() -> Bool {
    defer { hasStaleTouches = false }
    return hasStaleTouches
  }
}
