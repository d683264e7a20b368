import LinuxEventLoop
import SystemPackage
import Testing
import TouchInput

@testable import LinuxInput

@Suite struct DeviceOpenErrorTests {
  private let path = "/dev/input/event3"

  private func error(_ errno: Errno) -> DeviceOpenError {
    DeviceOpenError(SystemError(operation: "open", errno: errno, path: path), path: path)
  }

  @Test("D26 no permission and no device are told apart, and both may come right")
  func kinds() {
    let notPermitted = error(.permissionDenied)
    guard case .notPermitted(path: path, _) = notPermitted else {
      Issue.record("\(notPermitted)")
      return
    }
    #expect(notPermitted.isMissingPermission && notPermitted.isWorthRetrying)
    for errno in [Errno.noSuchFileOrDirectory, .noSuchAddressOrDevice, .operationNotSupportedByDevice] {
      #expect(error(errno) == .missing(path: path))
    }
    #expect(error(.notPermitted) == .forbiddenByService(path: path))
    #expect(error(.notPermitted).isMissingPermission && !error(.notPermitted).isWorthRetrying)
    #expect(error(.ioError) == .system(SystemError(operation: "open", errno: .ioError, path: path)))
    #expect(!error(.ioError).isMissingPermission && !error(.ioError).isWorthRetrying)
    for errno in [Errno.tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory] {
      #expect(error(errno).isWorthRetrying && !error(errno).isMissingPermission)
    }
  }

  @Test("what is missing is the group, then the membership, then the rule")
  func remedies() {
    typealias Remedy = NodePermission.Remedy
    #expect(Remedy(groupExists: false, isMember: false) == .makeGroup)
    #expect(Remedy(groupExists: true, isMember: false) == .joinGroup)
    #expect(Remedy(groupExists: true, isMember: true) == .installRule)
  }

  @Test(
    "a missing permission names the owning group, our group and our rule",
    arguments: [NodePermission.Remedy.makeGroup, .joinGroup, .installRule])
  func permission(remedy: NodePermission.Remedy) {
    let permission = NodePermission(owningGroup: "input", userID: 1000, remedy: remedy)
    let text = "\(DeviceOpenError.notPermitted(path: path, permission))"
    for part in [path, "group input", "user 1000", "group gestured", "70-gestured.rules"] {
      #expect(text.contains(part), "\(text)")
    }
  }

  @Test("a node that can not be seen has no known owner")
  func unseen() {
    #expect(NodePermission(of: "/nowhere/event3").owningGroup == nil)
    #expect(NodePermission(of: "/").owningGroup != nil)
  }

  @Test("D29 every message is one line, starts with the path, and shows a hostile path escaped")
  func messages() {
    let hostile = "/dev/input/\n\u{1b}[2J"
    let permission = NodePermission(owningGroup: "a\nb", userID: 0, remedy: .installRule)
    let errors: [DeviceOpenError] = [
      .refused(path: hostile, .letterKeys), .notPermitted(path: hostile, permission),
      .forbiddenByService(path: hostile), .missing(path: hostile), .notACharacterDevice(path: hostile),
      .replaced(path: hostile), .system(SystemError(operation: "open", errno: .ioError, path: hostile)),
    ]
    for error in errors {
      #expect("\(error)".hasPrefix("/dev/input/\\u{a}\\u{1b}[2J: "), "\(error)")
      #expect(!"\(error)".contains("\n"))
    }
  }

  @Test("a departure is said in one line")
  func departures() {
    let departures: [DeviceDeparture] = [
      .unplugged, .hungUp, .endOfFile, .tornRead(byteCount: 5), .failed(.ioError),
    ]
    #expect(Set(departures.map(\.description)).count == departures.count)
    #expect(departures.allSatisfy { !$0.description.contains("\n") })
  }
}
