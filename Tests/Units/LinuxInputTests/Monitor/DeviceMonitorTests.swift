import LinuxEventLoop
import SystemPackage
import Testing

@testable import LinuxInput

@Suite struct DeviceMonitorTests {
  @Test("the event nodes there are come by their number, and on a machine without any there are none")
  func enumeration() throws {
    let monitor = try DeviceMonitor()
    let nodes = try monitor.enumerate()
    #expect(nodes.map(\.number) == nodes.map(\.number).sorted())
    #expect(Set(nodes.map(\.systemPath)).count == nodes.count)
    for node in nodes {
      #expect(node.path.hasSuffix("/event\(node.number)"))
      #expect(node.systemPath.hasPrefix("/sys/"))
    }
  }

  @Test("without udev a monitor enumerates all the same, and says what it can not do")
  func withoutUdev() throws {
    let monitor = try DeviceMonitor(udevControlPath: "/nowhere/control")
    #expect(monitor.limitation != nil)
    _ = try monitor.enumerate()
    try drain(monitor)
  }

  @Test("with udev a monitor hears of devices, or says why it does not")
  func withUdev() throws {
    let monitor = try DeviceMonitor(udevControlPath: "/")
    #expect(monitor.limitation != .noUdevDaemon)
    #expect((monitor.descriptor == nil) == (monitor.limitation != nil))
    try drain(monitor)
  }

  /// Reads until nothing is left. The notices depend on the machine, and are all about event nodes.
  private func drain(_ monitor: borrowing DeviceMonitor) throws {
    while let change = try monitor.next() {
      switch change {
      case .added(let node), .changed(let node): #expect(node.path.hasSuffix("/event\(node.number)"))
      case .removed(let systemPath, _): #expect(systemPath.contains("/event"))
      case .overflowed, .displaysChanged, .sensorChanged: break
      }
    }
  }

  @Test("udev's actions on an event node are added, changed and removed")
  func changes() throws {
    let record = UdevRecord.touchscreen
    let node = try #require(InputDeviceNode(record))
    #expect(DeviceChange(action: "add", subsystem: "input", record) == .added(node))
    for action in ["change", "move", "bind", "online"] {
      #expect(DeviceChange(action: action, subsystem: "input", record) == .changed(node))
    }
    #expect(
      DeviceChange(action: "remove", subsystem: "input", record)
        == .removed(systemPath: record.systemPath, deviceNumber: record.deviceNumber))
  }

  @Test("D4 a removal needs no attributes, an addition of what is gone already is passed over")
  func alreadyGone() {
    var record = UdevRecord.touchscreen
    record.attributes = [:]
    record.path = nil
    #expect(DeviceChange(action: "add", subsystem: "input", record) == nil)
    #expect(
      DeviceChange(action: "remove", subsystem: "input", record)
        == .removed(systemPath: record.systemPath, deviceNumber: record.deviceNumber))
  }

  @Test("D24 what is not about an event node is passed over", arguments: ["add", "change", "remove"])
  func others(action: String) {
    var record = UdevRecord.touchscreen
    record.kernelName = "input3"
    #expect(DeviceChange(action: action, subsystem: "input", record) == nil)
  }

  @Test("whatever happens to a display, the displays have changed", arguments: ["add", "change", "remove"])
  func displays(action: String) {
    var record = UdevRecord.touchscreen
    record.kernelName = "card0"
    #expect(DeviceChange(action: action, subsystem: "drm", record) == .displaysChanged)
  }

  @Test("limitations are said in one line")
  func limitations() {
    let error = SystemError(operation: "udev_monitor_new_from_netlink", errno: .addressFamilyNotSupported)
    for limitation in [MonitorLimitation.noUdevDaemon, .noHotplug(error)] {
      #expect(!limitation.description.isEmpty && !limitation.description.contains("\n"))
    }
  }
}
