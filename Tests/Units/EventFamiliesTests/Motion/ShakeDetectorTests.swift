import EventFamilies
import GestureCore
import Testing

@Suite("Shake")
struct ShakeDetectorTests {
  private let rig = ShakeRig()

  @Test("MOT-1 a shake begins with the third push and ends when none has come for 300 ms")
  func shake() {
    #expect(rig.play(ShakeRig.sine(2, 4, 0.6), milliseconds: 2000) == ["began@280", "ended@820"])
  }

  @Test("MOT-2 a weaker and slower one too")
  func weaker() {
    #expect(rig.play(ShakeRig.sine(1.5, 3, 0.8), milliseconds: 2000) == ["began@380", "ended@1010"])
  }

  @Test("MOT-3 what is too weak is nothing")
  func weak() {
    #expect(rig.play(ShakeRig.sine(0.9, 4, 0.6), milliseconds: 2000) == [])
  }

  @Test("MOT-4 what is too slow is nothing")
  func slow() {
    #expect(rig.play(ShakeRig.sine(2, 1, 3), milliseconds: 4000) == [])
  }

  @Test("MOT-5 what is too long is cancelled, and a new one begins after the lock-out")
  func long() {
    #expect(
      rig.play(ShakeRig.sine(2, 4, 5), milliseconds: 7000)
        == ["began@280", "cancelled@3280", "began@4520", "ended@5200"])
  }

  @Test("MOT-6 a knock is nothing")
  func knock() {
    #expect(rig.play({ SpatialVector($0 < 0.02 ? 3 : 0, 0, 0) }, milliseconds: 1000) == [])
  }

  @Test("MOT-7 a knock that rings is two pushes, and nothing")
  func ringing() {
    #expect(
      rig.play({ SpatialVector($0 < 0.02 ? 3 : $0 < 0.04 ? -2 : 0, 0, 0) }, milliseconds: 1000) == [])
  }

  @Test("MOT-8 tilting is nothing", arguments: [1.0, 0.3])
  func tilt(seconds: Double) {
    var rig = rig
    rig.gravity = { time in
      let turns = min(time / seconds, 1) / 4
      return SpatialVector(ShakeRig.oscillation(turns), 0, ShakeRig.oscillation(turns + 0.25))
    }
    #expect(rig.play({ _ in .zero }, milliseconds: 2000) == [])
  }

  @Test("MOT-9 a fall and its end are nothing")
  func fall() {
    var rig = rig
    rig.gravity = { $0 < 0.5 || $0 >= 0.93 ? SpatialVector(0, 0, 1) : SpatialVector(0, 0, $0 < 0.9 ? 0 : 8) }
    #expect(rig.play({ _ in .zero }, milliseconds: 2000) == [])
  }

  @Test("MOT-10 walking is nothing")
  func walking() {
    #expect(rig.play(ShakeRig.sine(0.5, 2, 4, along: "z"), milliseconds: 5000) == [])
  }

  @Test("MOT-11 running is taken for a shake, unless the axis of gravity is left out")
  func running() {
    let movement = ShakeRig.sine(1.3, 2.8, 4, along: "z")
    #expect(rig.play(movement, milliseconds: 4000) == ["began@410", "cancelled@3410"])
    var lateral = rig
    lateral.settings.isLateral = true
    #expect(lateral.play(movement, milliseconds: 4000) == [])
    #expect(lateral.play(ShakeRig.sine(2, 4, 0.6), milliseconds: 2000) == ["began@280", "ended@820"])
  }

  @Test("MOT-12 a second shake within the lock-out is none, one after it is")
  func lockOut() {
    let shake = ShakeRig.sine(2, 4, 0.6)
    #expect(
      rig.play({ shake($0) + shake($0 - 1.1) }, milliseconds: 3000) == ["began@280", "ended@820"])
    #expect(
      rig.play({ shake($0) + shake($0 - 2.5) }, milliseconds: 4000)
        == ["began@280", "ended@820", "began@2780", "ended@3320"])
  }

  @Test(
    "MOT-13 slower and faster sensors give nearly the same times",
    arguments: [(25.0, 280, 860), (20, 300, 850), (200, 275, 820)])
  func rates(rate: Double, began: Int, ended: Int) {
    var rig = rig
    rig.rate = rate
    #expect(
      rig.play(ShakeRig.sine(2, 4, 0.6), milliseconds: 2000) == ["began@\(began)", "ended@\(ended)"])
  }

  @Test("MOT-14 with fewer than 20 samples a second nothing is a shake, and that can be said")
  func tooSlow() {
    var rig = rig
    rig.rate = 15
    #expect(rig.play(ShakeRig.sine(3, 4, 0.9), milliseconds: 2000) == ["too slow"])
  }

  @Test("MOT-16 one that is taken away ends there, and not once more")
  func cancel() {
    var detector = ShakeDetector()
    let movement = ShakeRig.sine(2, 4, 0.6)
    for number in 0...40 {
      let seconds = Double(number) / 100
      _ = detector.add(
        MotionSample(
          time: .milliseconds(Int64(number * 10)), acceleration: movement(seconds) + SpatialVector(0, 0, 1)))
    }
    #expect(detector.isShaking)
    let wasShaking = detector.cancel(at: .milliseconds(400))
    #expect(wasShaking && detector.deadline == nil)
    let isStillShaking = detector.cancel(at: .milliseconds(410))
    #expect(!isStillShaking)
  }

  @Test("MOT-26 after a gap of more than 200 ms the pushes before it do not count")
  func gap() {
    var rig = rig
    // Two pushes before the gap, and one after it.
    rig.gap = 160..<460
    #expect(rig.play(ShakeRig.sine(2, 4, 0.6), milliseconds: 1500) == [])
  }

  @Test("Any samples, however odd, leave at most one shake under way and end each that began")
  func random() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var detector = ShakeDetector(looksAtRate: Bool.random(using: &generator))
      var time = Instant(microseconds: 0)
      var isShaking = false
      for _ in 0..<300 {
        time = time + .milliseconds(Double.random(in: 0...80, using: &generator))
        while let (_, due) = detector.advance(to: time) {
          #expect(isShaking && due <= time)
          isShaking = false
        }
        let strength = Double.random(in: -40...40, using: &generator)
        let sample = MotionSample(time: time, acceleration: SpatialVector(strength, 0, 1))
        if let phase = detector.add(sample) {
          #expect(phase == .began && !isShaking)
          isShaking = true
        }
        #expect(detector.isShaking == isShaking)
      }
    }
  }
}
