import GestureClient
import GestureCore
import GestureProtocol
import LinuxEventLoop

/// What `gesturectl explain` says: the sentences of `gestured --explain`, from lines of transitions.
///
/// Recognizers of one name tell of one event in several lines. They are one sentence, so a line waits until another event
/// has come or nothing more follows.
actor LiveExplanation {
  private struct Owner: Hashable {
    let kind: String
    let client: Int?
  }

  private let name: String
  /// The client whose recognizers are explained; nil for those of all owners.
  private let client: Int?
  private var explanation: Explanation
  private var owners: [Owner] = []
  private var latest: RecognizerTransition?
  /// Whether it has said what there is.
  private var hasSpoken = false

  /// - Parameters:
  ///   - name: the recognizers' name.
  ///   - client: the client whose they are; nil for all owners.
  init(of name: String, client: Int?, usesColor: Bool) {
    self.name = name
    self.client = client
    explanation = Explanation(of: name, [], usesColor: usesColor)
  }

  /// Takes over what recognizers there are, and says what those of the name are, where that is news.
  func use(_ recognizers: [RecognizerNotice]) throws {
    let own = recognizers.filter { $0.recognizer == name && (client == nil || $0.client == client) }
    let before = explanation.recognizers
    owners = own.map { Owner(kind: $0.kind.rawValue, client: $0.client) }
    try say(explanation.takeLines())
    explanation.recognizers = own.map(ExplainedRecognizer.init)
    guard !hasSpoken || explanation.recognizers != before else { return }
    hasSpoken = true
    if own.isEmpty {
      let whose = client.map { " of client \($0)" } ?? ""
      Console.complain("there is no recognizer \(name.escapedForMessage)\(whose) now: waiting for it")
    } else {
      try say(explanation.head)
    }
  }

  /// Takes in a line.
  func take(_ transition: RecognizerTransition) throws {
    let owner = Owner(kind: transition.kind.rawValue, client: transition.client)
    guard transition.recognizer == name, let place = owners.firstIndex(of: owner),
      let from = GestureState(word: transition.from), let to = GestureState(word: transition.to)
    else { return }
    if let latest, (latest.time, latest.sequence) != (transition.time, transition.sequence) { try flush() }
    latest = transition
    explanation.note(
      Explanation.Transition(
        recognizer: place, numberOfTouches: transition.touchCount, from: from, to: to,
        sequence: transition.sequence,
        time: Instant(microseconds: Int64((min(max(0, transition.time), 1e12) * 1_000_000).rounded())),
        reason: ExplainedReason(parsing: transition.reason)))
  }

  /// Says what has come so far.
  func flush() throws {
    try say(explanation.takeLines())
  }

  /// Says the rest, and how often they fired.
  func finish() throws {
    try say(explanation.takeLines() + [explanation.summary])
  }

  private func say(_ lines: [String]) throws {
    for line in lines { try Console.say(line) }
  }
}

extension ExplainedRecognizer {
  /// Recognizers as a line of a list of all owners has them.
  fileprivate init(_ notice: RecognizerNotice) {
    let isPassive = notice.isPassive ?? false
    self.init(
      name: notice.recognizer, kind: notice.kind.rawValue, numbersOfTouches: notice.touchCount ?? [],
      options: notice.options ?? [:], region: notice.region ?? "root", isPassive: isPassive,
      isOnlyObserved: notice.isOnlyObserved, client: notice.client)
  }
}

extension RecognizerNotice {
  /// Whether it works as if it were passive, although it was declared otherwise: nobody listens but who watches all.
  var isOnlyObserved: Bool { isPassive == false && hearing?.contains("observed") == true }
}
