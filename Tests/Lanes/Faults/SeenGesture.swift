import GestureCore

/// A gesture as a subscriber receives it, from a stream with or without a disturbance.
struct SeenGesture {
  /// The part that is equal in both streams outside of the disturbance.
  struct Shape: Hashable {
    /// The number of the recognizer.
    let recognizer: Int
    let state: GestureState
    let numberOfTouches: Int
  }

  /// The compared part of the gesture.
  let shape: Shape
  /// The place; equal streams give equal places.
  let location: Point
  /// The time; equal streams give equal times.
  let time: Instant
  /// The sequence of the gesture's touches.
  let sequence: UInt64
  /// The frame at which the gesture was reported.
  let frame: Int
  /// The story that the gesture belongs to.
  let story: Int

  /// Whether the gesture was recognized, or ended regularly.
  var isRecognition: Bool { shape.state == .ended }

  /// The gesture as a line for human readers.
  func line(_ recognizers: RecognizerSet) -> String {
    let name = recognizers.instances[shape.recognizer].name
    return
      "\(name) \(shape.state) of \(shape.numberOfTouches) at \(time.microseconds) µs, frame \(frame), "
      + "sequence \(sequence), story \(story)"
  }

  /// Whether both gestures are equal, apart from their ids.
  func equals(_ other: SeenGesture) -> Bool {
    shape == other.shape && location == other.location && time == other.time
  }
}
