import Testing

@testable import LinuxEventLoop

@Suite struct PollTokenTests {
  @Test(
    "A token gives back what was put in",
    arguments: [
      (UInt8.min, UInt32.min, UInt32.min), (.max, .max, PollToken.generationMask),
      (1, 0x8000_0000, 0x80_0000),
    ])
  func roundTrip(kind: UInt8, index: UInt32, generation: UInt32) {
    let token = PollToken(rawValue: PollToken(kind: kind, index: index, generation: generation).rawValue)
    #expect(token.kind == kind)
    #expect(token.index == index)
    #expect(token.generation == generation)
  }

  @Test("A generation above 24 bits does not spill into the kind")
  func generationIsCut() {
    let token = PollToken(kind: 1, index: 2, generation: 0xFF00_0003)
    #expect(token == PollToken(kind: 1, index: 2, generation: 3))
  }

  @Test("The generation after the last is the first")
  func generationWraps() {
    #expect(PollToken.generation(after: PollToken.generationMask) == 0)
    #expect(PollToken.generation(after: 7) == 8)
  }
}
