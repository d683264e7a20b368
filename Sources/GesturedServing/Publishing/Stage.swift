import GestureCore
import GestureProtocol
import GesturedBase
import GesturedScene

/// A scene, and the state of its listeners' lines: ids, numbers, the gestures under way and unpublished changes.
///
/// ```
///                              ┌─▶ everyone's: the configuration, and what clients with the right `scene` declare
///   frames of a touchscreen ───┼─▶ placeless: the same without what depends on places (`positions = "none"`)
///                              └─▶ a user's own: one of these, and what this user's clients of one name declare
/// ```
///
/// Nearly always there is only everyone's stage. A touchscreen has a pipeline for each stage, and passes each frame to
/// all of them.
///
/// Declarations of a client without the right never enter a scene that other users hear. Such a client therefore cannot
/// change other clients' events (H7 to H9). A user gets an own stage with the first declaration. The stage lasts while any
/// of the user's clients is connected, so that ids stay unique on each connection.
///
/// Clients that name a scene (`limit`) have a stage for each name. Declarations of a web page therefore change nothing
/// for pages of other origins.
package final class Stage {
  /// The properties that distinguish stages.
  package struct Origin: Hashable {
    /// Whether the scene reveals no places.
    package var isPlaceless: Bool
    /// The user whose declarations the scene contains; nil where it contains only those of clients with the right.
    package var user: UInt32?
    /// The name of the scene among those of the user; nil for clients that name none.
    package var scene: String?

    package init(isPlaceless: Bool = false, user: UInt32? = nil, scene: String? = nil) {
      self.isPlaceless = isPlaceless
      self.user = user
      self.scene = scene
    }

    /// The clients that actions of the scene's recognizers reach.
    package var reach: ActionReach { user.map { .user($0, scene: scene) } ?? .everyone }
  }

  /// The properties that distinguish this stage.
  package let origin: Origin
  /// The stage whose scene this one extends; nil for everyone's.
  package let base: Stage?
  /// The declarations that make the stage's events.
  package let scene: Scene
  /// Grows with each change of the scene. A batch of edits on an older copy begins again.
  package private(set) var version = 0
  /// Whether the scene that this one extends has changed since, and the users whose requests changed it last.
  package var isStale = false
  package var changers: [UInt32] = []
  /// The unpublished changes of the scene.
  package var news = NewsQueue()

  /// The source of touch, sequence and gesture ids, over all devices. Pipelines take their ids from here.
  package var identifiers = IdentifierSource()
  /// The numbers of the latest published line.
  var latestSeq = LineSeq()
  /// How many events had no number. A dump shows these events, and counts them too.
  var uncounted: UInt64 = 0
  /// The lines of an event, in the forms that subscribers want.
  let lines: EncodedLines
  /// The recognizers and regions that filters and lists may name.
  package var scope = SubscriptionScope()
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

  /// Everyone's stage.
  ///
  /// - Parameter places: the most subscribers.
  init(everyone scene: Scene, places: Int) {
    origin = Origin()
    base = nil
    self.scene = scene
    lines = EncodedLines(Vocabulary(scene.recognizers, regions: scene.configuration.regionNames))
    gestures = ActiveGestures(places: places)
    severalNumbers.begin(after: IdentifierSource())
  }

  /// A stage that extends another one. It continues the ids, gestures, numbers and unpublished changes of that one.
  init(_ origin: Origin, on base: Stage) {
    self.origin = origin
    self.base = base
    scene = Scene(copying: base.scene)
    news = base.news.paid(by: origin.user.map { [$0] } ?? [])
    identifiers = base.identifiers
    latestSeq = base.latestSeq
    uncounted = base.uncounted
    lines = EncodedLines(like: base.lines, Vocabulary(scene.recognizers, users: base.scope.users))
    scope = base.scope
    gestures = ActiveGestures(copying: base.gestures)
    suppressedCount = base.suppressedCount
    privateNumbers = base.privateNumbers
    severalNumbers = base.severalNumbers
  }

  /// Whether the stage is everyone's.
  package var isEveryones: Bool { base == nil }

  /// Whether a user pays for all work of the stage, lines included.
  var isPaid: Bool { origin.user != nil }

  /// The number of the latest published line.
  package var seq: UInt64 { latestSeq.all }

  /// The numbers of the next line.
  func nextSeq() -> LineSeq {
    latestSeq.all += 1
    latestSeq.several += 1
    return latestSeq
  }

  /// Continues after the ids and numbers of another stage too, since a subscriber of that one comes over.
  func advance(past other: Stage) {
    identifiers.advance(past: other.identifiers)
    latestSeq.advance(past: other.latestSeq)
    privateNumbers.advance(past: other.privateNumbers)
    severalNumbers.advance(past: other.severalNumbers)
  }

  /// Counts a change of the scene.
  package func countChange() { version += 1 }

  /// Lets the turn compute the listeners to gestures or to touches again, since they may have changed.
  package func markListenersStale(ofGestures: Bool = true, ofTouches: Bool = true, _ turn: Turn) {
    if ofGestures { hasStaleGestures = true }
    if ofTouches { hasStaleTouches = true }
    turn.owe(.hearing)
  }

  /// Whether listeners to gestures may have changed since the last call.
  func consumeStaleGestures() -> Bool {
    defer { hasStaleGestures = false }
    return hasStaleGestures
  }

  /// Whether listeners to touches may have changed since the last call.
  func consumeStaleTouches() -> Bool {
    defer { hasStaleTouches = false }
    return hasStaleTouches
  }
}
