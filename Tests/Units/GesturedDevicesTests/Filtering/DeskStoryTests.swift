import FilterStories
import GestureCore
import Testing
import TouchInput

/// Seeded stories of panels with the daemon's filter, over a socket and pipes, beside the real keeper. lane-filter plays
/// more.
@Suite("Filter stories") struct DeskStoryTests {
  @Test(
    "FLT-7, FF-1, FF-3, FF-4 whatever happens, each landing has one receiver and one end, and panels are taken again"
  )
  func stories() throws {
    var tally = StoryTally()
    var states: Set<String> = []
    for seed in 0..<UInt64(60) {
      let story = try DeskStory(seed: seed)
      story.play()
      #expect(story.mistake == nil, "seed \(seed)")
      tally.add(story.tally)
      states.formUnion(
        story.states.compactMap { $0.split(separator: " ", maxSplits: 1).last.map(String.init) })
    }
    #expect(tally.forwarded > 1000 && tally.won > 30 && tally.faults > 100 && tally.switchings > 300)
    #expect(states.isSuperset(of: ["on", "request", "released", "keeper", "stalled", "grabbed", "no node"]))
  }

  @Test(
    "FLT-7, FF-15, FF-16, LIM-11, LIM-12 with faults in quick succession no touch is lost or told twice, and contacts are where fingers are"
  )
  func quickFaults() throws {
    var tally = StoryTally()
    for seed in 0..<UInt64(600) {
      let story = try DeskStory(seed: seed, .brief)
      story.play()
      #expect(story.mistake == nil, "seed \(seed)")
      tally.add(story.tally)
    }
    #expect(tally.isComplete && tally.switchings > 1000, "\(tally.line)")
  }

  @Test("a story is a function of its seed: it has the same bytes at the same times")
  func repeatable() throws {
    for seed in 0..<UInt64(20) {
      let (one, other) = (try DeskStory(seed: seed, .brief), try DeskStory(seed: seed, .brief))
      one.play()
      other.play()
      #expect(one.digest == other.digest, "seed \(seed)")
    }
  }

  @Test(
    "FLT-14 a compositor that starts before the daemon and one that starts after it get the same touches, once"
  )
  func starts() throws {
    for seed in 0..<UInt64(5) {
      var plot = DeskStory.Plot()
      plot.faultPause = nil
      plot.firstFinger = 1000...1100
      plot.milliseconds = 20_000
      let (first, last) = (try DeskStory(seed: seed, plot), try DeskStory(seed: seed, plot))
      // The daemon has taken the panels by then.
      last.pass(900_000)
      first.pass(900_000)
      last.beginReading()
      first.play()
      last.play()
      #expect(first.mistake == nil && last.mistake == nil, "seed \(seed)")
      for panel in 0..<plot.panels {
        let (before, after) = (first.readers(of: panel), last.readers(of: panel))
        let landings = before.clone.landings
        #expect(landings == after.clone.landings)
        #expect(landings.count > 20, "seed \(seed), panel \(panel): \(landings.count) landings")
        #expect(before.clone.ends == after.clone.ends && before.clone.lastX == after.clone.lastX)
        #expect(before.others.landings.isEmpty && after.others.landings.isEmpty)
      }
    }
  }

  @Test("LIM-8 a held touch is at most 2 ms later than its hold, but one of a thousand")
  func late() throws {
    var lateness: [Int64] = []
    for seed in 0..<UInt64(4) {
      let story = try DeskStory.late(seed: seed)
      #expect(story.mistake == nil, "seed \(seed)")
      lateness += story.lateness
    }
    #expect(lateness.count > 300)
    #expect(lateness.count { $0 > 2000 } <= lateness.count / 1000)
  }

  @Test(
    "LIM-13 after hours of fingers, switchings and faults there are as many devices as panels, and no contact is down"
  )
  func hours() throws {
    let story = try DeskStory(seed: 13, .day)
    for part in 0..<9 {
      if part == 0 { story.play() } else { story.goOn() }
      #expect(story.mistake == nil, "hour \(part / 3)")
    }
    #expect(story.tally.switchings > 100)
  }

  @Test("FF-19 what happens to one of two panels changes no byte of the other's clone")
  func apart() throws {
    for seed in 0..<UInt64(10) {
      var plot = DeskStory.Plot()
      plot.keepsEvents = true
      plot.faultPause = nil
      let quiet = try DeskStory(seed: seed, plot)
      quiet.play()
      plot.faultPause = 200...1500
      plot.faultPanel = 1
      let troubled = try DeskStory(seed: seed, plot)
      troubled.play()
      #expect(quiet.mistake == nil && troubled.mistake == nil, "seed \(seed)")
      func words(_ story: DeskStory, _ panel: Int) -> [String] {
        story.events(of: panel).map { "\($0.type) \($0.code) \($0.value)" }
      }
      #expect(words(quiet, 0) == words(troubled, 0) && words(quiet, 0).count > 50, "seed \(seed)")
      #expect(words(quiet, 1) != words(troubled, 1), "seed \(seed)")
    }
  }
}
