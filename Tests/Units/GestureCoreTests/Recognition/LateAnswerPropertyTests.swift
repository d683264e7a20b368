import GestureCore
import GestureTestSupport
import Testing

/// A late answer has the same effect as an immediate one if it arrives before the fingers' next event.
@Suite("Properties of late answers")
struct LateAnswerPropertyTests {
  static let seeds: [UInt64] = Array(0..<60)

  /// The ways in which a recognizer gets touches.
  private enum Receiving {
    /// The recognizer gets the touches of its declared types.
    case byDeclaration
    /// The recognizer declares no types. Its owner accepts the touches of some types, and refuses others.
    case byAnswer
  }

  /// A story in which no finger lands in a frame in which another finger moves. Between frames there is time for the answer.
  private func story(_ seed: UInt64) -> [TouchScript.Step] {
    var generator = SeededGenerator(seed: seed)
    var down: [Int: Point] = [:]
    var types: [Int: TouchType] = [:]
    var time: Int64 = 0
    var steps: [TouchScript.Step] = []
    func add(_ changes: [ContactChange]) {
      guard !changes.isEmpty else { return }
      var typed = changes
      for position in typed.indices {
        typed[position].attributes.type = types[typed[position].slot] ?? .direct
      }
      steps.append(.frame(TouchFrame(time: Instant(microseconds: time), changes: typed)))
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
        types[slot] = Bool.random(using: &generator) ? .direct : .pencil
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

  /// The types of touches that a recognizer gets. Some recognizers get all types.
  private func types(of number: Int) -> [TouchType] {
    switch number % 3 {
    case 0: [.direct]
    case 1: [.pencil]
    default: [.direct, .pencil]
    }
  }

  /// The actions of each recognizer, in order.
  private func lives(_ seed: UInt64, _ receiving: Receiving, refuses: Bool) throws -> [String: [String]] {
    let random = RandomRecognizers(seed: seed)
    var declarations = random.declarations
    for number in declarations.indices {
      switch receiving {
      case .byDeclaration:
        if refuses { declarations[number].properties.allowedTouchTypes = types(of: number) }
      case .byAnswer: declarations[number].asks = .shouldReceive
      }
    }
    var settings = TouchSettings()
    settings.askTimeout = .milliseconds(0.2)
    let rig = try GestureRig(declarations, regions: random.regions, settings: settings)
    var lives: [String: [String]] = [:]
    for step in story(seed) {
      rig.play([step])
      note(rig.seen, in: &lives)
      // The answers count at the end of their time, and may raise further questions.
      while let time = answer(rig, refuses: refuses) {
        rig.play([.advance(time + settings.askTimeout)])
        note(rig.seen, in: &lives)
      }
    }
    #expect(rig.nextDeadline == nil)
    return lives
  }

  private func note(_ seen: [Observation], in lives: inout [String: [String]]) {
    for seen in seen {
      lives[seen.recognizer, default: []].append(
        "\(seen.state) \(seen.touches) \(seen.location) \(seen.translation) \(seen.scale) \(seen.rotation)"
          + " \(seen.reason)")
    }
  }

  /// Answers the questions of the last step.
  ///
  /// - Returns: their time; nil without a question.
  private func answer(_ rig: GestureRig, refuses: Bool) -> Instant? {
    var time: Instant?
    for case .asked(let question) in rig.buffer.events {
      guard case .shouldReceive(let record) = question.matter else { continue }
      let type = rig.buffer.records[record].attributes.type
      let isRefused = refuses && !types(of: question.recognizer).contains(type)
      let isNoted = rig.answer(
        question.question, isRefused ? .no : .yes, from: RegionTree.configuration)
      #expect(isNoted)
      time = question.time
    }
    return time
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
    let late = try lives(seed, .byAnswer, refuses: true)
    let atOnce = try lives(seed, .byDeclaration, refuses: true)
    expectEqual(late, atOnce)
  }

  @Test(
    "ARB-22, DMN-10 a touch that is let in late makes the same gestures as one that is let in at once",
    arguments: seeds)
  func acceptance(_ seed: UInt64) throws {
    let late = try lives(seed, .byAnswer, refuses: false)
    let atOnce = try lives(seed, .byDeclaration, refuses: false)
    expectEqual(late, atOnce)
  }
}
