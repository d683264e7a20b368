import GestureCore
import GestureTestSupport
import TouchInput

/// The frames of the test screen T1 while a user taps, holds, flicks and drags. Each story ends with a rest that is
/// longer than any recognizer's timer.
///
/// Stories stay clear of the limits of the shipped recognizers, so a few milliseconds never decide about a gesture.
struct FingerStream {
  /// The events of one SYN_REPORT, which is the last of them.
  struct Frame {
    var events: [InputEvent] = []
    /// The story that the frame belongs to.
    var story: Int
    /// Whether a finger lands in the frame.
    var isLanding = false
    /// Whether a finger lifts in the frame.
    var isLift = false

    /// The stamp of the report.
    var time: Instant { events.last?.time ?? .milliseconds(0) }
  }

  private struct Finger {
    var slot: Int
    var position: Point
    var motion: Vector
  }

  /// The frames of T1, oldest first.
  private(set) var frames: [Frame] = []
  private var random: SeededGenerator
  private var fingers: [Finger] = []
  private var time: Int64 = 1_000_000
  private var nextID: Int32 = 1

  static let stories = 3
  private static let rest: Int64 = 1_500_000
  private static let directions = [Vector(1, 0), Vector(-1, 0), Vector(0, 1), Vector(0, -1)]

  /// A stream; equal seeds give equal streams.
  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    for story in 0..<Self.stories {
      tell(story)
      time += Self.rest
    }
  }

  private mutating func tell(_ story: Int) {
    let count = [1, 1, 1, 2, 2, 3, 4, 5].randomElement(using: &random) ?? 1
    let direction = Self.directions.randomElement(using: &random) ?? Vector(1, 0)
    switch Int.random(in: 0..<7, using: &random) {
    case 0: tap(count, story)
    case 1:
      tap(count, story)
      time += 100_000
      tap(count, story)
    case 2:
      land(count, story)
      move(frames: 60, every: 16_000, story)
      lift(story)
    case 3:
      land(count, story, motion: direction * 4)
      move(frames: 8, every: 10_000, story)
      lift(story)
    case 4:
      land(count, story, motion: direction * 1.2)
      move(frames: 25, every: 16_000, story)
      lift(story)
    case 5:
      // Each finger moves its own way.
      land(count, story)
      for index in fingers.indices {
        fingers[index].motion = Vector(
          .random(in: -1.5...1.5, using: &random), .random(in: -1.5...1.5, using: &random))
      }
      move(frames: 25, every: 16_000, story)
      lift(story)
    default:
      // One finger rests while others come and go beside it.
      land(count, story)
      move(frames: 10, every: 16_000, story)
      land(1, story, motion: direction * 1.2)
      move(frames: 12, every: 16_000, story)
      lift(story)
    }
  }

  private mutating func tap(_ count: Int, _ story: Int) {
    land(count, story)
    move(frames: 6, every: 12_000, story)
    lift(story)
  }

  /// All fingers land in one frame, or one after the other.
  private mutating func land(_ count: Int, _ story: Int, motion: Vector = .zero) {
    let isTogether = Bool.random(using: &random)
    var frame = Frame(story: story, isLanding: true)
    for number in 0..<count {
      let used = Set(fingers.map(\.slot))
      let slot = (0..<10).first { !used.contains($0) } ?? 9
      let finger = Finger(
        slot: slot,
        position: Point(
          60 + 8 * Double(fingers.count) + .random(in: 0...4, using: &random),
          45 + .random(in: 0...10, using: &random)), motion: motion)
      fingers.append(finger)
      add(EventCode.slot, Int32(slot), to: &frame)
      add(EventCode.trackingID, nextID, to: &frame)
      nextID += 1
      place(finger, in: &frame)
      if !isTogether || number == count - 1 {
        report(&frame, after: 8000)
        frame = Frame(story: story, isLanding: true)
      }
    }
  }

  private mutating func move(frames count: Int, every interval: Int64, _ story: Int) {
    for _ in 0..<count {
      var frame = Frame(story: story)
      for index in fingers.indices {
        // A resting finger trembles by a unit or two.
        let tremble = Vector(
          .random(in: -0.03...0.03, using: &random), .random(in: -0.03...0.03, using: &random))
        fingers[index].position = fingers[index].position + fingers[index].motion + tremble
        add(EventCode.slot, Int32(fingers[index].slot), to: &frame)
        place(fingers[index], in: &frame)
      }
      report(&frame, after: interval)
    }
  }

  private mutating func lift(_ story: Int) {
    let isTogether = Bool.random(using: &random)
    var frame = Frame(story: story, isLift: true)
    while let finger = fingers.popLast() {
      add(EventCode.slot, Int32(finger.slot), to: &frame)
      add(EventCode.trackingID, -1, to: &frame)
      if !isTogether || fingers.isEmpty {
        report(&frame, after: 8000)
        frame = Frame(story: story, isLift: true)
      }
    }
  }

  private func place(_ finger: Finger, in frame: inout Frame) {
    add(EventCode.positionX, units(finger.position.x), to: &frame)
    add(EventCode.positionY, units(finger.position.y), to: &frame)
  }

  private func units(_ millimetres: Double) -> Int32 {
    Int32((millimetres * TestScreen.unitsPerMillimetre).rounded())
  }

  private func add(_ code: UInt16, _ value: Int32, to frame: inout Frame) {
    frame.events.append(
      InputEvent(time: Instant(microseconds: time), type: EventCode.absolute, code: code, value: value))
  }

  private mutating func report(_ frame: inout Frame, after interval: Int64) {
    frame.events.append(
      InputEvent(
        time: Instant(microseconds: time), type: EventCode.synchronization, code: EventCode.report, value: 0))
    frames.append(frame)
    time += interval
  }
}
