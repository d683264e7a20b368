import GestureCore
import GestureTestSupport
import Testing

@testable import TouchInput

/// Measurements of a panel, from regular frames. The test screen has 64 units a mm.
@Suite struct PanelMeasurementTests {
  private var measurement: PanelMeasurement

  init() throws {
    measurement = PanelMeasurement(try judge(.testScreen))
  }

  private mutating func play(
    _ kind: ContactChange.Kind, _ slot: Int = 0, at microseconds: Int64, _ x: Double = 50, _ y: Double = 50,
    late: Int64? = nil
  ) {
    let time = Instant(microseconds: 1_000_000 + microseconds)
    measurement.measure(
      TouchFrame(time: time, changes: [ContactChange(slot: slot, kind: kind, position: Point(x, y))]),
      readAt: late.map { time + TimeSpan(microseconds: $0) })
  }

  @Test("the interval of reports has its median, jitter and extremes; pauses are counted and left out")
  mutating func intervals() throws {
    play(.began, at: 0)
    var time: Int64 = 0
    for index in 1...200 {
      // Every fourth report is a millisecond late, and the next one is not.
      time += index % 4 == 0 ? 11_000 : index % 4 == 1 ? 9_000 : 10_000
      play(.moved, at: time, 50 + Double(index) / 64)
    }
    play(.moved, at: time + 500_000, 60)
    play(.ended, at: time + 510_000, 60)
    let figures = measurement.figures
    let interval = try #require(figures.interval)
    let jitter = try #require(figures.jitter)
    #expect(interval.median == 10 && interval.minimum == 9 && interval.maximum == 11)
    #expect(jitter.median == 0 && jitter.p99 == 1)
    #expect(figures.pauses == 1 && figures.reports == 203 && figures.touches == 1)
    #expect(figures.touchedTime == TimeSpan(microseconds: time + 510_000))
  }

  @Test("the smallest step of each axis is told in units, and none where nothing moved along it")
  mutating func steps() {
    play(.began, at: 0, 50, 50)
    play(.moved, at: 10_000, 50 + 5 / 64.0, 50)
    play(.moved, at: 20_000, 50 + 2 / 64.0, 50)
    play(.ended, at: 30_000, 50 + 2 / 64.0, 50)
    #expect(measurement.figures.smallestStepX == 3 && measurement.figures.smallestStepY == nil)
  }

  @Test("a resting finger's noise is how much it wanders about in half a second; a moving one has none")
  mutating func rest() throws {
    play(.began, at: 0, 50, 50)
    for index in Int64(1)...120 {
      play(
        .moved, at: index * 10_000, index.isMultiple(of: 2) ? 50.3 : 50, index.isMultiple(of: 2) ? 50.4 : 50)
    }
    play(.ended, at: 1_210_000, 50, 50)
    let noise = try #require(measurement.figures.restingNoise)
    #expect(abs(noise.median - 0.5) < 1e-9)
    var moving = try PanelMeasurementTests()
    moving.play(.began, at: 0, 10, 50)
    for index in Int64(1)...120 { moving.play(.moved, at: index * 10_000, 10 + Double(index) / 10) }
    #expect(moving.measurement.figures.restingNoise == nil)
  }

  @Test("a finger of which nothing is told rests without noise")
  mutating func silentRest() {
    play(.began, at: 0)
    play(.ended, at: 2_000_000)
    #expect(measurement.figures.restingNoise?.maximum == 0)
    #expect(measurement.figures.interval == nil)
  }

  @Test("touches at once are counted, however they come and go")
  mutating func atOnce() {
    for slot in 0..<4 { play(.began, slot, at: Int64(slot) * 1000) }
    play(.cancelled, 2, at: 5000)
    play(.began, 2, at: 6000)
    play(.began, 7, at: 7000)
    for slot in [0, 1, 2, 3, 7] { play(.ended, slot, at: 9000) }
    #expect(measurement.figures.touchesAtOnce == 5 && measurement.figures.touches == 6)
  }

  @Test("latency is from the stamp to the reading, and is not told where that is not known")
  mutating func latency() throws {
    #expect(measurement.figures.latency == nil)
    for index in Int64(0)..<100 {
      play(index == 0 ? .began : .moved, at: index * 8000, 50 + Double(index), late: index == 50 ? 3000 : 200)
    }
    let latency = try #require(measurement.figures.latency)
    #expect(latency.median == 0.2 && latency.p99 == 0.2 && latency.maximum == 3)
  }

  @Test("what is kept of any number of values is bounded, and stays spread over all of them")
  func bounded() throws {
    var set = SampleSet(capacity: 64)
    for value in 0..<100_000 { set.add(Double(value)) }
    #expect(set.values.count < 64 && set.values.count >= 32)
    let distribution = try #require(set.distribution)
    #expect(abs(distribution.median - 50_000) < 4000)
  }

  @Test("frames of any kind in any order are taken")
  mutating func anyFrames() {
    var generator = SeededGenerator(seed: 5)
    let kinds: [ContactChange.Kind] = [.began, .moved, .ended, .cancelled]
    for _ in 0..<5000 {
      play(
        kinds[Int.random(in: 0..<4, using: &generator)], Int.random(in: 0..<12, using: &generator),
        at: Int64.random(in: 0...1_000_000, using: &generator), Double.random(in: 0...160, using: &generator))
    }
    #expect(measurement.figures.touchesAtOnce <= 10 && measurement.figures.reports == 5000)
  }
}
