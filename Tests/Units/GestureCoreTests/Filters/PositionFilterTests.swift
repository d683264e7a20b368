import GestureTestSupport
import Testing

@testable import GestureCore

/// Positions that are corrected or rejected. Places are in points of T1.
@Suite("Filtered positions") struct PositionFilterTests {
  private func rig(
    _ declarations: RecognizerDeclaration..., filters: (inout FilterSettings) -> Void
  ) throws -> GestureRig {
    var settings = FilterSettings()
    filters(&settings)
    // These tests check the touches that filters let through, so recognizers must not cancel them.
    let harmless = declarations.map { $0.with { $0.cancelsTouchesInView = false } }
    return try GestureRig(harmless, filters: settings)
  }

  private func told(_ rig: GestureRig) -> [String] { rig.touches.map(\.description) }

  // MARK: First samples

  @Test("a landing is told with the position after those that are skipped")
  func skipping() throws {
    let rig = try rig(.pan()) { $0.skippedSamples = 2 }
    rig.play("A↓900,600@0 A→500,400@8")
    #expect(told(rig).isEmpty && rig.hasTouches)
    rig.play("A→200,200@16 A→203,200@24 A↑@32")
    #expect(told(rig) == ["root:began{1}@16", "root:moved{1}@24", "root:ended{1}@32"])
    #expect(rig.seen.allSatisfy { $0.state == .failed })
  }

  @Test("a finger that lifts before is told of where it was last, landing and lift")
  func earlyLift() throws {
    let rig = try rig(.tap()) { $0.skippedSamples = 5 }
    rig.play("A↓900,600@0 A→200,200@8 A↑@30")
    #expect(told(rig) == ["root:began{1}@30", "root:ended{1}@30"])
    #expect(rig.last?.description == "tap:ended@30")
    #expect(rig.last?.location == Point(200, 200))
    #expect(rig.nextDeadline == nil && !rig.hasTouches)
  }

  @Test("a finger that rests is told of after 20 ms for each position that is skipped")
  func restingFinger() throws {
    let rig = try rig(.longPress()) { $0.skippedSamples = 3 }
    rig.play("A↓200,200@0 ⏲59")
    #expect(told(rig).isEmpty)
    #expect(rig.nextDeadline == .milliseconds(60))
    #expect(rig.play("⏲560") == ["lp:began@560"])
  }

  @Test("fingers are told of in the order in which they landed, whichever lifts or moves first")
  func orderOfLandings() throws {
    let rig = try rig(.tap(touches: 2)) { $0.skippedSamples = 4 }
    rig.play("A↓200,200@0 B↓400,200@30 B↑@41 A↑@70")
    let begins = [["root:began{1,2}@41"], ["root:began{1}@41", "root:began{2}@41"]]
    #expect(begins.contains { told(rig).starts(with: $0) })
    #expect(rig.last?.description == "tap:ended@70")
    let moving = try self.rig(.pan()) { $0.skippedSamples = 2 }
    moving.play("A↓200,200@0 B↓400,200@5 B→410,200@10 B→420,200@15")
    #expect(told(moving).first?.hasPrefix("root:began{1") == true && moving.nextDeadline == nil)
  }

  @Test(
    "landings that are told of together keep their order, whatever their slots",
    arguments: [[7, 2], [2, 7]])
  func orderOfSlots(slots: [Int]) throws {
    var settings = FilterSettings()
    settings.skippedSamples = 2
    var filter = try #require(LandingFilter(settings, maximumTouches: 10))
    var output = FrameQueue(maximumTouches: 10)
    for (number, slot) in slots.enumerated() {
      let landing = ContactChange(slot: slot, kind: .began, position: Point(20, 30))
      filter.filter(
        TouchFrame(time: .milliseconds(Int64(number * 15)), changes: [landing]), into: &output)
    }
    #expect(output.count == 0)
    filter.release(by: .milliseconds(70), into: &output)
    #expect((0..<output.count).map { output[$0].changes.map(\.slot) } == slots.map { [$0] })
    #expect(filter.nextDeadline == nil && filter.withheldContacts == 0)
  }

  @Test("a finger that is lost before it is told of never was there")
  func lostLanding() throws {
    let rig = try rig(.tap()) { $0.skippedSamples = 3 }
    #expect(rig.play("A↓200,200@0 A✕@10 ⏲200") == [])
    #expect(told(rig).isEmpty && rig.nextDeadline == nil && !rig.hasTouches)
  }

  // MARK: Small moves

  @Test("a finger that is less than the minimum from where it was told to be has not moved")
  func minimumMovement() throws {
    let rig = try rig(.pan()) { $0.minimumMovement = 5 * TouchScript.millimetresPerPoint }
    rig.play("A↓200,200@0 A→204,200@10 A→200,204.9@20 A→205,200@30 A→209,200@40 A→200,200@50 A↑202,200@60")
    #expect(
      told(rig) == ["root:began{1}@0", "root:moved{1}@30", "root:moved{1}@50", "root:ended{1}@60"])
    #expect(rig.touches.map { $0.touches[0].location.x.rounded() } == [200, 205, 200, 200])
  }

  @Test("TCH-8 a change of force is told although the finger has hardly moved, at its old place")
  func forceWithoutMovement() throws {
    var settings = FilterSettings()
    settings.minimumMovement = 1
    var filter = try #require(MovementFilter(settings, maximumTouches: 1))
    var output = FrameQueue(maximumTouches: 1)
    var change = ContactChange(slot: 0, kind: .began, position: Point(10, 10))
    filter.filter(TouchFrame(time: .milliseconds(0), changes: [change]), into: &output)
    change.kind = .moved
    change.position = Point(10.5, 10)
    change.attributes.force = 2
    filter.filter(TouchFrame(time: .milliseconds(8), changes: [change]), into: &output)
    #expect(output[1].changes.map(\.position) == [Point(10, 10)])
    #expect(output[1].changes.map(\.attributes.force) == [2])
  }

  // MARK: Smoothing

  /// The filtered positions of some positions, one every 8 ms, in mm along x.
  private func smoothed(
    _ positions: [Double], cutoff: Double = 1, beta: Double = 0.2, interval: Int64 = 8
  ) throws -> [Double] {
    var settings = FilterSettings()
    settings.smoothingCutoff = cutoff
    settings.smoothingBeta = beta
    var filter = try #require(SmoothingFilter(settings, maximumTouches: 1))
    var output = FrameQueue(maximumTouches: 1)
    for (index, x) in positions.enumerated() {
      let change = ContactChange(slot: 0, kind: index == 0 ? .began : .moved, position: Point(x, 20))
      filter.filter(
        TouchFrame(time: .milliseconds(Int64(index) * interval), changes: [change]), into: &output)
    }
    return (0..<output.count).flatMap { output[$0].changes.map(\.position.x) }
  }

  @Test("smoothing follows the published recurrence of the 1€ filter")
  func recurrence() throws {
    // Computed from the one-euro filter's formulas: Te 8 ms, cutoff 1 Hz, β 0.2, `dcutoff` 1 Hz, x 10, 11, 13.
    let tau = { (cutoff: Double) in 1 / (2 * Double.pi * cutoff) }
    let alpha = { (cutoff: Double) in 1 / (1 + tau(cutoff) / 0.008) }
    var (x, dx, expected) = (10.0, 0.0, [10.0])
    for (raw, last) in [(11.0, 10.0), (13, 11)] {
      dx = alpha(1) * (raw - last) / 0.008 + (1 - alpha(1)) * dx
      let a = alpha(1 + 0.2 * abs(dx))
      x = a * raw + (1 - a) * x
      expected.append(x)
    }
    let result = try smoothed([10, 11, 13])
    #expect(zip(result, expected).allSatisfy { abs($0 - $1) < 1e-9 } && result.count == 3)
  }

  @Test("smoothing takes most of the jitter out of a resting finger, and lags a quick one by less than 2 mm")
  func jitterAndLag() throws {
    var generator = SeededGenerator(seed: 3)
    let jitter = (0..<500).map { _ in 50 + Double.random(in: -0.2...0.2, using: &generator) }
    func spread(_ values: [Double]) -> Double {
      let mean = values.reduce(0, +) / Double(values.count)
      return (values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(values.count)).squareRoot()
    }
    #expect(try spread(smoothed(jitter)) < spread(jitter) / 3)
    let stroke = (0..<100).map { 20 + Double($0) * 1.6 }
    let result = try smoothed(stroke)
    #expect(zip(stroke, result).dropFirst(50).allSatisfy { $0 - $1 < 2 && $0 >= $1 })
  }

  @Test("smoothing stays between the raw positions, whatever the times")
  func bounded() throws {
    var generator = SeededGenerator(seed: 9)
    for interval in [Int64(0), 1, 8, 1_000_000] {
      let raw = (0..<200).map { _ in Double.random(in: 0..<160, using: &generator) }
      let result = try smoothed(raw, cutoff: .random(in: 0.1...100, using: &generator), interval: interval)
      #expect(result.allSatisfy { (raw.min() ?? 0)...(raw.max() ?? 0) ~= $0 })
    }
  }

  @Test("a lift without a new position leaves a smoothed finger where it was")
  func smoothedLift() throws {
    let rig = try rig(.pan()) { $0.smoothingCutoff = 1 }
    rig.play("A↓200,200@0 A→240,200@8 A→280,200@16 A↑@24")
    let places = rig.touches.map { $0.touches[0].location.x }
    #expect(places[2] < 280 && places[2] > places[1])
    #expect(places[3] == places[2])
  }
}
