import Glibc
import Testing

@testable import GesturedConfiguration

@Suite struct RegionNestingCostTests {
  /// A configuration of that many nested regions.
  private static func nested(_ count: Int) -> String {
    (0..<count).map { number in
      "[region.r\(number)]\nparent = \"\(number == 0 ? "root" : "r\(number - 1)")\"\nframe = [0, 0, 9, 9]\n"
    }.joined()
  }

  /// The processor time for checking a configuration, in microseconds.
  private static func time(_ text: String) -> Int {
    time {
      #expect(!check(text).mistakes.isEmpty)
    }
  }

  /// The processor time of some work, in microseconds.
  private static func time(_ work: () -> Void) -> Int {
    let begin = processorTime()
    work()
    return processorTime() - begin
  }

  /// The least times of two works, each in several tries in turn: what else the computer does slows both.
  private static func least(of few: () -> Void, and many: () -> Void) -> (few: Int, many: Int) {
    var least = (few: Int.max, many: Int.max)
    for _ in 0..<3 { least = (min(least.few, time(few)), min(least.many, time(many))) }
    return least
  }

  private static func processorTime() -> Int {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
  }

  @Test("H11 four times as many regions in one another cost about four times as much, not sixteen times")
  func isLinear() {
    let (few, many) = (Self.nested(4000), Self.nested(16_000))
    // The least of several tries in turn: what else the computer does slows both.
    var least = (few: Int.max, many: Int.max)
    for _ in 0..<3 { least = (min(least.few, Self.time(few)), min(least.many, Self.time(many))) }
    #expect(least.many < 9 * least.few, "\(least.few) and \(least.many) µs")
  }

  @Test("H11 four times as many files over as many tables cost about four times as much, not sixteen times")
  func files() {
    func files(_ count: Int) -> [ConfigurationText] {
      let main = (0..<count).map { "[exclusion.e\($0)]\nframe = [0, 0, 9, 9]\n" }.joined()
      return [ConfigurationText(file: "main.toml", bytes: Array(main.utf8))]
        + (0..<count).map { number in
          let text = "[exclusion.e\(number)]\nframe = [0, 0, 8, \(number % 7 + 1)]\n"
          return ConfigurationText(file: "\(number).toml", bytes: Array(text.utf8))
        }
    }
    let (few, many) = (files(150), files(600))
    func parse(_ files: [ConfigurationText]) {
      #expect((try? Configuration.parse(files))?.exclusions.count == files.count - 1)
    }
    let least = Self.least(of: { parse(few) }, and: { parse(many) })
    #expect(least.many < 9 * least.few, "\(least.few) and \(least.many) µs")
  }

  @Test("H11 of too many regions, windows or recognizers only as many are read as are allowed")
  func tooMany() {
    let regions = (0..<300).map { number in
      "[region.r\(number)]\n" + ([12, 290].contains(number) ? "" : "frame = [0, 0, 9, 9]\n")
    }.joined()
    let mistakes = check(regions).mistakes
    #expect(mistakes.map { $0.contains("r12.frame: missing") } == [true, false])
    #expect(mistakes.last?.contains("found 300 regions and windows") ?? false)
    let windows = (0..<300).map { number in
      "[window.w\(number)]\n" + ([12, 290].contains(number) ? "level = \"x\"\n" : "")
    }.joined()
    #expect(check(windows).mistakes.map { $0.hasSuffix("256") } == [false, true])
    let recognizers = (0..<300).map { number in
      "[recognizer.r\(number)]\nkind = \"tap\"\n" + ([12, 290].contains(number) ? "taps = 0\n" : "")
    }.joined()
    #expect(
      check(recognizers).mistakes.map { $0.contains("too many recognizers") } == [false, true])
  }

  @Test("H11 recognizers that all wait for one another are looked up a bounded number of times")
  func circles() {
    func text(_ count: Int) -> String {
      (0..<count).map { number in
        let others = (0..<count).filter { $0 != number }.map { "\"r\($0)\"" }.joined(separator: ",")
        return "[recognizer.r\(number)]\nkind = \"tap\"\nrequire_to_fail = [\(others)]\n"
      }.joined()
    }
    #expect((1...12).contains(check(text(240)).mistakes.count))
    // A file of few recognizers has all its contradictions listed.
    #expect(check(text(20)).mistakes.count == 10)
  }
}
