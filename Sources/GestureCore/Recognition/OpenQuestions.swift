/// The questions of one touchscreen that were not answered at once. The list is empty where every answer comes at once.
struct OpenQuestions: Sendable {
  /// The most questions kept at once. Beyond that the default counts at once, so that no client can fill the memory
  /// with questions.
  static let limit = 256

  private(set) var entries: [OpenQuestion] = []
  /// For each recognizer, the number of entries about its own attempt, and the number that keep it from acting. Most
  /// recognizers have none. The lookup happens with every other recognizer that shares a touch (H3).
  private var asked: [Int] = []
  private var blocked: [Int] = []

  /// Whether there is no question.
  var isEmpty: Bool { entries.isEmpty }

  /// The earliest deadline of the open questions; nil without one.
  var nextDeadline: Instant? {
    var earliest: Instant?
    for entry in entries where entry.isOpen {
      if earliest.map({ entry.deadline < $0 }) ?? true { earliest = entry.deadline }
    }
    return earliest
  }

  /// The answer in the present attempt: `later` while it is open, nil if the question was not asked.
  func answer(_ number: Int, _ matter: OpenQuestion.Matter) -> GestureAnswer? {
    guard number < asked.count, asked[number] > 0 else { return nil }
    for entry in entries where entry.recognizer == number && entry.matter == matter && !entry.isMoot {
      switch entry.stage {
      case .settled(let answer): return answer ? .yes : .no
      case .open, .answered: return .later
      }
    }
    return nil
  }

  /// Whether an open question keeps a recognizer from acting.
  func blocks(_ number: Int) -> Bool {
    guard number < blocked.count, blocked[number] > 0 else { return false }
    for entry in entries where entry.blocked == number && entry.isOpen && !entry.isMoot { return true }
    return false
  }

  /// Adds a question.
  ///
  /// - Returns: whether there was room for it.
  mutating func open(_ question: OpenQuestion) -> Bool {
    guard entries.count < Self.limit else { return false }
    entries.append(question)
    count(question, 1)
    return true
  }

  /// Records an answer, which does not count yet. A second answer to a question is ignored.
  ///
  /// - Parameter mayAnswer: whether the sender may answer a question.
  /// - Returns: whether the question was open.
  mutating func record(_ number: UInt64, _ answer: Bool, mayAnswer: (OpenQuestion) -> Bool) -> Bool {
    guard number > 0 else { return false }
    for position in entries.indices
    where entries[position].number == number && entries[position].stage == .open {
      guard mayAnswer(entries[position]) else { continue }
      entries[position].stage = .answered(answer)
      return true
    }
    return false
  }

  /// Gives a question its number.
  mutating func setNumber(of position: Int, to number: UInt64) {
    entries[position].number = number
  }

  /// Settles the next question whose answer counts now.
  ///
  /// - Parameter expired: whether questions whose time is over at `time` count with their default.
  /// - Returns: the question, the answer that counts, and whether the question expired; nil without a further question.
  mutating func settleNext(
    at time: Instant, expired: Bool
  ) -> (question: OpenQuestion, answer: Bool, isExpired: Bool)? {
    for position in entries.indices {
      let answer: Bool
      let isExpired: Bool
      switch entries[position].stage {
      case .settled: continue
      case .answered(let said): (answer, isExpired) = (said, false)
      case .open:
        guard expired, entries[position].deadline <= time else { continue }
        (answer, isExpired) = (entries[position].matter.defaultAnswer, true)
      }
      entries[position].stage = .settled(answer)
      let question = entries[position]
      if question.isMoot {
        entries.remove(at: position)
        count(question, -1)
      }
      return (question, answer, isExpired)
    }
    return nil
  }

  /// Forgets the answers about a recognizer's attempt. Open questions stay until their time is over, but their answers
  /// no longer count.
  mutating func forget(_ number: Int) {
    guard !entries.isEmpty else { return }
    removeAll { $0.concerns(number) && ($0.isMoot ? false : !$0.isOpen || $0.number == 0) }
    for position in entries.indices where entries[position].concerns(number) {
      entries[position].isMoot = true
    }
  }

  /// Forgets all questions about a number that belongs to another recognizer from now on.
  mutating func removeAll(concerning number: Int) {
    removeAll { $0.concerns(number) }
  }

  private mutating func removeAll(where isGone: (OpenQuestion) -> Bool) {
    for entry in entries where isGone(entry) { count(entry, -1) }
    entries.removeAll(where: isGone)
  }

  private mutating func count(_ question: OpenQuestion, _ difference: Int) {
    while asked.count <= max(question.recognizer, question.blocked) {
      asked.append(0)
      blocked.append(0)
    }
    asked[question.recognizer] += difference
    blocked[question.blocked] += difference
  }
}
