import GestureCore

/// A gesture as a subscriber hears of it, in a stream that is disturbed or not.
struct SeenGesture {
  /// What is the same in both streams where nothing disturbs.
  struct Shape: Hashable {
    /// The number of its recognizer.
    let recognizer: Int
    let state: GestureState
    let numberOfTouches: Int
  }

  /// What of it is compared.
  let shape: Shape
  /// Where it is; streams that are the same give the same.
  let location: Point
  /// When; the same.
  let time: Instant
  /// The sequence of touches that it is of.
  let sequence: UInt64
  /// The frame before which, or with which, it was told.
  let frame: Int
  /// The story that it belongs to.
  let story: Int

  /// Whether something was recognized, or came to its end as it should.
  var isRecognition: Bool { shape.state == .ended }

  /// It for people.
  func line(_ recognizers: RecognizerSet) -> String {
    let name = recognizers.instances[shape.recognizer].name
    return
      "\(name) \(shape.state) of \(shape.numberOfTouches) at \(time.microseconds) µs, frame \(frame), "
      + "sequence \(sequence), story \(story)"
  }

  /// Whether it is exactly that, ids aside.
  func equals(_ other: SeenGesture) -> Bool {
    shape == other.shape && location == other.location && time == other.time
  }
}
