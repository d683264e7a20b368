import GestureCore

@testable import GestureProtocol

/// The values that the tests write.
enum Samples {
  /// The fields of each kind.
  static let fields = Dictionary(
    RecognizerCatalog.types.filter { !$0.fields.isEmpty }.map { ($0.kind.name, $0.fields) },
    uniquingKeysWith: { first, _ in first })

  /// Four recognizers of the whole screen, and a pan of a region.
  static let vocabulary = Vocabulary(
    recognizers: [
      label("tap", "tap", 1), label("back", "swipe", 3), label("scroll", "pan", 2),
      label("hold", "long_press", 1), label("double_tap", "tap", 1),
    ],
    regions: ["root", "list"])

  /// A recognizer.
  static func label(_ name: String, _ kind: String, _ count: Int) -> RecognizerLabel {
    RecognizerLabel(
      name: name, kind: kind, fields: fields[kind] ?? [], numberOfTouches: count)
  }

  /// A gesture with values, at 12.345678 s.
  static func gesture(
    _ recognizer: Int, state: GestureState = .ended, region: Int = 0, location: Point = Point(40.5, 30.25),
    regionLocation: Point? = nil, toRegion: AffineTransform? = nil, _ values: GestureValues
  ) -> Event {
    .gesture(
      GestureEvent(
        recognizer: recognizer, state: state, gestureID: 3, sequence: 2,
        time: Instant(microseconds: 12_345_678), numberOfTouches: 3, region: region, location: location,
        regionLocation: regionLocation ?? (region == 0 ? location : Point(1, 2)), toRegion: toRegion,
        values: values))
  }

  /// A change of the first recognizer, at 12.352 s.
  static func transition(
    from: GestureState = .possible, to: GestureState = .failed, _ reason: Reason
  ) -> Event {
    .transition(
      TransitionEvent(
        recognizer: 0, from: from, to: to, sequence: 2, time: .milliseconds(12_352), reason: reason))
  }

  /// The text that a function writes into a line.
  static func text(_ write: (inout LineWriter) -> Void) -> String {
    var line = LineWriter()
    write(&line)
    return line.text
  }
}

extension LineFormat where Self: ~Copyable {
  /// The line of an event on device 1.
  func line(
    _ event: Event, records: [TouchRecord] = [], samples: [TouchSample] = [], seq: UInt64 = 7
  ) -> String {
    var buffer = EventBuffer()
    for record in records { buffer.append(record) }
    for sample in samples { buffer.append(sample) }
    return Samples.text { write(event, of: buffer, device: 1, seq: seq, to: &$0) }
  }
}
