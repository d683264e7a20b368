import GestureProtocol

/// The lines about the stream itself: farewells, and counts of dropped lines.
final class Notices {
  /// The room to keep for a `dropped` line, in bytes: 26 of frame, 20 digits and a newline.
  static let longestDropped = 48

  private let encoder = MessageEncoder(Vocabulary(recognizers: []))
  private let farewells: [ByeReason: [UInt8]]

  init() {
    var line = LineWriter()
    var farewells: [ByeReason: [UInt8]] = [:]
    for reason in ByeReason.allCases {
      encoder.write(reason, to: &line)
      farewells[reason] = Array(line.bytes[..<line.count])
    }
    self.farewells = farewells
  }

  /// The last line of a stream.
  func farewell(_ reason: ByeReason) -> [UInt8] { farewells[reason] ?? [] }

  /// A line with the number of dropped lines. It allocates, since a subscriber that is behind is not on the hot path.
  func dropped(_ count: UInt64) -> [UInt8] {
    var line = LineWriter()
    encoder.write(droppedLines: count, to: &line)
    return Array(line.bytes[..<line.count])
  }
}
