/// What a delegate has said that still holds. Without a delegate it stays empty.
struct DelegateMemory: Sendable {
  /// A recognizer that waits for another because the delegate says so (ARB-38).
  struct Requirement: Sendable {
    let dependent: Int
    let required: Int
  }

  /// The requirements of the attempts under way.
  private(set) var requirements: [Requirement] = []
  /// The same as pairs, the one that waits first.
  private var required = RecognizerPairs()
  /// Which recognizers were asked about which others, both ways.
  private var askedPairs = RecognizerPairs()
  /// The pairs that were asked about in this event, and those that got a yes.
  private var simultaneities = RecognizerPairs()
  private var agreements = RecognizerPairs()

  /// Forgets what holds for one event alone (ARB-11).
  mutating func forgetEvent() {
    simultaneities.removeAll()
    agreements.removeAll()
  }

  /// Forgets what was said of a recognizer's attempt.
  mutating func forget(_ number: Int) {
    askedPairs.removeAll(with: number)
    guard !requirements.isEmpty else { return }
    requirements.removeAll { $0.dependent == number || $0.required == number }
    required.removeAll(with: number)
  }

  /// Notes that two recognizers share a touch.
  ///
  /// - Returns: whether that is new in this attempt (ARB-39).
  mutating func noteSharing(_ number: Int, _ other: Int) -> Bool {
    guard !askedPairs.contains(number, other) else { return false }
    askedPairs.insert(number, other)
    askedPairs.insert(other, number)
    return true
  }

  /// Installs a requirement.
  mutating func require(_ dependent: Int, toFail other: Int) {
    requirements.append(Requirement(dependent: dependent, required: other))
    required.insert(dependent, other)
  }

  /// Whether one waits for the other because the delegate says so.
  func requires(_ dependent: Int, toFail other: Int) -> Bool { required.contains(dependent, other) }

  /// Whether a recognizer waits for any other because the delegate says so.
  func hasRequirement(of dependent: Int) -> Bool { required.hasPair(from: dependent) }

  /// What was said in this event; nil where it was not asked.
  func simultaneity(_ asking: Int, _ other: Int) -> Bool? {
    simultaneities.contains(asking, other) ? agreements.contains(asking, other) : nil
  }

  /// Notes what was said.
  mutating func note(_ asking: Int, _ other: Int, _ answer: Bool) {
    simultaneities.insert(asking, other)
    if answer { agreements.insert(asking, other) }
  }
}
