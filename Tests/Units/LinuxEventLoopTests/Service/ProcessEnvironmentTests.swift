import Glibc
import Testing

@testable import LinuxEventLoop

@Suite struct ProcessEnvironmentTests {
  @Test("The inherited environment is that of the process")
  func inherited() throws {
    guard let path = unsafe getenv("PATH") else { throw TestFailure("PATH is not set") }
    let expected = unsafe String(cString: path)
    let environment = ProcessEnvironment.inherited()
    #expect(environment["PATH"] == expected)
    #expect(environment["GESTURED_SURELY_NOT_SET"] == nil)
  }

  @Test("P19 what is no assignment is ignored, and of a name given twice the first counts")
  func hostile() {
    let environment = ProcessEnvironment(assignments: [
      "NOTHING", "A=1=2", "A=3", "EMPTY=", "=", "", "=x", "MARK=\u{301}x", "\u{FFFD}=\n",
    ])
    #expect(environment["A"] == "1=2")
    #expect(environment["EMPTY"] == "")
    #expect(environment["MARK"] == "\u{301}x")
    #expect(environment["\u{FFFD}"] == "\n")
    #expect(environment["NOTHING"] == nil)
    #expect(environment[""] == nil)
  }

  @Test("A group is found by its number and its name")
  func groups() throws {
    #expect(ProcessIdentity.groupName(of: 0) == "root")
    #expect(ProcessIdentity.groupID(named: "root") == 0)
    #expect(ProcessIdentity.groupID(named: "no-such-group-here") == nil)
    #expect(ProcessIdentity.groupName(of: 4_000_000_000) == nil)
  }

  @Test("The process is a member of its own group, and of none that does not exist")
  func membership() {
    #expect(ProcessIdentity.isMember(ofGroup: getegid()))
    #expect(!ProcessIdentity.isMember(ofGroup: 4_000_000_000))
  }
}
