import FilterSimulation
import Glibc

/// Plays seeded stories of a filtered panel:
///
/// ```
/// FilterSeeds [SEEDS [FIRST]]     that many stories, 10,000, from a seed on
/// FilterSeeds 1 SEED              one story, with each step
/// ```
///
/// It prints a line for each story with a broken promise, then what the stories have seen, with a number that depends on
/// each byte. The same seeds give the same number. It exits with 1 where a promise was broken.
@main
struct FilterSeeds {
  static func main() throws {
    let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
    let (count, first) = (numbers.first ?? 10_000, numbers.dropFirst().first ?? 0)
    var tally = FilterTally()
    var digest: UInt64 = 0
    var broken = 0
    for seed in first..<first + count {
      let story = try FilterSimulation(seed: seed)
      story.isTold = count == 1
      story.play()
      tally.add(story.tally)
      digest = digest &* 0x100_0000_01b3 ^ story.digest
      guard let mistake = story.mistake else { continue }
      broken += 1
      if broken <= 20 { print("seed \(seed): \(mistake)") }
    }
    print("\(count) seeds, \(tally.line), \(broken) broken, \(String(digest, radix: 16))")
    exit(broken == 0 && (count < 100 || tally.isComplete) ? EXIT_SUCCESS : EXIT_FAILURE)
  }
}
