import GestureTestSupport
import Glibc
import TouchInput

/// Plays seeded streams of fingers with one disturbance each. The streams run through everything between a node and a
/// subscriber, with the shipped configuration:
///
/// ```
/// FaultStreams [RUNS [EVENTS]]     runs of each family, 10,000; random events, 10,000,000
/// FaultStreams show FAMILY RUN     what a run saw, and what is seen without a disturbance
/// ```
///
/// It prints a line for each family, then its count. The number of a run is its seed.
@main
struct FaultStreams {
  static func main() throws {
    let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    let runs = numbers.first ?? 10_000
    let events = numbers.dropFirst().first ?? 10_000_000
    let shipped = try ShippedPipeline()
    let panel = try ShippedPipeline.panel(TestScreen.description())

    if numbers.count == 1, let family = Disturbance.Family(rawValue: CommandLine.arguments[2]) {
      let stream = FingerStream(seed: UInt64(numbers[0]))
      let disturbance = Disturbance(family, in: stream, seed: UInt64(numbers[0]))
      let run = DisturbedRun(stream, disturbance, on: panel, shipped)
      print(disturbance, "breaks", run.brokenSequences, "beside others", run.companySequences)
      for gesture in run.followed.seen { print("disturbed  ", gesture.line(shipped.recognizers)) }
      let undisturbed = DisturbedRun(stream, nil, on: panel, shipped)
      for gesture in undisturbed.followed.seen { print("undisturbed", gesture.line(shipped.recognizers)) }
      return
    }

    var tallies = Disturbance.Family.allCases.map { Tally($0) }
    for seed in 1...UInt64(max(1, runs)) {
      let stream = FingerStream(seed: seed)
      let undisturbed = DisturbedRun(stream, nil, on: panel, shipped)
      for position in tallies.indices {
        let disturbance = Disturbance(tallies[position].family, in: stream, seed: seed)
        let run = DisturbedRun(stream, disturbance, on: panel, shipped)
        tallies[position].add(run, disturbance, undisturbed: undisturbed, seed: seed)
      }
    }
    for tally in tallies { print(tally.line) }

    var hostile = HostileEvents(seed: 1)
    hostile.feed(events, shipped)
    let isHarmless = hostile.violations == 0 && hostile.gestures > 0
    print(
      "hostile: \(hostile.count) random events, \(hostile.gestures) gesture events, "
        + "\(hostile.violations) leaked, unmatched or nowhere, 0 traps")

    let passed = tallies.count { $0.isClean } + (isHarmless ? 1 : 0)
    let failed = tallies.count + 1 - passed
    print("\(passed) passed, \(failed) failed")
    exit(failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE)
  }
}
