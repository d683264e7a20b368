import GestureCore

/// The parts of a recognizer's JSON lines that never change, put together once.
struct RecognizerText: Sendable {
  /// A field of its kind.
  struct Field: Sendable {
    /// `,"taps":`, with the bracket where two numbers follow: `,"velocity":[`
    let key: Fragment
    /// The same for the value in the coordinates of the region: `,"region_velocity":[`; nil where there is none.
    let regionKey: Fragment?
    /// Whether two numbers follow.
    let isList: Bool
    /// The field with each of its words: `,"direction":"left"`; empty where it holds no word.
    let words: [Fragment]
  }

  /// The escaped name.
  let name: Fragment
  /// `,"recognizer":"back","kind":"swipe"`
  let heading: Fragment
  /// How many fingers it is for.
  let numberOfTouches: Int
  /// The fields of its kind, in the order of the wire.
  let fields: [Field]

  /// The text of a recognizer.
  init(_ label: RecognizerLabel) {
    let name = escapedBytes(of: label.name)
    self.name = Fragment(name)
    heading = Fragment(
      Array(#","recognizer":""#.utf8) + name + Array(#"","kind":""#.utf8) + escapedBytes(of: label.kind)
        + [UInt8(ascii: "\"")])
    numberOfTouches = label.numberOfTouches
    fields = label.fields.map(Field.init)
  }
}

extension RecognizerText.Field {
  fileprivate init(_ field: GestureField) {
    let key = #",""# + field.name + #"":"#
    switch field.measure {
    case .count, .span, .ratio, .ratioVelocity, .angle, .angularVelocity:
      self.init(key: Fragment(key), regionKey: nil, isList: false, words: [])
    case .point, .matrix:
      self.init(key: Fragment(key + "["), regionKey: nil, isList: true, words: [])
    case .displacement, .velocity:
      let regionKey = Fragment(#","region_"# + field.name + #"":["#)
      self.init(key: Fragment(key + "["), regionKey: regionKey, isList: true, words: [])
    case .word(let words):
      self.init(
        key: Fragment(key), regionKey: nil, isList: false,
        words: words.map { Fragment(key + "\"" + $0 + "\"") })
    }
  }
}
