/// The questions and offers of the daemon to one client, by the client's own numbers.
package struct ToldQuestions {
  /// The questions and offers that the client received, and the actions that it took.
  package internal(set) var questions = ToldNumbers(capacity: 256)
  package internal(set) var offers = ToldNumbers(capacity: 1024)
  package internal(set) var actions = ToldNumbers(capacity: 64)
  /// The questions that the client has not answered in time (DMN-10).
  package internal(set) var timeoutCount: UInt64 = 0

  /// Makes storage, since a recognizer of the client may need it.
  mutating func prepare() {
    questions.prepare()
    offers.prepare()
  }
}
