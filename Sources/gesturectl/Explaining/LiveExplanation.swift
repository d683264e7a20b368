import GestureClient
import GestureCore
import GestureProtocol
import LinuxEventLoop

/// The output of `gesturectl explain`: the sentences of `gestured --explain`, from lines of transitions.
///
/// Several lines may report one event of recognizers with one name, and one sentence joins them. A line therefore waits
/// until another event arrives, or no line follows.
actor LiveExplanation {
  private struct Owner: Hashable {
    let kind: String
    let client: Int?
  }

  private let name: String
  /// The client whose recognizers are explained; nil for all owners.
  private let client: Int?
  /// A number of fingers that the explained recognizers take; nil for all recognizers.
  private let touches: Int?
  private var explanation: Explanation
  private var owners: [Owner] = []
  private var latest: RecognizerTransition?
  /// Whether the first lines, which describe the recognizers, are printed.
  private var hasSpoken = false

  /// - Parameters:
  ///   - name: the recognizers' name.
  ///   - client: the client that has declared the recognizers; nil for all owners.
  ///   - touches: a number of fingers that the recognizers take; nil for all recognizers.
  init(of name: String, client: Int?, touches: Int?, usesColor: Bool) {
    self.name = name
    self.client = client
    self.touches = touches
    explanation = Explanation(of: name, [], usesColor: usesColor)
  }

  /// Sets the known recognizers, and describes those of the name where the description is new.
  func use(_ recognizers: [RecognizerNotice]) throws {
    var own: [(owner: Owner, recognizer: ExplainedRecognizer)] = []
    for notice in recognizers
    where notice.recognizer == name && (client == nil || notice.client == client) {
      var recognizer = ExplainedRecognizer(notice)
      recognizer.keep(touches: touches)
      if touches != nil, recognizer.numbersOfTouches.isEmpty { continue }
      own.append((Owner(kind: notice.kind.rawValue, client: notice.client), recognizer))
    }
    let before = explanation.recognizers
    owners = own.map(\.owner)
    try say(explanation.drainLines())
    explanation.recognizers = own.map(\.recognizer)
    guard !hasSpoken || explanation.recognizers != before else { return }
    hasSpoken = true
    if own.isEmpty {
      let fingers = touches.map { $0 == 1 ? " for 1 finger" : " for \($0) fingers" } ?? ""
      let suffix = (client.map { " of client \($0)" } ?? "") + fingers
      Console.complain(CommandMessage.noSuchRecognizer.with(name.escapedForMessage + suffix))
    } else {
      try say(explanation.head)
    }
  }

  /// Records a transition of an explained recognizer.
  func record(_ transition: RecognizerTransition) throws {
    let owner = Owner(kind: transition.kind.rawValue, client: transition.client)
    guard transition.recognizer == name, let place = owners.firstIndex(of: owner),
      touches == nil || explanation.recognizers[place].numbersOfTouches.contains(transition.touchCount),
      let from = GestureState(word: transition.from), let to = GestureState(word: transition.to)
    else { return }
    if let latest, (latest.time, latest.sequence) != (transition.time, transition.sequence) { try flush() }
    latest = transition
    explanation.record(
      Explanation.Transition(
        recognizer: place, numberOfTouches: transition.touchCount, from: from, to: to,
        sequence: transition.sequence,
        time: Instant(microseconds: Int64((min(max(0, transition.time), 1e12) * 1_000_000).rounded())),
        reason: ExplainedReason(parsing: transition.reason)))
  }

  /// Prints the lines about the events so far.
  func flush() throws {
    try say(explanation.drainLines())
  }

  /// Prints the remaining lines and the summary.
  func finish() throws {
    try say(explanation.drainLines() + [explanation.summary])
  }

  private func say(_ lines: [String]) throws {
    for line in lines { try Console.say(line) }
  }
}

extension ExplainedRecognizer {
  /// Recognizers from a line of a list of all owners.
  fileprivate init(_ notice: RecognizerNotice) {
    let isPassive = notice.isPassive ?? false
    self.init(
      name: notice.recognizer, kind: notice.kind.rawValue, numbersOfTouches: notice.touchCount ?? [],
      options: notice.options ?? [:], region: notice.region ?? "root", isPassive: isPassive,
      isOnlyObserved: notice.isOnlyObserved, client: notice.client)
  }
}

extension RecognizerNotice {
  /// Whether the recognizer works as if passive, although it was declared otherwise. No client listens to it, except
  /// those that watch everything.
  var isOnlyObserved: Bool { isPassive == false && hearing?.contains("observed") == true }
}
