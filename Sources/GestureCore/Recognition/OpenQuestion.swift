/// A question that was not answered at once, and its later answer (DMN-10).
///
/// ```
///   asked ──▶ open ──▶ answered ──▶ settled      an answer counts from the next event on
///               └────────────────────▲           at the deadline the default does
/// ```
struct OpenQuestion: Sendable {
  /// The kinds of questions to a recognizer's owner.
  enum Matter: Hashable, Sendable {
    /// Whether the recognizer may look at the landings of the event with that count (ARB-24).
    case receiveEvent(UInt64)
    /// Whether the recognizer receives the touch with that id (ARB-22).
    case receive(UInt64)
    /// Whether the recognizer may act (ARB-19).
    case begin
    /// Whether the recognizer may act on touches in a region (ARB-21).
    case beginIn(Int)
    /// Whether the recognizer goes together with another one (ARB-9).
    case simultaneous(Int)
    /// Whether the recognizer waits for another one to fail (ARB-38).
    case requireFailure(Int)
    /// Whether another recognizer waits for this one to fail (ARB-38).
    case beRequiredToFail(Int)

    /// The answer that counts without a reply: UIKit's defaults.
    var defaultAnswer: Bool {
      switch self {
      case .receiveEvent, .receive, .begin, .beginIn: true
      case .simultaneous, .requireFailure, .beRequiredToFail: false
      }
    }

    /// Whether the question is about touches that land.
    var isOfLanding: Bool {
      switch self {
      case .receiveEvent, .receive: true
      case .begin, .beginIn, .simultaneous, .requireFailure, .beRequiredToFail: false
      }
    }

    /// The other recognizer in the question; nil without one.
    var other: Int? {
      switch self {
      case .simultaneous(let other), .requireFailure(let other), .beRequiredToFail(let other): other
      case .receiveEvent, .receive, .begin, .beginIn: nil
      }
    }
  }

  /// The stages of a question.
  enum Stage: Hashable, Sendable {
    /// The question has no answer.
    case open
    /// The question has an answer, which does not count yet.
    case answered(Bool)
    /// The answer counts, until the attempt is over.
    case settled(Bool)
  }

  /// The number that the answer names; 0 until the owner receives the question.
  var number: UInt64
  /// The recognizer whose owner is asked.
  let recognizer: Int
  let matter: Matter
  /// The recognizer that may not act until the question is settled.
  let blocked: Int
  /// The time at which the default counts.
  let deadline: Instant
  /// The slot of the touch in the question; -1 without a touch.
  var slot = -1
  /// The recognizer's next action.
  var proposal: GestureProposal?
  var stage = Stage.open
  /// Whether the attempt in question is over. Then the question only waits for its time to end.
  var isMoot = false

  /// Whether the question is not settled.
  var isOpen: Bool {
    switch stage {
    case .open, .answered: true
    case .settled: false
    }
  }

  /// Whether the question involves a recognizer in any way.
  func concerns(_ number: Int) -> Bool {
    recognizer == number || blocked == number || matter.other == number
  }
}
