import GestureCore

/// What is written of a field of a gesture before its value. It holds no array, so that reading it counts no references.
struct FieldText: Sendable {
  /// What comes after the key.
  enum Shape: Sendable {
    /// There is no such field.
    case none
    /// One number, or a word.
    case single
    /// Two numbers and what closes them, or six.
    case list
    /// Two numbers which are told in the coordinates of the region too.
    case vector
  }

  /// What comes after it.
  let shape: Shape
  /// `,"taps":`, with the bracket where it is a list: `,"velocity":[`
  let key: FixedText
  /// The same without what separates it from the field before: `velocity":[`
  let name: FixedText

  /// The text of a field. A name of more than 27 bytes is a programming error.
  init(_ field: GestureField) {
    shape =
      switch field.measure {
      case .count, .span, .ratio, .ratioVelocity, .angle, .angularVelocity, .word: .single
      case .point, .matrix: .list
      case .displacement, .velocity: .vector
      }
    let end = shape == .single ? #"":"# : #"":["#
    key = FixedText(#",""# + field.name + end)
    name = FixedText(field.name + end)
  }

  /// What is written of a field that a recognizer does not have.
  static let none = FieldText()

  private init() {
    shape = .none
    key = FixedText("")
    name = key
  }

  /// The words of a field in their quotes; nothing where it holds no word.
  static func words(of field: GestureField) -> [FixedText] {
    guard case .word(let words) = field.measure else { return [] }
    return words.map { FixedText("\"" + $0 + "\"") }
  }
}
