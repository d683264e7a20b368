import LinuxEventLoop
import SystemPackage
import Testing
import TouchInput

@testable import LinuxInput

@Suite struct EvdevDeviceTests {
  /// /dev/null exists on every machine, and knows none of the requests to an input device.
  private static let nullDevice: (path: String, number: UInt64) = ("/dev/null", 0x103)

  /// The error on opening the node of a record.
  private func openingError(_ record: UdevRecord) throws -> DeviceOpenError {
    let node = try #require(InputDeviceNode(record))
    do throws(DeviceOpenError) {
      let device = try EvdevDevice(opening: node)
      Issue.record("\(device.node.path) was opened")
      throw DeviceOpenError.missing(path: node.path)
    } catch {
      return error
    }
  }

  @Test("X4 a node that is refused is not opened: there is nothing at its path, and nobody noticed")
  func refusedBeforeOpening() throws {
    #expect(
      try openingError(.keyboard.at("/nowhere/event3"))
        == .refused(path: "/nowhere/event3", .letterKeys))
  }

  @Test("D26 a node that is not there is missing, and worth another try")
  func missing() throws {
    let error = try openingError(.touchscreen.at("/nowhere/event3"))
    #expect(error == .missing(path: "/nowhere/event3"))
    #expect(error.isWorthRetrying && !error.isMissingPermission)
  }

  @Test("a regular file and a folder are no devices", arguments: ["/etc/passwd", "/"])
  func noDevice(path: String) throws {
    #expect(try openingError(.touchscreen.at(path)) == .notACharacterDevice(path: path))
  }

  @Test("a link in the node's place is not followed")
  func link() throws {
    #expect(
      try openingError(.touchscreen.at("/proc/self"))
        == .system(SystemError(operation: "open", errno: .tooManySymbolicLinkLevels, path: "/proc/self")))
  }

  @Test("D4 a device of another number has taken the node's place")
  func replaced() throws {
    #expect(
      try openingError(.touchscreen.at(Self.nullDevice.path, deviceNumber: 0xd43))
        == .replaced(path: Self.nullDevice.path))
  }

  @Test("D13 the first thing asked of an open node is the range of its slots, before libevdev sees it")
  func firstQuestion() throws {
    let error = try openingError(.touchscreen.at(Self.nullDevice.path, deviceNumber: Self.nullDevice.number))
    guard case .system(let system) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(system.operation == "EVIOCGABS")
    #expect(system.path == Self.nullDevice.path)
  }

  @Test(
    "D13, D17 a number of slots that libevdev would make tables for unchecked is refused",
    arguments: [Int32.min, -2, -1, 250, 1023, 999_999, .max])
  func slotClaims(maximum: Int32) {
    #expect(throws: DeviceRefusal.slotCount(Int64(maximum) + 1)) {
      try DeviceJudgement.judgeSlots(maximum: maximum)
    }
  }

  @Test(
    "D13 between 1 and 250 slots are accepted, as is an axis that the device has not",
    arguments: [Int32(0), 9, 249])
  func acceptedSlots(maximum: Int32) throws {
    #expect(try DeviceJudgement.judgeSlots(maximum: maximum) == Int(maximum) + 1)
  }

  @Test("D30 where mask and clock are not known both are warned of, each once")
  func unknownRequests() throws {
    let null = OwnedDescriptor(owning: try FileDescriptor.open(FilePath("/dev/null"), .readOnly))
    let control = EvdevControl(descriptor: null.value, path: "/dev/null")
    let warnings = try control.prepare(for: .multitouch)
    guard warnings.count == 2,
      case .eventMaskUnsupported = warnings[0], case .monotonicClockUnsupported = warnings[1]
    else {
      Issue.record("\(warnings)")
      return
    }
    for warning in warnings { #expect(!warning.description.contains("\n")) }
  }

  @Test(
    "D7 a state that can not be read is an error with its request",
    arguments: [TouchProtocol.multitouch, .slotless(givesIDs: false), .singleTouch])
  func unreadableState(touchProtocol: TouchProtocol) throws {
    let null = OwnedDescriptor(owning: try FileDescriptor.open(FilePath("/dev/null"), .readOnly))
    let control = EvdevControl(descriptor: null.value, path: "/dev/null")
    var state = PanelState(slotCount: 10)
    var reader = EvdevState(of: touchProtocol, hasTouchKey: true)
    let error = #expect(throws: SystemError.self) { try reader.read(from: control, slots: 10, into: &state) }
    #expect(error?.operation == (touchProtocol == .multitouch ? "EVIOCGABS" : "EVIOCGKEY"))
  }

  @Test("D7 a node that libevdev can not describe is an error")
  func undescribable() throws {
    let null = OwnedDescriptor(owning: try FileDescriptor.open(FilePath("/dev/null"), .readOnly))
    let error = #expect(throws: SystemError.self) {
      try EvdevDescriber.describe(null.value, path: "/dev/null")
    }
    #expect(error?.operation == "libevdev_new_from_fd")
  }
}
