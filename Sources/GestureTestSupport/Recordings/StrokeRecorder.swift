import GestureCore
import TouchInput

/// Records strokes as reports of test screen T1: 120 frames per second, one slot per finger, and a hand that trembles.
public struct StrokeRecorder: Sendable {
  /// Test screen T1, under the project's own name.
  public static let screen = TestScreen.description(name: "gestured test screen")

  private static let framesPerSecond: Int64 = 120
  /// The largest push of a resting finger per frame, in mm, and the share of all earlier pushes that stays.
  private static let tremor = 0.03
  private static let tremorThatStays = 0.8

  private struct Finger {
    var isDown = false
    var x: Int32 = -1
    var y: Int32 = -1
    var tremor = Vector.zero
  }

  /// The events so far.
  public private(set) var events: [InputEvent] = []
  private var frame: Int64 = 0
  private var fingers = [Finger](repeating: Finger(), count: 10)
  private var currentSlot = 0
  private var nextTrackingID: Int32 = 1
  private var generator: SeededGenerator

  /// An empty recording. Equal seeds give the same tremor.
  public init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// The device and its events in evemu's format.
  public var recording: [UInt8] {
    var bytes: [UInt8] = []
    EvemuWriter.append(Self.screen, to: &bytes)
    for event in events { EvemuWriter.append(event, to: &bytes) }
    return bytes
  }

  /// Lets time pass without a finger down.
  public mutating func pause(_ milliseconds: Int64) {
    frame += milliseconds * Self.framesPerSecond / 1000
  }

  /// Plays at most ten strokes together, each in the slot of its index, until the last has lifted.
  public mutating func play(_ strokes: Stroke...) {
    play(strokes)
  }

  /// Plays at most ten strokes together, each in the slot of its index, until the last has lifted.
  public mutating func play(_ strokes: [Stroke]) {
    precondition(strokes.count <= fingers.count, "the screen tells ten fingers apart")
    let start = frame
    let end = strokes.map(\.lift).max() ?? 0
    var milliseconds = 0.0
    repeat {
      milliseconds = Double((frame - start) * 1000) / Double(Self.framesPerSecond)
      let reported = events.count
      let wasTouched = isTouched
      for slot in strokes.indices { report(strokes[slot], in: slot, at: milliseconds) }
      if isTouched != wasTouched { add(EventCode.key, EventCode.touch, isTouched ? 1 : 0) }
      if events.count > reported { add(EventCode.synchronization, EventCode.report, 0) }
      frame += 1
    } while milliseconds < end
  }

  private var isTouched: Bool { fingers.contains(where: \.isDown) }

  private mutating func report(_ stroke: Stroke, in slot: Int, at milliseconds: Double) {
    guard milliseconds >= stroke.landing else { return }
    if milliseconds >= stroke.lift {
      guard fingers[slot].isDown else { return }
      fingers[slot] = Finger()
      add(slot, EventCode.trackingID, -1)
      return
    }
    if !fingers[slot].isDown {
      fingers[slot].isDown = true
      add(slot, EventCode.trackingID, nextTrackingID)
      nextTrackingID += 1
    }
    fingers[slot].tremor = fingers[slot].tremor * Self.tremorThatStays + push()
    let place = stroke.position(at: milliseconds) + fingers[slot].tremor
    let x = Int32((place.x * TestScreen.unitsPerMillimetre).rounded())
    let y = Int32((place.y * TestScreen.unitsPerMillimetre).rounded())
    // As the kernel does, the report omits unchanged values.
    if x != fingers[slot].x { add(slot, EventCode.positionX, x) }
    if y != fingers[slot].y { add(slot, EventCode.positionY, y) }
    fingers[slot].x = x
    fingers[slot].y = y
  }

  private mutating func push() -> Vector {
    Vector(random() * Self.tremor, random() * Self.tremor)
  }

  /// A number from -1 to below 1. The arithmetic is our own, so that every version of Swift gives the same numbers.
  private mutating func random() -> Double {
    Double(generator.next() >> 11) / Double(1 << 52 as Int64) - 1
  }

  private mutating func add(_ slot: Int, _ code: UInt16, _ value: Int32) {
    if slot != currentSlot { add(EventCode.absolute, EventCode.slot, Int32(slot)) }
    currentSlot = slot
    add(EventCode.absolute, code, value)
  }

  private mutating func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    let time = Instant(microseconds: frame * 1_000_000 / Self.framesPerSecond)
    events.append(InputEvent(time: time, type: type, code: code, value: value))
  }
}
