import GestureCore

/// The text before the value of a gesture's field. The structure holds no array, so reading it counts no references.
struct FieldText: Sendable {
  /// The form of the value.
  enum Shape: Sendable {
    /// The field does not exist.
    case none
    /// One number, or a word.
    case single
    /// Two or six numbers and the closing bracket.
    case list
    /// Two numbers that are written in the coordinates of the region too.
    case vector
  }

  /// The form of the value.
  let shape: Shape
  /// `,"taps":`, with the bracket where the value is a list: `,"velocity":[`
  let key: FixedText
  /// `key` without the leading comma and quote: `velocity":[`
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

  /// Fills the places of fields that a recognizer does not have.
  static let none = FieldText()

  private init() {
    shape = .none
    key = FixedText("")
    name = key
  }

  /// The words of a field in their quotes; empty where the field holds no word.
  static func words(of field: GestureField) -> [FixedText] {
    guard case .word(let words) = field.measure else { return [] }
    return words.map { FixedText("\"" + $0 + "\"") }
  }
}
