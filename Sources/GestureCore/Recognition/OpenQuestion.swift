/// A question that was not answered at once, and what has been said to it (DMN-10).
///
/// ```
///   asked ──▶ open ──▶ answered ──▶ settled      an answer counts from the next event on
///               └────────────────────▲           at the deadline the default does
/// ```
struct OpenQuestion: Sendable {
  /// What is asked of a recognizer's owner, or of a delegate.
  enum Matter: Hashable, Sendable {
    /// Whether it may look at the landings of the event of that count (ARB-24).
    case receiveEvent(UInt64)
    /// Whether it learns of the touch of that id (ARB-22).
    case receive(UInt64)
    /// Whether it may act (ARB-19).
    case begin
    /// The same, asked of a region (ARB-21).
    case regionBegin(Int)
    /// Whether it goes together with another (ARB-9).
    case simultaneous(Int)
    /// Whether it waits for another to fail (ARB-38).
    case requireFailure(Int)
    /// Whether another waits for it to fail (ARB-38).
    case beRequiredToFail(Int)

    /// What counts where nobody answers: UIKit's defaults.
    var defaultAnswer: Bool {
      switch self {
      case .receiveEvent, .receive, .begin, .regionBegin: true
      case .simultaneous, .requireFailure, .beRequiredToFail: false
      }
    }

    /// Whether it is about touches that land.
    var isOfLanding: Bool {
      switch self {
      case .receiveEvent, .receive: true
      case .begin, .regionBegin, .simultaneous, .requireFailure, .beRequiredToFail: false
      }
    }

    /// The other recognizer that it is about; nil where it is about none.
    var other: Int? {
      switch self {
      case .simultaneous(let other), .requireFailure(let other), .beRequiredToFail(let other): other
      case .receiveEvent, .receive, .begin, .regionBegin: nil
      }
    }
  }

  /// How far it is.
  enum Stage: Hashable, Sendable {
    /// Nobody has said anything.
    case open
    /// It was answered, which does not count yet.
    case answered(Bool)
    /// That counts, until the attempt is over.
    case settled(Bool)
  }

  /// The number that the answer names; 0 until its owner is told of it.
  var number: UInt64
  /// Whose owner is asked.
  let recognizer: Int
  let matter: Matter
  /// Which recognizer may not act until it is settled.
  let blocked: Int
  /// When the default counts.
  let deadline: Instant
  /// Whether the owner is asked, and not a delegate.
  let isOwners: Bool
  /// The slot of the touch that it is about; -1 where it is about none.
  var slot = -1
  /// What the recognizer is about to act with.
  var proposal: GestureProposal?
  var stage = Stage.open
  /// Whether the attempt that it was about is over: it only waits for its time to be over.
  var isMoot = false

  /// Whether it is not settled.
  var isOpen: Bool {
    switch stage {
    case .open, .answered: true
    case .settled: false
    }
  }

  /// Whether it is about a recognizer, in whatever way.
  func concerns(_ number: Int) -> Bool {
    recognizer == number || blocked == number || matter.other == number
  }
}
