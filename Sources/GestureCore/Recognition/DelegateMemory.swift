/// What a delegate has said that still holds. Without a delegate it stays empty.
struct DelegateMemory: Sendable {
  /// A recognizer that waits for another because the delegate says so (ARB-38).
  struct Requirement: Sendable {
    let dependent: Int
    let required: Int
  }

  private struct Simultaneity: Sendable {
    let asking: Int
    let other: Int
    let answer: Bool
  }

  /// Two recognizers, the lower number first.
  private struct Pair: Equatable, Sendable {
    let first: Int
    let second: Int

    init(_ a: Int, _ b: Int) {
      first = min(a, b)
      second = max(a, b)
    }
  }

  /// The requirements of the attempts under way.
  private(set) var requirements: [Requirement] = []
  private var askedPairs: [Pair] = []
  private var simultaneities: [Simultaneity] = []

  /// Forgets what holds for one event alone (ARB-11).
  mutating func forgetEvent() {
    simultaneities.removeAll(keepingCapacity: true)
  }

  /// Forgets what was said of a recognizer's attempt.
  mutating func forget(_ number: Int) {
    guard !askedPairs.isEmpty || !requirements.isEmpty else { return }
    requirements.removeAll { $0.dependent == number || $0.required == number }
    askedPairs.removeAll { $0.first == number || $0.second == number }
  }

  /// Notes that two recognizers share a touch.
  ///
  /// - Returns: whether that is new in this attempt (ARB-39).
  mutating func noteSharing(_ number: Int, _ other: Int) -> Bool {
    let pair = Pair(number, other)
    guard !askedPairs.contains(pair) else { return false }
    askedPairs.append(pair)
    return true
  }

  /// Installs a requirement.
  mutating func require(_ dependent: Int, toFail required: Int) {
    requirements.append(Requirement(dependent: dependent, required: required))
  }

  /// Whether one waits for the other because the delegate says so.
  func requires(_ dependent: Int, toFail required: Int) -> Bool {
    requirements.contains { $0.dependent == dependent && $0.required == required }
  }

  /// What was said in this event; nil where it was not asked.
  func simultaneity(_ asking: Int, _ other: Int) -> Bool? {
    simultaneities.first { $0.asking == asking && $0.other == other }?.answer
  }

  /// Notes what was said.
  mutating func note(_ asking: Int, _ other: Int, _ answer: Bool) {
    simultaneities.append(Simultaneity(asking: asking, other: other, answer: answer))
  }
}
