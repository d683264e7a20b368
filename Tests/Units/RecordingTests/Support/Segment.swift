import Testing

/// One touch episode of a recording that label and measurement agree on: a row of SEGMENTS.csv.
struct Segment: CustomTestStringConvertible, Sendable {
  /// The recording.
  let file: String
  /// Its number in the recording.
  let number: Int
  /// From the first landing to the last lift, in seconds; the table is exact to the microsecond.
  let span: ClosedRange<Double>
  /// The kind of the gesture, in the wire's word.
  let kind: String
  /// The number of its fingers.
  let fingers: Int
  /// The direction of a swipe; nil for other kinds.
  let direction: String?

  var testDescription: String {
    "\(file) #\(number): \(kind) of \(fingers)" + (direction.map { ", " + $0 } ?? "")
  }

  /// Every firm row of the four gestures; empty without the folder.
  static let all: [Segment] = RealRecording.table("SEGMENTS.csv").compactMap(Segment.init)

  /// The number of firm rows of all classes.
  static let firmCount = RealRecording.table("SEGMENTS.csv").count(where: isFirm)

  private static func isFirm(_ row: [String: String]) -> Bool {
    row["confidence"] == "label+measurement agree"
  }

  /// Reads a class such as `tap3`, `pan1-curved`, `swipe4-down` or `edge-left-pan1-right`.
  private init?(_ row: [String: String]) {
    guard Self.isFirm(row), let file = row["file"], let number = row["n"].flatMap({ Int($0) }),
      let start = row["t0"].flatMap({ Double($0) }), let end = row["t1"].flatMap({ Double($0) }),
      start <= end,
      let words = row["kinematic_class"]?.split(separator: "-"),
      let position = words.firstIndex(where: { $0.last?.isNumber ?? false }),
      let fingers = words[position].last?.wholeNumberValue
    else { return nil }
    let kinds = ["tap": "tap", "hold": "long_press", "pan": "pan", "swipe": "swipe"]
    guard let kind = kinds[String(words[position].dropLast())] else { return nil }
    self.file = file
    self.number = number
    span = start - 0.000_001...end + 0.000_001
    self.kind = kind
    self.fingers = fingers
    direction = kind == "swipe" ? words.dropFirst(position + 1).first.map(String.init) : nil
  }
}
