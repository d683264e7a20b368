import GestureCore
import GestureTestSupport
import Testing

@Suite("The end of a story")
struct SettledTests {
  @Test("a sequence is settled with its last lift where nobody waits for more")
  func atTheLift() throws {
    let rig = try GestureRig(.tap(), .pan())
    rig.play("A↓200,200 B↓400,200@0 A↑@80 ⏲100 B↑@200 ⏲2000")
    #expect(rig.settled == ["1-1@200"])
  }

  @Test("with nobody looking at all, a sequence is settled with its last lift")
  func withoutRecognizers() throws {
    let rig = try GestureRig([])
    rig.play("A↓200,200@0 A↑@80 A↓200,200@100 A↑@180")
    #expect(rig.settled == ["1-1@80", "2-2@180"])
  }

  @Test("one tap of a double tap is settled when the second can not come any more")
  func atTheDeadline() throws {
    let rig = try GestureRig(.tap("tap1", requires: ["tap2"]), .tap("tap2", taps: 2))
    #expect(rig.play("A↓200,200@0 A↑@80 ⏲2000") == ["tap2:failed@430", "tap1:ended@430"])
    #expect(rig.settled == ["1-1@430"])
  }

  @Test("a double tap is one story of two sequences")
  func twoSequences() throws {
    let rig = try GestureRig(.tap("tap1", requires: ["tap2"]), .tap("tap2", taps: 2))
    rig.play("A↓200,200@0 A↑@80 A↓200,200@230 A↑@310 ⏲2000")
    #expect(rig.settled == ["1-2@310"])
  }

  @Test("a passive recogniser that may still report holds the end back too")
  func passive() throws {
    let rig = try GestureRig(.tap("tap2", taps: 2, passive: true))
    rig.play("A↓200,200@0 A↑@80 ⏲2000")
    #expect(rig.settled == ["1-1@430"])
  }

  @Test("it is the last event of its instant")
  func last() throws {
    let rig = try GestureRig(.tap())
    rig.play("A↓200,200@0 A↑@80")
    guard case .settled = rig.buffer.events.last else {
      Issue.record("\(rig.buffer.events)")
      return
    }
    let count = rig.buffer.events.count {
      if case .settled = $0 { true } else { false }
    }
    #expect(count == 1)
  }

  @Test(
    "each sequence is settled exactly once, in order, and nothing is told of it afterwards",
    arguments: PropertyTests.seeds)
  func once(seed: UInt64) throws {
    for set in PropertyTests.sets {
      let rig = try GestureRig(set)
      var story = RandomStory(seed: seed)
      var settled: UInt64 = 0
      var last: UInt64 = 0
      for step in story.next(1000) + story.ending() {
        rig.play([step])
        for event in rig.buffer.events {
          switch event {
          case .gesture(let gesture): #expect(gesture.sequence > settled)
          case .transition(let transition): #expect(transition.sequence > settled)
          case .touches(let touches):
            #expect(touches.sequence > settled)
            last = touches.sequence
          case .responder, .deferred: break
          case .settled(let end):
            #expect(end.firstSequence == settled + 1)
            #expect(end.sequence >= end.firstSequence)
            settled = end.sequence
          case .offered, .reset, .asked, .expired: Issue.record("there is no client")
          }
        }
      }
      #expect(settled == last)
      #expect(settled > 5)
    }
  }
}
