import GestureCore

/// Random frames of a touchscreen with ten slots. Fingers land, wander, lift and are lost while time passes.
public struct RandomStory {
  private var generator: SeededGenerator
  private var down: [Int: Point] = [:]
  private var time: Int64 = 0

  /// A story; equal seeds give equal stories.
  public init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// The next steps.
  public mutating func next(_ count: Int) -> [TouchScript.Step] {
    (0..<count).map { _ in step() }
  }

  /// The end of every story: all fingers lift, and every deadline passes.
  public mutating func ending() -> [TouchScript.Step] {
    time += 1000
    let changes = down.keys.sorted().map { change($0, .ended) }
    return [
      .frame(TouchFrame(time: Instant(microseconds: time), changes: changes)),
      .advance(Instant(microseconds: time + 1_000_000_000)),
    ]
  }

  private mutating func step() -> TouchScript.Step {
    // The step is mostly the pace of a panel, sometimes a rest that lets timers fire, and sometimes zero.
    switch Int.random(in: 0..<20, using: &generator) {
    case 0: time += Int64.random(in: 100_000...900_000, using: &generator)
    case 1: break
    default: time += Int64.random(in: 500...16_000, using: &generator)
    }
    let stamp = Instant(microseconds: time)
    switch Int.random(in: 0..<200, using: &generator) {
    case 0: return .advance(stamp)
    case 1: return .frame(loss(.deviceRemoved, at: stamp, share: 1))
    case 2: return .frame(loss(.resynchronized(lostContact: true), at: stamp, share: 0.5))
    default: return .frame(TouchFrame(time: stamp, changes: randomChanges()))
    }
  }

  private mutating func loss(_ cause: TouchFrame.Cause, at time: Instant, share: Double) -> TouchFrame {
    let lost = down.keys.sorted().filter { _ in Double.random(in: 0..<1, using: &generator) < share }
    return TouchFrame(time: time, cause: cause, changes: lost.map { change($0, .cancelled) })
  }

  private mutating func randomChanges() -> [ContactChange] {
    var changes: [ContactChange] = []
    for slot in 0..<10 {
      let choice = Double.random(in: 0..<1, using: &generator)
      if down[slot] == nil {
        guard choice < 0.03 else { continue }
        let place = Point(
          Double.random(in: 0..<160, using: &generator), Double.random(in: 0..<100, using: &generator))
        down[slot] = place
        changes.append(ContactChange(slot: slot, kind: .began, position: place))
      } else if choice < 0.05 {
        changes.append(change(slot, .ended))
      } else if choice < 0.055 {
        changes.append(change(slot, .cancelled))
      } else if choice < 0.7, let place = down[slot] {
        down[slot] = Point(
          place.x + Double.random(in: -2...3, using: &generator),
          place.y + Double.random(in: -1...1, using: &generator))
        changes.append(ContactChange(slot: slot, kind: .moved, position: down[slot] ?? place))
      }
    }
    return changes
  }

  private mutating func change(_ slot: Int, _ kind: ContactChange.Kind) -> ContactChange {
    ContactChange(slot: slot, kind: kind, position: down.removeValue(forKey: slot) ?? .zero)
  }
}
