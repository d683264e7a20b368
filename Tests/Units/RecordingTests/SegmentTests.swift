import Testing

/// The recognized gestures equal those that people made on real devices, by label and by measurement.
@Suite struct SegmentTests {
  /// Rows that rightly give no gesture. A row that gives one after all fails the test.
  private static let unrecognized: [(file: String, number: Int, reason: String)] = []

  @Test(
    "a tap, hold, pan or swipe on a real device is recognized once, while it lasts, with its fingers",
    arguments: Segment.all)
  func recognition(_ segment: Segment) throws {
    let recording = try #require(PlayedRecording.real.first { $0.name == segment.file })
    let lines = try (try? recording.outcome.get())?.lines() ?? []
    let recognized = lines.filter {
      $0.isRecognition && $0.recognizer == segment.kind && segment.span.contains($0.time)
    }
    let isAsExpected =
      recognized.count == 1 && recognized[0].touchCount == segment.fingers
      && (segment.direction == nil || recognized[0].direction == segment.direction)
    if let exception = Self.unrecognized.first(where: {
      ($0.file, $0.number) == (segment.file, segment.number)
    }) {
      #expect(!isAsExpected, "it is recognized: take it off the list (\(exception.reason))")
    } else {
      #expect(isAsExpected, "\(recognized)")
    }
  }

  @Test("every firm row of the table is one of the four gestures, and every exception is in it")
  func coverage() {
    #expect(Segment.all.count == Segment.firmCount)
    guard !Segment.all.isEmpty else { return }
    for exception in Self.unrecognized {
      #expect(Segment.all.contains { ($0.file, $0.number) == (exception.file, exception.number) })
    }
  }
}
