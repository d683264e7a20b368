import GestureCore
import GestureTestSupport
import Testing

/// The touch that wakes a dark screen.
@Suite("Waking the screen")
struct WakeGuardTests {
  private func rig() throws -> GestureRig { try GestureRig([.tap()], regions: GestureRig.treeWithV) }

  private func note(_ rig: GestureRig, isDark: Bool, at time: Int64) {
    rig.interrupt { pipeline, _, _ in pipeline.wake.update(isDark: isDark, at: .milliseconds(time)) }
  }

  private func lift(_ rig: GestureRig, at time: Int64) {
    rig.interrupt { pipeline, _, _ in pipeline.wake.recordLift(at: .milliseconds(time)) }
  }

  @Test("What lands on a dark screen is nobody's, nor what lands beside it, until all have lifted")
  func swallowed() throws {
    let rig = try rig()
    note(rig, isDark: true, at: 0)
    #expect(rig.timeline(of: "A↓200,200@10 B↓210,200@200 A↑@220 B↑@260") == [])
  }

  @Test("Nor what lands within 250 ms of the last lift; after that a landing counts")
  func tail() throws {
    let rig = try rig()
    note(rig, isDark: true, at: 0)
    rig.play("A↓200,200@10 A↑@60")
    lift(rig, at: 60)
    note(rig, isDark: false, at: 300)
    #expect(rig.timeline(of: "B↓200,200@305 B↑@400") == [])
    note(rig, isDark: false, at: 500)
    #expect(rig.timeline(of: "C↓200,200@505").contains { $0.contains("began") })
  }

  @Test("A finger of the tail stays nobody's however long it rests")
  func rests() throws {
    let rig = try rig()
    note(rig, isDark: true, at: 0)
    rig.play("A↓200,200@10 A↑@60")
    lift(rig, at: 60)
    note(rig, isDark: false, at: 300)
    #expect(rig.timeline(of: "B↓200,200@305 B→230,200@900 B↑@1200") == [])
  }

  @Test(
    "Who says that a touch has lit the screen has it, and what lands beside it, be nobody's until all have lifted"
  )
  func awakened() throws {
    let rig = try rig()
    rig.interrupt { pipeline, _, _ in pipeline.awaken(hasContacts: true, at: .milliseconds(10)) }
    #expect(rig.timeline(of: "A↓200,200@20 A↑@80") == [])
    lift(rig, at: 80)
    #expect(rig.timeline(of: "B↓200,200@300 B↑@320") == [])
    #expect(rig.timeline(of: "C↓200,200@340 C↑@400").contains { $0.hasPrefix("tap:ended") })
  }

  @Test("Where it has lifted already, what lands within 250 ms of that word is nobody's, and no more")
  func awakenedLate() throws {
    let rig = try rig()
    rig.interrupt { pipeline, _, _ in pipeline.awaken(hasContacts: false, at: .milliseconds(10)) }
    #expect(rig.timeline(of: "A↓200,200@250 A↑@300") == [])
    #expect(rig.timeline(of: "B↓200,200@320 B↑@400").contains { $0.hasPrefix("tap:ended") })
  }

  @Test("A lit screen takes nothing away, and a finger that was down when it went dark goes on")
  func lit() throws {
    let rig = try rig()
    note(rig, isDark: false, at: 0)
    let told = rig.timeline(of: "A↓200,200@10 A↑@60")
    #expect(told.contains { $0.hasPrefix("tap:ended") })
  }
}
