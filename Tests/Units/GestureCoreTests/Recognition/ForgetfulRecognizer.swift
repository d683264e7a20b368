import GestureCore

/// A recognizer that breaks its contract. It never fails, and it reports a change on a move although it has not begun.
struct ForgetfulRecognizer: Recognizer {
  static let kind = GestureKind("forgetful")
  static let isDiscrete = false
  static let options: [OptionDescription] = []
  static let fields: [GestureField] = []

  init(_ options: OptionTable, numberOfTouches: Int) {}

  func values(at time: Instant) -> GestureValues { GestureValues() }

  mutating func decide(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision {
    for position in 0..<touches.count where touches[position].phase == .moved { return .change }
    return .none
  }

  mutating func reset() {}
}
