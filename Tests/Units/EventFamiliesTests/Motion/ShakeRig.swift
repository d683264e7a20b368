import EventFamilies
import GestureCore

/// Plays a movement into a shake detector, and records its events as `began@280`.
struct ShakeRig {
  /// The acceleration of the device in g without gravity, by the time in seconds.
  typealias Movement = (Double) -> SpatialVector

  /// Samples a second.
  var rate = 100.0
  var settings = ShakeSettings()
  /// The direction of gravity's reaction, in g: which way is up.
  var gravity: Movement = { _ in SpatialVector(0, 0, 1) }
  /// The times in ms whose samples the detector does not receive.
  var gap: Range<Int>?

  /// A sine from 0 on.
  static func sine(_ strength: Double, _ hertz: Double, _ seconds: Double, along axis: Character = "x")
    -> Movement
  {
    { time in
      let value = time >= 0 && time < seconds - 1e-9 ? strength * oscillation(hertz * time) : 0
      return axis == "x" ? SpatialVector(value, 0, 0) : SpatialVector(0, 0, value)
    }
  }

  /// The events of a movement and of the rest after it.
  func play(_ movement: Movement, milliseconds: Int) -> [String] {
    var detector = ShakeDetector(settings)
    var lines: [String] = []
    let count = Int((Double(milliseconds) / 1000 * rate).rounded())
    for number in 0...count {
      let seconds = Double(number) / rate
      let time = Instant(microseconds: Int64((seconds * 1_000_000).rounded()))
      if let gap, gap.contains(Int(time.microseconds / 1000)) { continue }
      while let (phase, due) = detector.advance(to: Instant(microseconds: time.microseconds - 1)) {
        lines.append("\(phase.rawValue)@\(due.microseconds / 1000)")
      }
      let sample = MotionSample(time: time, acceleration: movement(seconds) + gravity(seconds))
      if let phase = detector.add(sample) { lines.append("\(phase.rawValue)@\(time.microseconds / 1000)") }
    }
    if detector.isTooSlow { lines.append("too slow") }
    return lines
  }

  /// sin(2πx), by its series, because neither the room nor its tests use the mathematics of the C library.
  static func oscillation(_ turns: Double) -> Double {
    var turn = turns.truncatingRemainder(dividingBy: 1)
    if turn > 0.5 { turn -= 1 }
    let x = 2 * Double.pi * turn
    var term = x
    var sum = x
    for number in 1..<12 {
      term *= -x * x / Double(2 * number * (2 * number + 1))
      sum += term
    }
    return sum
  }
}
