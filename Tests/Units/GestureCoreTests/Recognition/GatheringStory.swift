import GestureCore
import GestureTestSupport

/// Random gestures of people: a few fingers land one after another, stay or move, and lift together or one by one. Now
/// and then a finger rests, contacts are lost, or the next finger lands in another place.
struct GatheringStory {
  private var generator: SeededGenerator
  private var time: Int64 = 0
  /// The share of gestures in which some contacts are pens, or become pens.
  private let penShare: Double

  /// Equal seeds give equal stories.
  init(seed: UInt64, penShare: Double = 0) {
    generator = SeededGenerator(seed: seed &+ 0x6a7)
    self.penShare = penShare
  }

  private mutating func chance(_ share: Double) -> Bool {
    Double.random(in: 0..<1, using: &generator) < share
  }

  private mutating func pass(_ range: ClosedRange<Int64>) {
    time += Int64.random(in: range, using: &generator)
  }

  /// The steps of one gesture.
  mutating func gesture() -> [TouchScript.Step] {
    var steps: [TouchScript.Step] = []
    var places: [Int: Point] = [:]
    let count = [1, 1, 1, 2, 2, 3, 4, 5, 10].randomElement(using: &generator) ?? 1
    let home = Point(
      Double.random(in: 5..<150, using: &generator), Double.random(in: 5..<90, using: &generator))
    let pace: Double = [0.0, 0.4, 1, 3].randomElement(using: &generator) ?? 0
    let way = Vector(
      Double.random(in: -1...1, using: &generator) * pace, Double.random(in: -1...1, using: &generator) * pace
    )
    // Some fingers wander off and come back between two landings, which are far apart in time.
    let returns = chance(0.3)
    let landingShare = returns ? 0.05 : 0.4
    let hasPens = chance(penShare)
    var landed = 0
    var elapsed = 0
    var frames = Int.random(in: 0...25, using: &generator)
    pass(10_000...(chance(0.5) ? 200_000 : 1_500_000))
    while landed < count || frames > 0 {
      var changes: [ContactChange] = []
      for slot in places.keys.sorted() {
        guard let place = places[slot], chance(0.8) else { continue }
        let sign: Double = returns && elapsed % 8 > 3 ? -1 : 1
        let next = Point(
          place.x + sign * way.x + Double.random(in: -0.2...0.2, using: &generator),
          place.y + sign * way.y + Double.random(in: -0.2...0.2, using: &generator))
        places[slot] = next
        changes.append(contact(slot, .moved, at: next, isPen: hasPens && chance(0.3)))
      }
      while landed < count, chance(landed == 0 ? 1 : landingShare) {
        let spread: Double = chance(0.1) ? 60 : 8
        let place = Point(
          home.x + Double.random(in: -spread...spread, using: &generator),
          home.y + Double.random(in: -spread...spread, using: &generator))
        places[landed] = place
        changes.append(contact(landed, .began, at: place, isPen: hasPens && chance(0.5)))
        landed += 1
      }
      if landed > 1, chance(0.03), let slot = places.keys.sorted().first,
        let place = places.removeValue(forKey: slot)
      {
        changes.append(ContactChange(slot: slot, kind: chance(0.7) ? .ended : .cancelled, position: place))
      }
      pass(chance(0.05) ? 100_000...900_000 : 4_000...16_000)
      steps.append(.frame(TouchFrame(time: Instant(microseconds: time), changes: changes)))
      elapsed += 1
      if landed == count { frames -= 1 }
    }
    return steps + lifts(&places)
  }

  private func contact(
    _ slot: Int, _ kind: ContactChange.Kind, at place: Point, isPen: Bool
  ) -> ContactChange {
    var change = ContactChange(slot: slot, kind: kind, position: place)
    if isPen { change.attributes.type = .pencil }
    return change
  }

  private mutating func lifts(_ places: inout [Int: Point]) -> [TouchScript.Step] {
    var steps: [TouchScript.Step] = []
    let areLost = chance(0.05)
    let together = chance(0.6)
    while !places.isEmpty {
      var changes: [ContactChange] = []
      for slot in places.keys.sorted() where together || changes.isEmpty || chance(0.3) {
        changes.append(
          ContactChange(
            slot: slot, kind: areLost ? .cancelled : .ended,
            position: places.removeValue(forKey: slot) ?? .zero))
      }
      pass(2_000...30_000)
      steps.append(
        .frame(
          TouchFrame(
            time: Instant(microseconds: time), cause: areLost ? .resynchronized(lostContact: true) : .report,
            changes: changes)))
    }
    return steps
  }
}
