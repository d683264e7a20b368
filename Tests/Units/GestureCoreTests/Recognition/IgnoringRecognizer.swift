import GestureCore

/// A tap of the first finger that ignores all others as soon as they land, in its own way (ARB-26).
struct IgnoringRecognizer: Recognizer {
  static let kind = GestureKind("ignoring")
  static let isDiscrete = true
  static let options: [OptionDescription] = []
  static let fields: [GestureField] = []

  init(_ options: OptionTable, numberOfTouches: Int) {}

  func values(at time: Instant) -> GestureValues { GestureValues() }

  mutating func handle(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision {
    if touches.count > 1 { return .ignore(touch: touches[touches.count - 1].id) }
    return touches[0].phase == .ended ? .recognize(Reason("tapped")) : .none
  }

  mutating func reset() {}
}
