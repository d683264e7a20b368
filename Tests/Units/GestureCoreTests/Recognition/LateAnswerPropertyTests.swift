import GestureCore
import GestureTestSupport
import Synchronization
import Testing

/// A late answer has the same effect as an immediate one if it arrives before the fingers' next event.
@Suite("Properties of late answers")
struct LateAnswerPropertyTests {
  static let seeds: [UInt64] = Array(0..<60)

  /// Answers at once for some touches, and later for others.
  private final class Owner: GestureDelegate {
    private let isLate: Bool
    private let refusesLate: Bool
    private let open = Mutex<[UInt64]>([])
    private let count = Mutex<UInt64>(0)

    init(isLate: Bool, refusesLate: Bool) {
      self.isLate = isLate
      self.refusesLate = refusesLate
    }

    /// The questions that wait for an answer.
    func takeOpen() -> [UInt64] {
      open.withLock { open in
        defer { open = [] }
        return open
      }
    }

    func recognizer(_ number: Int, shouldReceive touch: borrowing Touch) -> GestureAnswer {
      guard (touch.id &* 7 &+ UInt64(number) &* 3) % 5 < 2 else { return .yes }
      guard isLate else { return refusesLate ? .no : .yes }
      let question = count.withLock { count in
        count += 1
        return count
      }
      open.withLock { $0.append(question) }
      return .later(question)
    }
  }

  /// A story in which no finger lands in a frame in which another finger moves. Between frames there is time for the answer.
  private func story(_ seed: UInt64) -> [TouchScript.Step] {
    var generator = SeededGenerator(seed: seed)
    var down: [Int: Point] = [:]
    var time: Int64 = 0
    var steps: [TouchScript.Step] = []
    func add(_ changes: [ContactChange]) {
      guard !changes.isEmpty else { return }
      steps.append(.frame(TouchFrame(time: Instant(microseconds: time), changes: changes)))
    }
    for _ in 0..<400 {
      let rests = Int.random(in: 0..<25, using: &generator) == 0
      time += Int64.random(in: rests ? 100_000...700_000 : 1500...16_000, using: &generator)
      let slot = Int.random(in: 0..<5, using: &generator)
      switch Double.random(in: 0..<1, using: &generator) {
      case ..<0.12 where down[slot] == nil:
        let place = Point(
          Double.random(in: 20..<140, using: &generator), Double.random(in: 20..<80, using: &generator))
        down[slot] = place
        add([ContactChange(slot: slot, kind: .began, position: place)])
      case ..<0.2:
        guard let place = down.removeValue(forKey: slot) else { continue }
        let isLost = Int.random(in: 0..<20, using: &generator) == 0
        add([ContactChange(slot: slot, kind: isLost ? .cancelled : .ended, position: place)])
      default:
        let drift = Vector(
          Double.random(in: -1...1.5, using: &generator), Double.random(in: -1...1, using: &generator))
        for slot in down.keys {
          if let place = down[slot] { down[slot] = place + drift * Double(slot + 1) }
        }
        add(down.keys.sorted().map { ContactChange(slot: $0, kind: .moved, position: down[$0] ?? .zero) })
      }
    }
    time += 20_000
    add(down.keys.sorted().map { ContactChange(slot: $0, kind: .ended, position: down[$0] ?? .zero) })
    return steps + [.advance(Instant(microseconds: time + 10_000_000))]
  }

  /// The actions of each recognizer, in order.
  private func lives(_ seed: UInt64, isLate: Bool, refusesLate: Bool) throws -> [String: [String]] {
    let random = RandomRecognizers(seed: seed)
    var settings = TouchSettings()
    settings.askTimeout = .milliseconds(1)
    let rig = try GestureRig(random.declarations, regions: random.regions, settings: settings)
    let owner = Owner(isLate: isLate, refusesLate: refusesLate)
    rig.delegate = owner
    var lives: [String: [String]] = [:]
    for step in story(seed) {
      rig.play([step])
      for seen in rig.seen {
        lives[seen.recognizer, default: []].append(
          "\(seen.state) \(seen.touches) \(seen.location) \(seen.translation) \(seen.scale) \(seen.rotation)"
            + " \(seen.reason)")
      }
      for question in owner.takeOpen() {
        let isNoted = rig.answer(question, refusesLate ? .no : .yes, from: RegionTree.configuration)
        #expect(isNoted)
      }
    }
    #expect(rig.nextDeadline == nil)
    return lives
  }

  /// Compares the actions of all recognizers with those of another run, and names the first difference of each.
  private func expectEqual(_ lives: [String: [String]], _ others: [String: [String]]) {
    for name in Set(lives.keys).union(others.keys).sorted() {
      let (life, other) = (lives[name] ?? [], others[name] ?? [])
      let first = zip(life, other).enumerated().first { $0.element.0 != $0.element.1 }
      #expect(first == nil, "\(name)")
      #expect(life.count == other.count, "\(name)")
    }
  }

  @Test(
    "ARB-22, ARB-25 a touch that is refused late leaves all gestures as if it had been refused at once",
    arguments: seeds)
  func refusal(_ seed: UInt64) throws {
    let late = try lives(seed, isLate: true, refusesLate: true)
    let atOnce = try lives(seed, isLate: false, refusesLate: true)
    expectEqual(late, atOnce)
  }

  @Test(
    "ARB-22, DMN-10 a touch that is let in late makes the same gestures as one that is let in at once",
    arguments: seeds)
  func acceptance(_ seed: UInt64) throws {
    let late = try lives(seed, isLate: true, refusesLate: false)
    let atOnce = try lives(seed, isLate: false, refusesLate: false)
    expectEqual(late, atOnce)
  }
}
