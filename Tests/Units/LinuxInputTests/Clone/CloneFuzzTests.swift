import PanelSimulation
import Testing

/// Random events of panels that lie, with the real keeper. The lane `filter` plays ten million.
@Suite("Clone fuzz")
struct CloneFuzzTests {
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
}
