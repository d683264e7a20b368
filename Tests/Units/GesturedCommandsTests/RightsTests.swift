import DaemonTestSupport
import GesturedConfiguration
import LinuxEventLoop
import Testing

@testable import GesturedCommands

@Suite struct RightsTests {
  @Test(
    "A right is root's, the daemon's own user's and of those the configuration names, by user and by group")
  func holders() {
    let rights = Rights(
      RightsSettings([.inhibit: [.user("1001"), .group("2000")], .focus: [.everyone], .orientation: [.root]]),
      ownUserID: 500)
    for right in Right.allCases {
      #expect(rights.mayDo(right, .user(0)) && rights.mayDo(right, .user(500)))
      #expect(rights.mayDo(right, .user(1002)) == (right == .focus))
    }
    #expect(rights.mayDo(.inhibit, .user(1001)) && !rights.mayDo(.cancelTouches, .user(1001)))
    #expect(rights.mayDo(.inhibit, .user(1002, groups: [100, 2000])))
    #expect(!rights.mayDo(.inhibit, .user(2000, groups: [1001])))
    #expect(rights.isOwner(.user(0)) && rights.isOwner(.user(500)) && !rights.isOwner(.user(1001)))
    #expect(rights.unknownNames.isEmpty)
  }

  @Test("Names are looked up; one that this machine does not have gives nobody a right, and is told")
  func names() {
    let rights = Rights(
      RightsSettings([
        .inhibit: [.user("nobody"), .group("no such group"), .user("no such user"), .user("-1")]
      ]),
      ownUserID: 0)
    let nobody = ProcessIdentity.userID(named: "nobody")
    #expect(nobody.map { rights.mayDo(.inhibit, .user($0)) } == true)
    #expect(!rights.mayDo(.inhibit, .user(1001, groups: [1001])))
    #expect(rights.unknownNames == ["group:no such group", "user:no such user", "user:-1"])
  }
}
