import FilterStories
import FoundationEssentials
import GestureCore
import Glibc
import PanelSimulation

/// Plays seeded stories of a filtered panel:
///
/// ```
/// FilterSeeds [SEEDS [FIRST]]       that many brief stories of one panel, 10,000, from a seed on
/// FilterSeeds 1 SEED                one story, with each step
/// FilterSeeds desk [SEEDS [FIRST]]  that many stories of two panels, 1,000
/// FilterSeeds late [TOUCHES]        how much later than its hold a touch reaches the app
/// FilterSeeds day [HOURS]           a day of fingers and faults in one story
/// FilterSeeds fuzz [EVENTS]         events of panels that lie
/// ```
///
/// It prints a line for each story with a broken promise, then what the stories have seen. The same seeds give the same
/// lines. It exits with 1 where a promise was broken.
@main
struct FilterSeeds {
  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    let numbers = words.compactMap { UInt64($0) }
    let isKept =
      switch words.first {
      case "desk": try play(DeskStory.Plot(), numbers.first ?? 1000, numbers.dropFirst().first ?? 0)
      case "late": try playLate(Int(numbers.first ?? 10_000))
      case "day": try playDay(Int(numbers.first ?? 24))
      case "fuzz": try playFuzz(Int(numbers.first ?? 10_000_000))
      default: try play(.brief, numbers.first ?? 10_000, numbers.dropFirst().first ?? 0)
      }
    exit(isKept ? EXIT_SUCCESS : EXIT_FAILURE)
  }

  private static func play(_ plot: DeskStory.Plot, _ count: UInt64, _ first: UInt64) throws -> Bool {
    var tally = StoryTally()
    var digest: UInt64 = 0
    var broken = 0
    for seed in first..<first + count {
      let story = try DeskStory(seed: seed, plot)
      story.isTold = count == 1
      story.play()
      tally.add(story.tally)
      digest = digest &* 0x100_0000_01b3 ^ story.digest
      guard let mistake = story.mistake else { continue }
      broken += 1
      if broken <= 20 { print("seed \(seed): \(mistake)") }
    }
    print("\(count) seeds, \(tally.line), \(broken) broken, \(String(digest, radix: 16))")
    return broken == 0 && (count < 100 || tally.isComplete)
  }

  private static func playLate(_ touches: Int) throws -> Bool {
    var lateness: [Int64] = []
    var seed: UInt64 = 0
    while lateness.count < touches {
      let story = try DeskStory.late(seed: seed)
      if let mistake = story.mistake {
        print("seed \(seed): \(mistake)")
        return false
      }
      lateness += story.lateness
      seed += 1
    }
    lateness.sort()
    let most = lateness[lateness.count * 999 / 1000]
    print(
      "\(lateness.count) touches, \(Double(most) / 1000) ms beyond their holds at p99.9"
    )
    return most <= 2000
  }

  /// The number of descriptors of this process.
  private static var descriptorCount: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }

  private static func playDay(_ hours: Int) throws -> Bool {
    let before = descriptorCount
    var counts: Set<Int> = []
    var tally = StoryTally()
    do {
      let story = try DeskStory(seed: UInt64(hours), .day)
      for part in 0..<hours * 3 {
        if part == 0 { story.play() } else { story.goOn() }
        if let mistake = story.mistake {
          print("hour \(part / 3): \(mistake)")
          return false
        }
        counts.insert(descriptorCount)
      }
      tally = story.tally
    }
    let after = descriptorCount
    print(
      "\(hours) hours, \(tally.line), \(counts.sorted()) descriptors after each hour, \(before) before, \(after) after"
    )
    return counts.count == 1 && before == after
  }

  private static func playFuzz(_ events: Int) throws -> Bool {
    let part = 20_000
    var (landings, longest) = (0, 0)
    for seed in 0..<UInt64(max(1, events / part)) {
      var fuzz = try CloneFuzz(seed: seed)
      fuzz.play(part)
      if let mistake = fuzz.mistake {
        print("seed \(seed): \(mistake)")
        return false
      }
      landings += fuzz.landings
      longest = max(longest, fuzz.longestFrame)
    }
    print("\(events) events, \(landings) landings with one end each, a frame of up to \(longest) events")
    return landings > 0
  }
}
