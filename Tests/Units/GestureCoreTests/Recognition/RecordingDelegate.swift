import GestureCore
import Synchronization

/// A delegate that records its questions, such as `receive tap #1` or `begin pan`. It gives the test's answers, else
/// those of UIKit's defaults.
final class RecordingDelegate: GestureDelegate {
  private struct State {
    var questions: [String] = []
    var answers: [String: GestureAnswer] = [:]
    var proposals: [GestureProposal] = []
  }

  private let state = Mutex(State())
  private let names: [String]
  private let regions: [String]

  /// A delegate of recognizers and regions with these names, by their numbers.
  init(_ names: [String], regions: [String] = ["root"], answers: [String: GestureAnswer] = [:]) {
    self.names = names
    self.regions = regions
    state.withLock { $0.answers = answers }
  }

  /// The questions, in order.
  var questions: [String] { state.withLock { $0.questions } }

  /// The proposed actions of recognizers in the questions whether they may begin.
  var proposals: [GestureProposal] { state.withLock { $0.proposals } }

  /// Sets the answer to a question.
  func answer(_ question: String, _ answer: GestureAnswer) {
    state.withLock { $0.answers[question] = answer }
  }

  private func ask(_ question: String, default defaultAnswer: GestureAnswer) -> GestureAnswer {
    state.withLock { state in
      state.questions.append(question)
      return state.answers[question] ?? defaultAnswer
    }
  }

  func recognizer(_ number: Int, shouldReceiveEventAt time: Instant) -> GestureAnswer {
    ask("receiveEvent \(names[number])", default: .yes)
  }

  func recognizer(_ number: Int, shouldReceive touch: borrowing Touch) -> GestureAnswer {
    ask("receive \(names[number]) #\(touch.id)", default: .yes)
  }

  func recognizer(_ number: Int, shouldBegin proposal: GestureProposal) -> GestureAnswer {
    state.withLock { $0.proposals.append(proposal) }
    return ask("begin \(names[number])", default: .yes)
  }

  func region(_ region: Int, shouldBegin proposal: GestureProposal) -> GestureAnswer {
    ask("region \(regions[region]) begin \(names[proposal.recognizer])", default: .yes)
  }

  func recognizer(_ number: Int, shouldRecognizeSimultaneouslyWith other: Int) -> GestureAnswer {
    ask("together \(names[number]) \(names[other])", default: .no)
  }

  func recognizer(_ number: Int, shouldRequireFailureOf other: Int) -> GestureAnswer {
    ask("\(names[number]) requires \(names[other])", default: .no)
  }

  func recognizer(_ number: Int, shouldBeRequiredToFailBy other: Int) -> GestureAnswer {
    ask("\(names[number]) required by \(names[other])", default: .no)
  }
}
