import GestureCore
import GestureTestSupport
import Testing

/// Rules of the app's delivery that hold for any fingers and any recognizers.
@Suite("App properties")
struct AppPropertyTests {
  static let seeds: [UInt64] = Array(1...40)

  /// A rig with random recognizers that hold and take touches in random ways.
  private func rig(_ seed: UInt64, _ settings: AppSettings?) throws -> GestureRig {
    let random = RandomRecognizers(seed: seed)
    var generator = SeededGenerator(seed: seed)
    let declarations = random.declarations.map { declaration in
      declaration.with {
        $0.cancelsTouchesInView = Int.random(in: 0..<4, using: &generator) > 0
        $0.delaysTouchesBegan = Int.random(in: 0..<4, using: &generator) == 0
        $0.delaysTouchesEnded = Bool.random(using: &generator)
      }
    }
    return try GestureRig(declarations, regions: random.regions, app: settings)
  }

  private func settings(_ mode: AppSettings.Mode, gap: TimeSpan = .milliseconds(20)) -> AppSettings {
    var settings = AppSettings()
    settings.mode = mode
    settings.replayGap = gap
    return settings
  }

  @Test(
    "TCH-10 each touch that the app hears of begins once, moves and ends once; others are dropped",
    arguments: seeds)
  func oneEnd(_ seed: UInt64) throws {
    for mode in AppSettings.Mode.allCases {
      let rig = try rig(seed, settings(mode))
      var story = RandomStory(seed: seed)
      rig.play(story.next(800) + story.ending())
      var phases: [UInt64: [AppNote.Phase]] = [:]
      for note in rig.appNotes { phases[note.touch, default: []].append(note.phase) }
      #expect(phases.count > 20)
      for (touch, phases) in phases {
        let isHeld = phases.first == .held
        let rest = phases.dropFirst(isHeld ? 1 : 0)
        if rest.first == .dropped {
          #expect(rest.count == 1, "\(touch) \(phases)")
          continue
        }
        #expect(rest.first == .began, "\(touch) \(phases)")
        #expect([.ended, .cancelled, .lifted].contains(rest.last), "\(touch) \(phases)")
        #expect(rest.dropFirst().dropLast().allSatisfy { $0 == .moved }, "\(touch) \(phases)")
        #expect(!phases.contains(mode == .cancel ? .lifted : .cancelled), "\(touch) \(phases)")
      }
    }
  }

  @Test("FLT-59 no touch stays undecided longer than the bounds say", arguments: seeds)
  func bounds(_ seed: UInt64) throws {
    for mode in AppSettings.Mode.allCases {
      let settings = settings(mode, gap: .zero)
      let rig = try rig(seed, settings)
      let bounds = HoldBounds(rig.recognizers, settings)
      let instances = rig.recognizers.instances
      let longest =
        instances.indices.filter { instances[$0].holdsLandings(in: mode) }.map { bounds[$0].landing }.max()
        ?? .zero
      let longestLift =
        instances.indices.filter { instances[$0].holdsLifts }.map { bounds[$0].lift }.max() ?? .zero
      var story = RandomStory(seed: seed)
      let steps = story.next(800) + story.ending()
      rig.play(steps)
      // Deadlines inside a dropped stretch fire at its end (D5).
      let gaps = Set(
        steps.compactMap { step -> Instant? in
          guard case .frame(let frame) = step, case .resynchronized = frame.cause else { return nil }
          return frame.time
        })
      var told: [UInt64: Instant] = [:]
      for note in rig.appNotes where !gaps.contains(note.time) {
        switch note.phase {
        case .began, .dropped:
          told[note.touch] = note.time
          #expect(note.time - note.happened <= longest, "\(mode) \(note)")
        case .ended:
          let since = max(note.happened, told[note.touch] ?? note.happened)
          #expect(note.time - since <= longestLift, "\(mode) \(note)")
        case .held, .moved, .cancelled, .lifted: break
        }
      }
    }
  }

  /// The longest holds that a place states: those of its region's recognizers, and of the regions around it.
  private func stated(
    at place: Point, _ rig: borrowing GestureRig, _ settings: AppSettings
  ) -> HoldBound {
    let (bounds, instances) = (HoldBounds(rig.recognizers, settings), rig.recognizers.instances)
    var names: Set<String> = []
    var next = HitTester.region(at: place, in: rig.regions)
    while let region = next {
      names.insert(rig.regions.regions[region].name)
      next = rig.regions.regions[region].parent
    }
    var stated = HoldBound()
    for number in instances.indices where names.contains(instances[number].properties.region ?? "root") {
      if instances[number].holdsLandings(in: settings.mode) {
        stated.landing = max(stated.landing, bounds[number].landing)
      }
      if instances[number].holdsLifts { stated.lift = max(stated.lift, bounds[number].lift) }
      stated.tap = max(stated.tap, bounds.tap(number))
    }
    return stated
  }

  @Test("FLT-65 whatever waits for what, no touch is later than its own region states", arguments: seeds)
  func ownBounds(_ seed: UInt64) throws {
    for mode in AppSettings.Mode.allCases {
      for gap in [20.0, 100] {
        let settings = settings(mode, gap: .milliseconds(gap))
        let rig = try rig(seed, settings)
        var story = RandomStory(seed: seed)
        rig.play(story.next(800) + story.ending())
        var told: [UInt64: AppNote] = [:]
        for note in rig.appNotes {
          guard let stated = note.stated else { continue }
          switch note.phase {
          case .began:
            told[note.touch] = note
            #expect(note.time - note.happened <= stated.landing, "\(mode) \(gap) \(note)")
            let own = self.stated(at: note.location, rig, settings)
            #expect(stated.landing <= own.landing && stated.lift <= own.lift, "\(mode) \(gap) \(note)")
            #expect(stated.tap <= own.tap, "\(mode) \(gap) \(note)")
          case .ended:
            guard let began = told[note.touch] else { continue }
            let latest =
              began.time > began.happened
              ? note.happened + stated.tap + settings.replayGap
              : note.happened + stated.lift
            #expect(note.time <= latest, "\(mode) \(gap) \(note)")
          case .held, .dropped, .moved, .cancelled, .lifted: break
          }
        }
      }
    }
  }

  @Test("FLT-54 touches let go in one instant go out in the order of their landings", arguments: seeds)
  func order(_ seed: UInt64) throws {
    let rig = try rig(seed, settings(.hold))
    var story = RandomStory(seed: seed)
    let steps = story.next(800) + story.ending()
    rig.play(steps)
    // Where two reports have one stamp, the first one knows nothing of the second one.
    var (repeated, now) = (Set<Instant>(), Instant(microseconds: 0))
    for step in steps {
      switch step {
      case .frame(let frame):
        if frame.time <= now { repeated.insert(now) }
        now = max(now, frame.time)
      case .advance(let time): now = max(now, time)
      case .hover: break
      }
    }
    var latest: AppNote?
    for note in rig.appNotes
    where note.phase == .began && note.stated != nil && !repeated.contains(note.time) {
      if let latest, latest.time == note.time {
        #expect(latest.happened <= note.happened, "\(latest) \(note)")
      }
      latest = note
    }
  }

  @Test("FLT-102 in cancel and lift everything else is as without a filter", arguments: seeds)
  func otherLines(_ seed: UInt64) throws {
    let plain = try rig(seed, nil)
    var story = RandomStory(seed: seed)
    let steps = story.next(800) + story.ending()
    plain.play(steps)
    for mode in [AppSettings.Mode.cancel, .lift] {
      let rig = try rig(seed, settings(mode))
      rig.play(steps)
      #expect(rig.timeline.filter { !$0.hasPrefix("App:") } == plain.timeline)
      #expect(rig.settled == plain.settled)
    }
  }

  @Test("FLT-58 in hold nothing that the app has is taken back by a gesture", arguments: seeds)
  func neverTakenBack(_ seed: UInt64) throws {
    let rig = try rig(seed, settings(.hold))
    var story = RandomStory(seed: seed)
    let steps = story.next(800) + story.ending()
    rig.play(steps)
    let losses = Set(
      steps.compactMap { step -> Instant? in
        guard case .frame(let frame) = step,
          frame.cause != .report || frame.changes.contains(where: { $0.kind == .cancelled })
        else { return nil }
        return frame.time
      })
    for note in rig.appNotes where note.phase == .lifted { #expect(losses.contains(note.time), "\(note)") }
  }
}
