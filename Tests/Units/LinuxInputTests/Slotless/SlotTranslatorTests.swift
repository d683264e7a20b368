import GestureCore
import GestureTestSupport
import LinuxInput
import Testing
import TouchInput

/// Each dialect of protocol A: reports in, frames out.
@Suite struct SlotTranslatorTests {
  @Test("TCH-35 D15 anonymous contacts without BTN_TOUCH: an empty report is the release")
  func anonymous() throws {
    let story = """
      0 x640 y640 |
      10 x640 y640 |
      20 x704 y640 |
      30 x768 y704 |
      40 |
      50 |
      100 x640 y640 | x6400 y3200 |
      110 x704 y640 | x6336 y3200 |
      120 x6272 y3200 | x768 y640 |
      130 x832 y640 |
      140 x896 y640 | x6400 y3200 |
      150 x960 y640 | x6400 y3264 | x3200 y3200 |
      160 x3200 y3264 | x6400 y3328 |
      170 x3200 y3328 | x6400 y3392 | x960 y704 |
      180 |
      """
    #expect(
      try SlotlessStory.play(story) == [
        "0: 0 began 10,10",
        "20: 0 moved 11,10",
        "30: 0 moved 12,11",
        "40: 0 ended 12,11",
        "100: 0 began 10,10; 1 began 100,50",
        "110: 0 moved 11,10; 1 moved 99,50",
        "120: 0 moved 12,10; 1 moved 98,50",
        "130: 0 moved 13,10; 1 ended 98,50",
        "140: 0 moved 14,10; 1 began 100,50",
        "150: 0 moved 15,10; 1 moved 100,51; 2 began 50,50",
        "160: 0 ended 15,10; 1 moved 100,52; 2 moved 50,51",
        "170: 0 began 15,11; 1 moved 100,53; 2 moved 50,52",
        "180: 0 ended 15,11; 1 ended 100,53; 2 ended 50,52",
      ])
  }

  @Test("TCH-35 D15 BTN_TOUCH 0 alone is the release, and outweighs contacts of its report")
  func releaseByKey() throws {
    let story = """
      0 x640 y640 | touch1
      10 x704 y640 |
      20 touch0
      30 scan
      100 touch1
      105 x640 y640 | x1280 y640 |
      110 x704 y640 | x1344 y640 |
      120 x704 y640 | x1344 y640 | touch0
      130 scan
      200 x640 y640 | touch1
      210 scan
      220 x704 y640 |
      230 touch0
      """
    #expect(
      try SlotlessStory.play(story) == [
        "0: 0 began 10,10",
        "10: 0 moved 11,10",
        "20: 0 ended 11,10",
        "105: 0 began 10,10; 1 began 20,10",
        "110: 0 moved 11,10; 1 moved 21,10",
        "120: 0 ended 11,10; 1 ended 21,10",
        "200: 0 began 10,10",
        "220: 0 moved 11,10",
        "230: 0 ended 11,10",
      ])
  }

  @Test(
    "D15 D9 contacts with ids are followed by their ids, however far they go and in whatever order they come")
  func identified() throws {
    let story = """
      0 id5 x640 y640 |
      10 id5 x6400 y640 | id9 x640 y640 |
      20 id9 x704 y640 | id5 x6464 y640 |
      30 id9 x768 y640 |
      40 id9 x832 y640 | id5 x640 y3200 |
      50 id6 x832 y640 | id5 x640 y3264 |
      60 id5 x640 y3328 |
      70 |
      100 id5 x640 y640 |
      110 id-1 x640 y640 |
      120 x640 y640 |
      200 id0 x640 y640 | id2147483647 x1280 y640 |
      210 id0 x704 y640 | id2147483647 x1344 y640 |
      220 |
      """
    #expect(
      try SlotlessStory.play(story, givesIDs: true) == [
        "0: 0 began 10,10",
        "10: 0 moved 100,10; 1 began 10,10",
        "20: 0 moved 101,10; 1 moved 11,10",
        "30: 0 ended 101,10; 1 moved 12,10",
        "40: 0 began 10,50; 1 moved 13,10",
        "50: 0 moved 10,51; 1 ended 13,10; 2 began 13,10",
        "60: 0 moved 10,52; 2 ended 13,10",
        "70: 0 ended 10,52",
        "100: 0 began 10,10",
        "110: 0 ended 10,10",
        "200: 0 began 10,10; 1 began 20,10",
        "210: 0 moved 11,10; 1 moved 21,10",
        "220: 0 ended 11,10; 1 ended 21,10",
      ])
  }

  @Test("D15 a contact that is not closed by SYN_MT_REPORT is one all the same, never two in one")
  func unclosed() throws {
    let story = """
      0 x640 y640
      10 x704 y640
      20 x704 y640 | x1280 y640
      30 x768 y640 | x1344 y640
      40 |
      50 x640 |
      60 y640 |
      70 major5 |
      """
    #expect(
      try SlotlessStory.play(story) == [
        "0: 0 began 10,10",
        "10: 0 moved 11,10",
        "20: 1 began 20,10",
        "30: 0 moved 12,10; 1 moved 21,10",
        "40: 0 ended 12,10; 1 ended 21,10",
      ])
  }

  @Test("D15 a contact of no extent is only near, and does not touch")
  func near() throws {
    let story = """
      0 x640 y640 major0 |
      10 x640 y640 major64 |
      20 x704 y640 major64 | x1280 y640 major0 |
      30 x704 y640 major64 | x1280 y640 major70 |
      40 x704 y640 major0 | x1280 y640 major70 |
      50 x704 y640 major0 | x1280 y640 major0 |
      """
    #expect(
      try SlotlessStory.play(story) == [
        "10: 0 began 10,10",
        "20: 0 moved 11,10",
        "30: 1 began 20,10",
        "40: 0 ended 11,10",
        "50: 1 ended 20,10",
      ])
  }

  @Test("TCH-36 D15 a contact at a distance is only near, and does not touch")
  func distant() throws {
    let story = """
      0 x640 y640 distance3 |
      10 x640 y640 distance0 |
      20 x704 y640 |
      30 x704 y640 distance1 |
      """
    #expect(
      try SlotlessStory.play(story) == ["10: 0 began 10,10", "20: 0 moved 11,10", "30: 0 ended 11,10"])
  }

  @Test("TCH-37 D15 a contact without pressure is only near, on a panel whose touching contacts have one")
  func withoutPressure() throws {
    var run = SlotlessStory(
      panel: try SlotlessStory.panel(givesIDs: false, nearness: EventCode.contactPressure))
    run.go(
      on: """
        0 x640 y640 pressure0 |
        10 |
        20 x640 y640 pressure20 |
        30 x704 y640 pressure0 |
        40 x704 y640 pressure5 | x1280 y640 pressure0 |
        50 |
        """)
    #expect(
      run.lines == [
        "0: 0 began 10,10", "10: 0 ended 10,10", "20: 0 began 10,10", "30: 0 ended 10,10",
        "40: 0 began 11,10",
        "50: 0 ended 11,10",
      ])
  }

  @Test("D20 a report that the kernel cut goes on; D21 one that says nothing of contacts changes nothing")
  func cut() throws {
    let story = """
      0 x640 y640 | cut x1280 y640 |
      10 scan
      20
      30 x704 cut y640 | x1344 y640 |
      40 |
      """
    #expect(
      try SlotlessStory.play(story) == [
        "0: 0 began 10,10; 1 began 20,10",
        "30: 0 moved 11,10; 1 moved 21,10",
        "40: 0 ended 11,10; 1 ended 21,10",
      ])
  }

  @Test("D5 D6 after dropped events contacts are cancelled, and what is down is ignored until nothing is")
  func dropped() throws {
    var run = try SlotlessStory()
    run.go(
      on: """
        0 x640 y640 | x6400 y640 |
        10 x704 y640 | dropped x6400 y640 |
        20 x704 y640 | x6400 y640 |
        30 x704 y640 |
        40 |
        50 x704 y640 | x6400 y640 |
        60 dropped
        70 dropped x640 y640 |
        80 touch0
        90 x6400 y640 |
        100 |
        """)
    #expect(run.losses == 3)
    #expect(
      run.lines == [
        "0: 0 began 10,10; 1 began 100,10",
        "10: 0 cancelled 10,10; 1 cancelled 100,10",
        "50: 0 began 11,10; 1 began 100,10",
        "60: 0 cancelled 11,10; 1 cancelled 100,10",
        "90: 0 began 100,10",
        "100: 0 ended 100,10",
      ])
  }

  @Test(
    "TCH-34 what was down when the panel was opened is ignored until nothing is down",
    arguments: ["|", "touch0"])
  func initiallyTouched(release: String) throws {
    let story = """
      5000 x640 y640 |
      5010 x640 y640 | x1280 y640 |
      5020 x1280 y640 |
      5030 \(release)
      5040 x640 y640 |
      5050 \(release)
      """
    #expect(
      try SlotlessStory.play(story, isTouched: true) == ["5040: 0 began 10,10", "5050: 0 ended 10,10"])
  }

  @Test("D15 a panel that falls silent instead of telling a release has lifted when it speaks a second later")
  func silence() throws {
    let story = """
      0 x640 y640 |
      10 x704 y640 |
      1010 x768 y640 |
      2011 x6400 y3200 |
      2020 dropped
      2030 x6400 y3200 |
      4000 x640 y640 |
      4010 |
      5000 x640 y640 |
      7000 x704 y640 |
      7010 |
      """
    #expect(
      try SlotlessStory.play(story) == [
        "0: 0 began 10,10",
        "10: 0 moved 11,10",
        "1010: 0 moved 12,10",
        "2011: 0 ended 12,10",
        "2011: 0 began 100,50",
        "2020: 0 cancelled 100,50",
        "4000: 0 began 10,10",
        "4010: 0 ended 10,10",
        "5000: 0 began 10,10",
        "7000: 0 moved 11,10",
        "7010: 0 ended 11,10",
      ])
  }

  @Test(
    "TCH-32 TCH-35 positions are clamped after the calibration, and two contacts beyond the range stay two")
  func clampedAfterCalibration() throws {
    // The panel reports half as far again down as it declares.
    let placement = PanelPlacement(calibration: AffineTransform(1, 0, 0, 0.5, 0, 0))
    var run = SlotlessStory(panel: try SlotlessStory.panel(givesIDs: false, placement: placement))
    run.go(
      on: """
        0 x640 y7680 | x640 y9600 |
        10 x640 y9600 | x704 y7680 |
        20 x640 y9600 |
        30 x2147483647 y-2147483648 |
        40 |
        """)
    #expect(
      run.lines == [
        "0: 0 began 10,60; 1 began 10,75",
        "10: 0 moved 11,60",
        "20: 0 ended 11,60",
        "30: 1 moved 159.98,0",
        "40: 1 ended 159.98,0",
      ])
  }

  @Test("TCH-39 a recording's reach beyond the declared range is found, that of moves too")
  func reachOfRecording() throws {
    let panel = try SlotlessStory.panel(givesIDs: false, x: 0...1600, y: 0...1600)
    func reach(_ words: String...) -> String? {
      let events = words.enumerated().flatMap { row, line in
        line.split(separator: " ").map { SlotlessStory.event(String($0), at: Int64(row) * 10) }
      }
      return PanelReach(of: panel, in: events)?.keys
    }
    #expect(reach("x640 y640 | report", "x640 y1600 | report", "report") == nil)
    #expect(reach("x640 y640 | report", "x640 y1625 | report", "report") == nil)
    #expect(reach("x640 y640 | report", "x640 y1626 | report", "report") == "y_range = [0, 1650]")
  }

  @Test("the panel's noise is filtered, as the kernel does it where there are slots")
  func fuzz() throws {
    var run = try SlotlessStory(fuzz: 64)
    run.go(on: "0 x640 y640 |\n10 x660 y620 |\n20 x700 y640 |\n30 x6400 y640 |")
    #expect(
      run.lines == ["0: 0 began 10,10", "20: 0 moved 10.23,10", "30: 0 moved 100,10"])
  }
}
