import GestureCore

/// The parts of a recognizer's JSON lines that never change, put together once.
struct RecognizerText: Sendable {
  /// The escaped name.
  let name: Fragment
  /// `,"recognizer":"back","kind":"swipe"`
  let heading: Fragment
  /// How many fingers it is for.
  let numberOfTouches: Int

  /// The text of a recognizer.
  init(_ label: RecognizerLabel) {
    let name = escapedBytes(of: label.name)
    self.name = Fragment(name)
    heading = Fragment(
      Array(#","recognizer":""#.utf8) + name + Array(#"","kind":""#.utf8) + escapedBytes(of: label.kind)
        + [UInt8(ascii: "\"")])
    numberOfTouches = label.numberOfTouches
  }
}
