import GestureCore
import Testing

@testable import GestureProtocol

/// People see one line for recognizers of one name that change alike.
struct TransitionGroupTests {
  private let formatter = TextFormatter(
    Vocabulary(
      recognizers: [1, 2, 3, 5].map {
        RecognizerLabel(name: "tap", kind: "tap", fields: [], numberOfTouches: $0)
      } + [RecognizerLabel(name: "pan", kind: "pan", fields: [], numberOfTouches: 1)]), usesColor: false)

  private func failure(_ recognizer: Int, _ reason: Reason) -> TransitionEvent {
    TransitionEvent(
      recognizer: recognizer, from: .possible, to: .failed, sequence: 1, time: .milliseconds(1),
      reason: reason)
  }

  private func line(_ transitions: [TransitionEvent]) -> String {
    Samples.text { formatter.write(transitions, device: 1, to: &$0) }
  }

  @Test("A group has its finger counts as ranges, and a measure only where it is the same for all")
  func ranges() {
    let few = [3, 2, 1].map {
      failure($0, Reason("tooFewTouches", .init(1, .below, Double($0 + 1), .touches)))
    }
    #expect(line(few) == "    0.001000 1  tap        -> failed 2-3,5                tooFewTouches\n")
    let moved = Reason("movedBeyondSlop", .init(7.4, .above, 7, .millimetres))
    #expect(
      line([failure(0, moved), failure(1, moved)])
        == "    0.001000 1  tap        -> failed   1-2                movedBeyondSlop(7.4 mm > 7 mm)\n")
  }

  @Test("A group of one is the line it would be alone")
  func single() {
    let transition = failure(3, Reason("heldTooLong"))
    #expect(line([transition]) == formatter.line(.transition(transition)))
  }

  @Test("Another name, reason, state or moment is not alike")
  func unlike() {
    let first = failure(0, Reason("heldTooLong"))
    #expect(formatter.areAlike(first, failure(1, Reason("heldTooLong"))))
    #expect(!formatter.areAlike(first, failure(4, Reason("heldTooLong"))))
    #expect(!formatter.areAlike(first, failure(1, Reason("lifted"))))
    #expect(!formatter.areAlike(first, failure(1, Reason("heldTooLong", cause: 4))))
    var later = failure(1, Reason("heldTooLong"))
    later.time = .milliseconds(2)
    #expect(!formatter.areAlike(first, later))
    var active = failure(1, Reason("heldTooLong"))
    active.to = .cancelled
    #expect(!formatter.areAlike(first, active))
  }
}
