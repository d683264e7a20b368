import GestureCore

/// A discrete recognizer that waits for a minute, whatever fingers do, and so holds every lift.
struct GreedyRecognizer: Recognizer {
  static let kind = GestureKind("greedy")
  static let isDiscrete = true
  static let options: [OptionDescription] = []
  static let fields: [GestureField] = []

  private(set) var deadline: Instant?

  init(_ options: OptionTable, numberOfTouches: Int) {}

  func values(at time: Instant) -> GestureValues { GestureValues() }

  mutating func handle(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision {
    switch input {
    case .touches(let time):
      if deadline == nil { deadline = time + .milliseconds(60_000) }
      return .none
    case .deadline:
      return .fail(Reason("lifted"))
    }
  }

  mutating func reset() {
    deadline = nil
  }
}
