/// The failure requirements that owners added with their answers, for the present attempts. Empty where no owner is asked.
struct DynamicRequirements: Sendable {
  /// A recognizer that waits for another because an owner said so (ARB-38).
  struct Requirement: Sendable {
    let dependent: Int
    let required: Int
  }

  private(set) var requirements: [Requirement] = []
  /// The same requirements as pairs, with the waiting recognizer first.
  private var required = RecognizerPairs()
  /// The pairs of recognizers whose owners were asked, both ways.
  private var askedPairs = RecognizerPairs()

  /// Forgets the answers about a recognizer's attempt.
  mutating func forget(_ number: Int) {
    askedPairs.removeAll(with: number)
    guard !requirements.isEmpty else { return }
    requirements.removeAll { $0.dependent == number || $0.required == number }
    required.removeAll(with: number)
  }

  /// Records that two recognizers share a touch.
  ///
  /// - Returns: whether the pair is new in this attempt (ARB-39).
  mutating func recordSharing(_ number: Int, _ other: Int) -> Bool {
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

  /// Whether one recognizer waits for another because an owner said so.
  func requires(_ dependent: Int, toFail other: Int) -> Bool { required.contains(dependent, other) }

  /// Whether a recognizer waits for any other because an owner said so.
  func hasRequirement(of dependent: Int) -> Bool { required.hasPair(from: dependent) }
}
