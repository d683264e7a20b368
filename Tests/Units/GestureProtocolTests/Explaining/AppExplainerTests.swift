import GestureCore
import GestureTestSupport
import Testing

@testable import GestureProtocol

/// `--explain filter` in words, and what it takes for a fault.
@Suite("Explanations of the filter")
struct AppExplainerTests {
  /// The lines about a story, with a press of three fingers in the region V alone.
  private func explain(_ script: String, gap: Double = 20) throws -> (lines: [String], AppExplainer) {
    var settings = AppSettings()
    settings.replayGap = .milliseconds(gap)
    settings.gather = .milliseconds(80)
    let rig = try GestureRig([.longPress(touches: 3)], regions: .f0, on: ["V"], app: settings)
    let explainer = AppExplainer(rig.recognizers, settings)
    rig.play(script)
    for note in rig.appNotes { explainer.record(note) }
    return (explainer.drainLines(), explainer)
  }

  /// News about touch 1, some time after it happened, in ms.
  private func note(_ phase: AppNote.Phase, late time: Int64 = 90, stated: HoldBound?) -> AppNote {
    AppNote(
      phase: phase, touch: 1, slot: 0, location: .zero, time: .milliseconds(time), happened: .milliseconds(0),
      isDown: false, stated: stated)
  }

  @Test("FLT-60, FLT-66 a touch that misses its fellows names gather_ms")
  func gather() throws {
    let (lines, explainer) = try explain("A↓200,200@0 B↓250,200@30 ⏲200 A↑ B↑@300")
    #expect(
      lines == [
        "0.080000  touch 1: received 80 ms late: lp of 3 held it, and let it go after 80 ms (gather_ms)",
        "0.080000  touch 2: received 50 ms late: lp of 3 held it, and failed", "0.300000  touch 1: lifted",
        "0.300000  touch 2: lifted",
      ])
    #expect(explainer.isAsStated)
  }

  @Test("FLT-66 the holder is the recognizer that held longest, not one whose bound was over before")
  func lastHolder() throws {
    var settings = AppSettings()
    settings.gather = .milliseconds(70)
    let pan3 = RecognizerDeclaration.pan("pan3", minimum: 3, maximum: 3)
    for (script, line) in [
      (
        "A↓200,200@0 A→260,200@150 ⏲400 A↑@500",
        "0.150000  touch 1: received 150 ms late: tap1 of 1 held it, and failed"
      ),
      (
        "A↓200,200@0 ⏲3000 A↑@3100",
        "0.750000  touch 1: received 750 ms late: tap1 of 1 held it, and failed"
      ),
    ] {
      let rig = try GestureRig([.tap("tap1"), pan3], regions: .f0, app: settings)
      let explainer = AppExplainer(rig.recognizers, settings)
      rig.play(script)
      for note in rig.appNotes { explainer.record(note) }
      #expect(explainer.drainLines().first == line)
    }
  }

  @Test("FLT-66 each touch is compared with its own region, not with the one that holds longest")
  func ownRegion() throws {
    let (_, explainer) = try explain("A↓200,200@0 A↑@10 B↓700,200@20 B↑@30 ⏲900", gap: 100)
    #expect(explainer.isAsStated && explainer.summary == "2 touches, 0 later than stated")
    for (phase, bound) in [
      (AppNote.Phase.began, HoldBound(landing: .milliseconds(85))), (.ended, HoldBound()),
    ] {
      explainer.record(note(phase, stated: bound))
    }
    #expect(explainer.summary == "3 touches, 1 later than stated")
    #expect(explainer.drainLines().contains { $0.hasSuffix("90 ms instead of 85 ms; report this fault") })
  }

  @Test("FLT-53, FLT-66 a gap after a landing that was not late is a fault too")
  func gapAtOnce() throws {
    let (_, explainer) = try explain("A↓700,200@0")
    explainer.record(note(.ended, late: 15, stated: HoldBound()))
    #expect(!explainer.isAsStated)
  }

  @Test("D5 nothing is promised of a touch that waited while the kernel dropped events")
  func dropped() throws {
    let (_, explainer) = try explain("A↓700,200@0 A↑@10")
    explainer.record(note(.began, stated: nil))
    #expect(explainer.isAsStated)
  }
}
