import FoundationEssentials
import GestureCore
import GestureTestSupport
import Testing

/// Every order of what two fingers, a palm, a client and the daemon may do, with one recognizer of each behavior and with some
/// that compete, in each mode. Each state suffers each fault.
@Suite("Filter model")
struct FilterModelTests {
  /// The number of steps before all fingers lift. `FILTER_DEPTH` says another one.
  private static let depth = ProcessInfo.processInfo.environment["FILTER_DEPTH"].flatMap(Int.init) ?? 4
  /// The time between steps, in ms: a pause is longer than each hold.
  private static let pace: Int64 = 25
  private static let pause: Int64 = 700

  static let recognizers: [[RecognizerDeclaration]] = [
    [.tap()], [.tap("tap2", taps: 2)], [.tap("two", touches: 2)], [.longPress()], [.pan()],
    [.pan("pan2", minimum: 2, maximum: 2)],
    [RecognizerDeclaration.pan().with { $0.delaysTouchesBegan = true }],
    [.make(TouchDelayRecognizer.self, "delay")], [.swipe("swipe", ["right", "left"])],
    [.swipe("swipe2", ["right", "left"], touches: 2)], [.pinch()],
    [RecognizerDeclaration.custom().with { $0.region = "own" }],
    // Recognizers that compete with one another and with the app, and one that takes nothing from it.
    [.tap("tap2", taps: 2), .pan("pan2", minimum: 2, maximum: 2), .pan("passive", passive: true)],
  ]

  /// A step of the model.
  private enum Step: CaseIterable {
    case first, second, creepFirst, creepSecond, goFirst, goSecond, both, pause, filter
    case palm, palmLands, begin, end, fail, clientGone

    /// Takes the step; nil where it makes no sense.
    func take(_ world: FilterWorld) -> FilterWorld? {
      var next = world
      switch self {
      case .first: next.tap(0, after: pace)
      case .second:
        // Two fingers are alike: the first one lands in the first slot.
        guard world.fingerCount > 0 else { return nil }
        next.tap(1, after: pace)
      case .creepFirst, .goFirst, .creepSecond, .goSecond:
        let slot = self == .creepFirst || self == .goFirst ? 0 : 1
        guard world.isDown(slot) else { return nil }
        next.wait(pace)
        next.report(.move(slot, by: self == .creepFirst || self == .creepSecond ? 20 : 520))
      case .both:
        // One report lifts and lands.
        guard world.isDown(0) else { return nil }
        next.wait(pace)
        next.report(.lift(0), .land(0, x: 4000))
      case .pause:
        guard world.fingerCount > 0 else { return nil }
        next.wait(FilterModelTests.pause)
      case .filter: next.want(!world.isWanted)
      case .palm:
        guard world.isDown(0) else { return nil }
        next.wait(pace)
        next.report(.palm(0))
      case .palmLands:
        guard !world.isDown(1) else { return nil }
        next.wait(pace)
        next.report(.palm(1))
      case .begin, .end, .fail:
        guard world.offer != nil else { return nil }
        next.decide(self == .begin ? .began : self == .end ? .ended : .failed)
      case .clientGone:
        guard world.hasClient, world.fingerCount > 0 else { return nil }
        next.loseClient()
      }
      return next
    }

    private var pace: Int64 { FilterModelTests.pace }
  }

  /// Follows each next step of a world, and counts the states.
  private func follow(_ world: FilterWorld, _ depth: Int, _ story: [Step]) -> Int {
    guard world.mistake == nil else {
      Issue.record("\(world.app.mode) \(story): \(world.mistake ?? "")")
      return 1
    }
    for fault in FilterWorld.Fault.allCases where world.isGrabbed {
      var broken = world
      broken.suffer(fault)
      broken.checkReadable()
      broken.settle()
      #expect(broken.mistake == nil, "\(world.app.mode) \(story) \(fault)")
    }
    var end = world
    end.settle()
    #expect(end.mistake == nil, "\(world.app.mode) \(story)")
    guard depth > 0, end.mistake == nil else { return 1 }
    return 1
      + Step.allCases.reduce(0) { count, step in
        count + (step.take(world).map { follow($0, depth - 1, story + [step]) } ?? 0)
      }
  }

  @Test(
    "FLT-7, FLT-8, FF-25 in every order of steps each landing has one receiver and one end, and each fault gives the panel back",
    arguments: recognizers.indices)
  func everyOrder(_ number: Int) throws {
    for mode in AppSettings.Mode.allCases {
      var settings = AppSettings()
      settings.mode = mode
      let world = try FilterWorld(Self.recognizers[number], settings)
      #expect(follow(world, Self.depth, []) > 100)
    }
  }
}

extension FilterWorld {
  /// A finger lands in a free slot, or lifts from a taken one.
  mutating func tap(_ slot: Int, after span: Int64) {
    wait(span)
    report(isDown(slot) ? .lift(slot) : .land(slot, x: slot == 0 ? 2500 : 4500))
  }
}
