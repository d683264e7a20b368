import FilterSimulation
import Testing

/// Random fingers, recognizers and faults with the real keeper. The lane `filter` plays ten thousand seeds.
@Suite("Filter simulation")
struct FilterSimulationTests {
  @Test(
    "FLT-7, FF-15, FF-16, LIM-11, LIM-12 whatever fingers and faults do, each landing has one receiver and one end"
  )
  func anything() throws {
    var tally = FilterTally()
    for seed in 0..<UInt64(400) {
      let story = try FilterSimulation(seed: seed)
      story.play()
      #expect(story.mistake == nil, "seed \(seed)")
      tally.add(story.tally)
    }
    #expect(tally.isComplete && tally.switchings > 1000, "\(tally.line)")
  }

  @Test(
    "FF-22 a panel that lies about ids, slots, values and reports has a clone whose stream is well-formed")
  func lies() throws {
    var (landings, longest) = (0, 0)
    for seed in 0..<UInt64(60) {
      var fuzz = try CloneFuzz(seed: seed)
      fuzz.play(3000)
      #expect(fuzz.mistake == nil, "seed \(seed)")
      landings += fuzz.landings
      longest = max(longest, fuzz.longestFrame)
    }
    // A write of 4,080 bytes has 510 events.
    #expect(landings > 5000 && longest > 510, "\(landings) landings, \(longest) events")
  }

  @Test("a story is a function of its seed: it has the same bytes at the same times")
  func repeatable() throws {
    for seed in 0..<UInt64(20) {
      let (one, other) = (try FilterSimulation(seed: seed), try FilterSimulation(seed: seed))
      one.play()
      other.play()
      #expect(one.digest == other.digest, "seed \(seed)")
    }
  }
}
