import GestureCore
import GestureProtocol
import GesturedServing

/// The actions on their way: those whose next responder is being asked, and those that a taker may pass on.
///
/// ```
///   perform ────┬─▶ stop ──▶ stop ──▶ … ──▶ no taker: unhandled
///   recognizer ─┘     │        └─ asks ──▶ open ─┬─ yes ──▶ taken
///                     └─ takes ──▶ taken         └─ no, or silence ──▶ the next stop
///                                    └─ passed on ──▶ the next stop
/// ```
struct ActionDesk {
  /// The most actions of one user's clients that wait for answers, and of all recognizers.
  static let mostOpen = 16
  /// The most actions of one client that it may still pass on.
  static let mostPassable = 64

  /// The actions that wait for an answer.
  var open: [ActionCourse] = []
  /// The actions that clients took, by the daemon's number, each with its taker.
  var taken: [UInt64: (course: ActionCourse, client: Int)] = [:]
  /// The number of the latest action.
  var latest: UInt64 = 0

  /// The first deadline of an answer; nil where no action waits.
  var nextDeadline: Instant? {
    var earliest: Instant?
    for course in open { earliest = .earlier(earliest, course.question?.deadline) }
    return earliest
  }

  /// Remembers an action that a client took, instead of its oldest one where there are too many.
  ///
  /// - Returns: the action's number.
  mutating func record(_ course: ActionCourse, takenBy client: Int) -> UInt64 {
    let own = taken.filter { $0.value.client == client }.keys
    if own.count >= Self.mostPassable, let oldest = own.min() { taken[oldest] = nil }
    latest += 1
    taken[latest] = (course, client)
    return latest
  }
}

/// The path of one action from responder to responder.
struct ActionCourse {
  /// A question that waits for an answer.
  struct Question {
    /// The asked client, and the daemon's number of the question.
    let client: Int
    let number: UInt64
    /// The asked responder.
    let stop: ResponderPath.Stop
    /// The time at which silence means no.
    let deadline: Instant
  }

  /// The action; its responder is set when one takes it.
  var message: ActionMessage
  /// The stage in whose scene it climbs.
  let stage: Stage
  /// The clients that it may reach.
  let reach: ActionReach
  /// The request to answer; nil for an action of a recognizer.
  var request: (client: ClientIdentity, id: RequestID?)?
  /// The recognizer that sent it; nil for an action of a client.
  var recognizer: RecognizerAction?
  /// The responders that are still to be asked, in order.
  var stops: ArraySlice<ResponderPath.Stop>
  /// The responders that have taken it. No responder takes it twice.
  var takers: Set<ResponderName> = []
  /// The open question; nil where none is.
  var question: Question?
}
