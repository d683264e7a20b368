import GestureTestSupport
import Testing

@testable import GestureCore

/// Rules that hold for any fingers and any declarations, after every step.
@Suite("Properties of the arena")
struct ArenaPropertyTests {
  static let seeds: [UInt64] = Array(0..<20)

  /// Checks the state between two events.
  private func check(_ pipeline: borrowing TouchscreenPipeline, _ step: Int) {
    let arena = pipeline.arena
    #expect(arena.roster.engaged.count == Set(arena.roster.engaged).count)
    for (number, next) in zip(arena.roster.engaged, arena.roster.engaged.dropFirst()) {
      #expect(arena.roster.attempts[number].rank.precedes(arena.roster.attempts[next].rank), "step \(step)")
    }
    for number in arena.roster.indices {
      #expect(
        arena.roster.attempts[number].isEngaged == arena.roster.engaged.contains(number), "step \(step)")
    }
    for number in arena.roster.engaged {
      let touches = arena.roster.touches[number]
      let isHeld = (touches.tracked + touches.missed).allSatisfy { pipeline.tracker.order.contains($0) }
      #expect(isHeld, "\(number) holds a touch that is up after step \(step)")
      let isOver = arena.roster.attempts[number].state.isTerminal && arena.roster.touches[number].areAllUp
      #expect(!isOver, "\(number) is over and was not reset in step \(step)")
      if arena.roster.attempts[number].isWaiting { checkWait(of: number, arena, step) }
      if arena.roster.attempts[number].state.isActive { checkExclusion(of: number, arena, step) }
    }
  }

  /// A waiting recognizer waits for at least one recognizer that may still be recognized. Otherwise it should have decided.
  private func checkWait(of number: Int, _ arena: GestureArena, _ step: Int) {
    let awaited = arena.tables.relations[number].requireToFail.contains {
      arena.roster.attempts[$0].state == .possible && !arena.roster.attempts[$0].isPassive
        && arena.roster.touches[number].shares(with: arena.roster.touches[$0])
    }
    #expect(awaited, "\(number) waits for nobody after step \(step)")
  }

  private func checkExclusion(of number: Int, _ arena: GestureArena, _ step: Int) {
    for other in arena.roster.engaged where other > number && arena.roster.attempts[other].state.isActive {
      let isExclusive =
        !arena.roster.attempts[number].isPassive && !arena.roster.attempts[other].isPassive
        && !arena.tables.relations[number].letsContinue(
          arena.tables.relations[other], numbered: other, from: number)
        && !arena.tables.relations[other].letsContinue(
          arena.tables.relations[number], numbered: number, from: other)
      let shares = arena.roster.touches[number].shares(with: arena.roster.touches[other])
      #expect(!(isExclusive && shares), "\(number) and \(other) share a touch after step \(step)")
    }
  }

  /// FSM-1 and FSM-4 for all actions: a gesture begins, may change and ends, or only ends.
  private func checkLives(_ actions: [Observation], _ set: RecognizerSet) {
    var states: [UInt64: GestureState] = [:]
    for action in actions {
      let old = states[action.gestureID] ?? .possible
      let isDiscrete = set.instances.first { $0.name == action.recognizer }?.type.isDiscrete ?? false
      #expect(old.allows(action.state, discrete: isDiscrete), "\(action) after \(old)")
      states[action.gestureID] = action.state
    }
    let unfinished = states.values.count { !$0.isTerminal }
    #expect(unfinished == 0)
  }

  @Test(
    "FSM-1, ARB-3, ARB-29 one end a gesture, no two exclusive winners share a touch, nobody waits for nobody",
    arguments: seeds)
  func invariants(_ seed: UInt64) throws {
    let random = RandomRecognizers(seed: seed)
    let rig = try GestureRig(random.declarations, regions: random.regions)
    var story = RandomStory(seed: seed)
    var actions: [Observation] = []
    for (number, step) in (story.next(400) + story.ending()).enumerated() {
      rig.play([step])
      actions += rig.actions
      let refused = rig.seen.count { $0.reason == "illegalTransition" || $0.reason == "deadlineNotMoved" }
      #expect(refused == 0)
      check(rig.pipeline, number)
    }
    checkLives(actions, rig.recognizers)
    #expect(rig.nextDeadline == nil)
    #expect(rig.pipeline.arena.isIdle)
  }

  @Test("QUE-5 the same holds while recognisers come, go and change between events", arguments: seeds)
  func edits(_ seed: UInt64) throws {
    var random = RandomRecognizers(seed: seed)
    let rig = try GestureRig(random.declarations, regions: random.regions)
    var story = RandomStory(seed: seed)
    var actions: [Observation] = []
    for (number, step) in (story.next(400) + story.ending()).enumerated() {
      if number % 7 == 0 {
        rig.edit(at: Double(rig.pipeline.now.microseconds) / 1000) { random.change(&$0) }
        actions += rig.actions
        check(rig.pipeline, number)
      }
      rig.play([step])
      actions += rig.actions
      check(rig.pipeline, number)
    }
    checkEnds(actions)
    #expect(rig.nextDeadline == nil)
    #expect(rig.pipeline.arena.isIdle)
  }

  private func checkEnds(_ actions: [Observation]) {
    let begun = actions.filter { $0.state == .began }.map(\.gestureID)
    let ended = actions.filter(\.state.isTerminal).map(\.gestureID)
    #expect(ended.count == Set(ended).count)
    #expect(Set(begun).isSubset(of: ended))
  }

  @Test("equal input gives equal output, wherever it is split, with any recognisers", arguments: seeds)
  func splits(_ seed: UInt64) throws {
    let random = RandomRecognizers(seed: seed)
    var story = RandomStory(seed: seed)
    let steps = story.next(200) + story.ending()
    let whole = try GestureRig(random.declarations, regions: random.regions)
    whole.play(steps)
    let split = try GestureRig(random.declarations, regions: random.regions)
    var seen: [String] = []
    for step in steps {
      split.play([step])
      seen += split.seen.map(\.description)
    }
    #expect(seen == whole.seen.map(\.description))
  }

  @Test(
    "MULTI-4, MULTI-5, MULTI-6 passive, watched and unheard recognisers change nothing for the others",
    arguments: seeds)
  func bystanders(_ seed: UInt64) throws {
    let random = RandomRecognizers(seed: seed)
    var story = RandomStory(seed: seed)
    let steps = story.next(300) + story.ending()
    let alone = try GestureRig(random.declarations, regions: random.regions)
    alone.play(steps)
    let bystanders: [RecognizerDeclaration] = [
      .tap("passive", taps: 2, passive: true), .pan("watched"), .longPress("unheard", minimumPress: 50),
      .pan("seen", requires: ["g0"]),
    ].filter { random.declarations[0].isPassive ? $0.requireToFail.isEmpty : true }
    let together = try GestureRig(random.declarations + bystanders, regions: random.regions)
    together.edit(at: 0) { set in
      for (number, instance) in set.instances.enumerated() {
        switch instance.name {
        case "watched", "seen": set.setHearing(number, .observed)
        case "unheard": set.setHearing(number, .unheard)
        default: break
        }
      }
    }
    together.play(steps)
    let names = Set(random.declarations.map(\.name))
    #expect(
      together.seen.filter { names.contains($0.recognizer) }.map(\.description)
        == alone.seen.map(\.description))
  }
}
