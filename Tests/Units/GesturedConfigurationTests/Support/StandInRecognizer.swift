import GestureCore

/// A recognizer that recognizes nothing, with an option of each domain; no real one has a flag yet.
struct StandInRecognizer: Recognizer {
  static let kind = GestureKind("stand_in")
  static let isDiscrete = true
  static let options = [
    OptionDescription(
      "size_mm", .number(unit: .millimetres, range: 0.5...50, default: 2), source: "TEST-1", "A number."),
    OptionDescription("count", .integer(range: 1...10, default: 3), source: "TEST-2", "A whole number."),
    OptionDescription("is_odd", .flag(default: false), source: "TEST-3", "A flag."),
    OptionDescription(
      "colour", .words(allowed: ["red", "green"], default: ["red"]), source: "TEST-4", "Words."),
  ]
  static let fields: [GestureField] = []

  init(_ options: OptionTable, numberOfTouches: Int) {}

  func admits(_ touch: borrowing Touch, tracked: Int) -> Bool { false }
  mutating func decide(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision { .none }
  func values(at time: Instant) -> GestureValues { GestureValues() }
  mutating func reset() {}
}
