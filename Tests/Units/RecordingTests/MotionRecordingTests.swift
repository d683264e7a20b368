import EventFamilies
import GestureCore
import GestureTestSupport
import Testing
import TouchInput

/// Accelerations of real people, in which no device is shaken.
///
/// The numbers are in m/s², whatever the description says: people stand with 0.9 and run with 15. The recordings have 10 samples a
/// second, half of the rate that the detector needs. So the test ignores the rate, and also plays each recording with samples added in
/// between, as from a faster sensor.
@Suite("Real motions") struct MotionRecordingTests {
  private static let all = RealRecording.all.filter {
    $0.file.hasPrefix("basicmotions/") && $0.file.hasSuffix(".events")
  }

  private func samples(of recording: RealRecording) throws -> [MotionSample] {
    let bytes = try #require(ProjectFile.bytes(atPath: recording.path))
    let evemu = try EvemuRecording(parsing: bytes)
    var assembler = try #require(MotionAssembler(evemu.device))
    // Axes that never change are not in the events.
    assembler.adopt([0, 0, 0])
    var samples: [MotionSample] = []
    for event in evemu.events {
      guard var sample = assembler.add(event) else { continue }
      sample.acceleration = sample.acceleration * (1 / SensorScale.standardGravity)
      samples.append(sample)
    }
    return samples
  }

  private func shakes(in samples: [MotionSample]) -> Int {
    var detector = ShakeDetector(looksAtRate: false)
    var count = 0
    for sample in samples {
      while detector.advance(to: Instant(microseconds: sample.time.microseconds - 1)) != nil {}
      if detector.add(sample) == .began { count += 1 }
    }
    return count
  }

  /// Four samples between each two, on the straight line.
  private func finer(_ samples: [MotionSample]) -> [MotionSample] {
    guard let last = samples.last else { return [] }
    return zip(samples, samples.dropFirst()).flatMap { a, b in
      (0..<5).map { step in
        let part = Double(step) / 5
        let time = a.time + TimeSpan(microseconds: (b.time - a.time).microseconds * Int64(step) / 5)
        return MotionSample(
          time: time, acceleration: a.acceleration + (b.acceleration - a.acceleration) * part)
      }
    } + [last]
  }

  /// The same samples with a shake of 600 ms in the middle: 2 g at 4 Hz along x.
  private func shaken(_ samples: [MotionSample]) -> [MotionSample] {
    guard let start = samples.dropFirst(samples.count / 2).first?.time else { return [] }
    return samples.map { sample in
      var sample = sample
      let seconds = (sample.time - start).seconds
      if seconds >= 0, seconds < 0.6 {
        // A triangle is close enough to a sine, and needs no mathematics.
        let turn = (seconds * 4).truncatingRemainder(dividingBy: 1)
        let push = turn < 0.25 ? turn * 4 : turn < 0.75 ? 2 - turn * 4 : turn * 4 - 4
        sample.acceleration = sample.acceleration + SpatialVector(2 * push, 0, 0)
      }
      return sample
    }
  }

  @Test(
    "MOT-1 who stands or walks and shakes the device is heard; what is heard of who runs and plays is counted"
  )
  func hits() throws {
    var hits: [String: (recordings: Int, hits: Int)] = [:]
    for recording in Self.all {
      let samples = finer(try samples(of: recording))
      let kind = String(recording.file.split(separator: "_")[1])
      var entry = hits[kind] ?? (0, 0)
      entry.recordings += 1
      // A motion that already counts as a shake cannot show another one.
      if shakes(in: shaken(samples)) > 0 { entry.hits += 1 }
      hits[kind] = entry
    }
    for kind in ["Walking", "Standing"] where hits[kind] != nil {
      #expect(hits[kind]?.hits == hits[kind]?.recordings, "\(kind)")
    }
    for (kind, entry) in hits.sorted(by: { $0.key < $1.key }) {
      print("a shake laid over \(entry.recordings) recordings of \(kind) is heard in \(entry.hits)")
    }
  }

  @Test("MOT-10, MOT-11 walking and standing are no shake; what running and playing are taken for is counted")
  func falseAlarms() throws {
    var alarms: [String: (recordings: Int, shakes: Int, finer: Int)] = [:]
    for recording in Self.all {
      let samples = try samples(of: recording)
      #expect(samples.count > 50, "\(recording.file)")
      let kind = String(recording.file.split(separator: "_")[1])
      var entry = alarms[kind] ?? (0, 0, 0)
      entry.recordings += 1
      entry.shakes += shakes(in: samples)
      entry.finer += shakes(in: finer(samples))
      alarms[kind] = entry
    }
    for kind in ["Walking", "Standing"] where alarms[kind] != nil {
      #expect(alarms[kind]?.shakes == 0 && alarms[kind]?.finer == 0, "\(kind)")
    }
    for (kind, entry) in alarms.sorted(by: { $0.key < $1.key }) {
      print(
        "shakes in \(entry.recordings) recordings of \(kind): \(entry.shakes), sampled finer \(entry.finer)")
    }
  }
}
