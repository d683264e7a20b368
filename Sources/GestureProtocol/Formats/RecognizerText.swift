import GestureCore

/// The constant parts of a recognizer's JSON lines, made once.
struct RecognizerText: Sendable {
  /// The escaped name.
  let name: Fragment
  /// `,"recognizer":"back","kind":"swipe"`
  let heading: Fragment
  /// The number of fingers that the recognizer is for.
  let numberOfTouches: Int

  /// The text of a recognizer.
  init(_ label: RecognizerLabel) {
    let name = escapedBytes(of: label.name)
    self.name = Fragment(name)
    var heading: [UInt8] = []
    heading.reserveCapacity(64 + name.count)
    heading += #","recognizer":""#.utf8
    heading += name
    heading += #"","kind":""#.utf8
    heading += escapedBytes(of: label.kind)
    heading.append(UInt8(ascii: "\""))
    self.heading = Fragment(heading)
    numberOfTouches = label.numberOfTouches
  }
}
