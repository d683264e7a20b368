import Testing

@testable import GestureCore

@Suite struct NearestWordCostTests {
  @Test("H4 a hint compares no more letters for 4,000 long names than for 1,000")
  func isBounded() {
    var costs: [Int] = []
    for count in [1000, 4000] {
      let names = (0..<count).map { String(repeating: "q", count: 56) + String(10_000 + $0) }
      var pairs = 0
      _ = NearestWord.nearest(to: String(repeating: "q", count: 64), among: names, pairs: &pairs)
      costs.append(pairs)
    }
    #expect(costs[0] == costs[1] && costs[1] <= NearestWord.maximumPairs)
  }

  @Test("H4 a hint is still found among thousands of names of other lengths")
  func isFound() {
    let names = (0..<3000).map { String(repeating: "x", count: 20 + $0 % 30) } + ["swipe", "swipes"]
    #expect(NearestWord.nearest(to: "swip", among: names) == "swipe")
    #expect(NearestWord.nearest(to: "swipes", among: names) == "swipes")
  }
}
