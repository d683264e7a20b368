import GestureCore
import Testing
import TouchInput

@Suite struct StampCheckTests {
  @Test(
    "T2 a stamp may be off by 20 ms: before the queue was last seen empty, or ahead of now",
    arguments: [
      (1000, true), (980, true), (979, false), (0, false), (1500, true), (2000, true), (2020, true),
      (2021, false), (1_000_000_000_000, false),
    ] as [(Int64, Bool)])
  func bounds(stamp: Int64, isAllowed: Bool) {
    let check = StampCheck(emptyAt: .milliseconds(1000))
    #expect(check.allows(StampSpan(.milliseconds(stamp)), now: .milliseconds(2000)) == isAllowed)
  }

  @Test("T2 stamps that stand still are found out once time has gone on")
  func still() {
    var check = StampCheck(emptyAt: .milliseconds(0))
    let stamp = Instant.milliseconds(10)
    #expect(check.allows(StampSpan(stamp), now: .milliseconds(10)))
    check.recordEmptyQueue(at: .milliseconds(25))
    #expect(check.allows(StampSpan(stamp), now: .milliseconds(35)))
    check.recordEmptyQueue(at: .milliseconds(40))
    #expect(!check.allows(StampSpan(stamp), now: .milliseconds(50)))
  }

  @Test("T2 what waited while nobody read keeps its stamp, however old")
  func backlog() {
    let check = StampCheck(emptyAt: .milliseconds(1000))
    #expect(check.allows(StampSpan(.milliseconds(1001)), now: .milliseconds(3_600_000)))
  }

  @Test("T2 of events that were read together each has to have a stamp that can be true")
  func span() {
    let check = StampCheck(emptyAt: .milliseconds(1000))
    var stamps = StampSpan(.milliseconds(1010))
    stamps.add(.milliseconds(1020))
    #expect(check.allows(stamps, now: .milliseconds(1020)))
    for untrue: Int64 in [900, 1_000_000_000_000] {
      var mixed = stamps
      mixed.add(.milliseconds(untrue))
      mixed.add(.milliseconds(1020))
      #expect(!check.allows(mixed, now: .milliseconds(1020)))
    }
  }
}
