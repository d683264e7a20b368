/// The delegate's answers that still hold. The memory is empty without a delegate.
struct DelegateMemory: Sendable {
  /// A recognizer that waits for another because of the delegate's answer (ARB-38).
  struct Requirement: Sendable {
    let dependent: Int
    let required: Int
  }

  /// The requirements of the present attempts.
  private(set) var requirements: [Requirement] = []
  /// The same requirements as pairs, with the waiting recognizer first.
  private var required = RecognizerPairs()
  /// The pairs of recognizers that the delegate was asked about, both ways.
  private var askedPairs = RecognizerPairs()
  /// The pairs that the delegate was asked about in this event, and those with a yes.
  private var simultaneities = RecognizerPairs()
  private var agreements = RecognizerPairs()

  /// Forgets answers that hold for one event only (ARB-11).
  mutating func forgetEvent() {
    simultaneities.removeAll()
    agreements.removeAll()
  }

  /// Forgets the answers about a recognizer's attempt.
  mutating func forget(_ number: Int) {
    askedPairs.removeAll(with: number)
    guard !requirements.isEmpty else { return }
    requirements.removeAll { $0.dependent == number || $0.required == number }
    required.removeAll(with: number)
  }

  /// Notes that two recognizers share a touch.
  ///
  /// - Returns: whether the pair is new in this attempt (ARB-39).
  mutating func noteSharing(_ number: Int, _ other: Int) -> Bool {
    guard !askedPairs.contains(number, other) else { return false }
    askedPairs.insert(number, other)
    askedPairs.insert(other, number)
    return true
  }

  /// Adds a requirement.
  mutating func require(_ dependent: Int, toFail other: Int) {
    requirements.append(Requirement(dependent: dependent, required: other))
    required.insert(dependent, other)
  }

  /// Whether one recognizer waits for another because of the delegate's answer.
  func requires(_ dependent: Int, toFail other: Int) -> Bool { required.contains(dependent, other) }

  /// Whether a recognizer waits for any other because of the delegate's answer.
  func hasRequirement(of dependent: Int) -> Bool { required.hasPair(from: dependent) }

  /// The answer in this event; nil if the question was not asked.
  func simultaneity(_ asking: Int, _ other: Int) -> Bool? {
    simultaneities.contains(asking, other) ? agreements.contains(asking, other) : nil
  }

  /// Notes an answer.
  mutating func note(_ asking: Int, _ other: Int, _ answer: Bool) {
    simultaneities.insert(asking, other)
    if answer { agreements.insert(asking, other) }
  }
}
