import GestureTestSupport
import Testing

@testable import GestureCore

@Suite struct RecognizerPairsTests {
  @Test("H3 pairs are found as a set finds them, whatever comes and goes", arguments: 0..<4)
  func isSet(seed: Int) {
    struct Pair: Hashable {
      let first: Int
      let second: Int
    }
    var random = SeededGenerator(seed: UInt64(seed))
    var pairs = RecognizerPairs()
    var expected: Set<Pair> = []
    for step in 0..<2000 {
      let (a, b) = (Int.random(in: 0..<150, using: &random), Int.random(in: 0..<150, using: &random))
      switch Int.random(in: 0..<40, using: &random) {
      case 0:
        pairs.removeAll(with: a)
        expected = expected.filter { $0.first != a && $0.second != a }
      case 1 where step % 7 == 0:
        pairs.removeAll()
        expected = []
      default:
        pairs.insert(a, b)
        expected.insert(Pair(first: a, second: b))
      }
      #expect(pairs.contains(b, a) == expected.contains(Pair(first: b, second: a)))
      #expect(pairs.contains(a, b) == expected.contains(Pair(first: a, second: b)))
      #expect(pairs.hasPair(from: b) == expected.contains { $0.first == b })
    }
    #expect(!pairs.contains(9999, 0) && !pairs.hasPair(from: 9999))
  }
}
