import EventFamilies
import Testing
import TouchInput

@Suite("What a device is good for besides touch")
struct DeviceRolesTests {
  private func roles(
    keys: [UInt16] = [], axes: [UInt16] = [], switches: [UInt16] = [], properties: [UInt16] = [],
    isRemote: Bool = false
  ) -> DeviceRoles {
    DeviceRoles(
      of: DeviceDescription(
        name: "Device", properties: CodeSet(properties),
        codes: [
          EventCode.key: CodeSet(keys), EventCode.absolute: CodeSet(axes),
          EventCode.switches: CodeSet(switches),
        ]),
      isAccelerometer: false, isRemote: isRemote)
  }

  @Test("X9 a device with letters or digits is good for nothing, whatever else it has")
  func keyboard() {
    #expect(roles(keys: [16, 163, 164], switches: [2]) == [])
    #expect(roles(keys: [2, 163]) == [])
    #expect(roles(keys: [30, 28], isRemote: true) == [])
  }

  @Test("Media keys, a headset's jack, an accelerometer")
  func families() {
    #expect(roles(keys: [163, 164, 165]) == .remote)
    #expect(roles(switches: [2, 4]) == .jack)
    #expect(roles(keys: [0x100], switches: [2]) == [.jack, .remote])
    #expect(roles(keys: [0x100]) == [])
    #expect(roles(axes: [0, 1, 2], properties: [EventCode.accelerometerProperty]) == .motion)
    #expect(roles(axes: [0, 1], properties: [EventCode.accelerometerProperty]) == [])
  }

  @Test("PRS-2 keys are presses only where the configuration calls the device a remote control")
  func remotes() {
    #expect(roles(keys: [28, 103, 108]) == [])
    #expect(roles(keys: [28, 103, 108], isRemote: true) == .presses)
    #expect(roles(keys: [28, 164], isRemote: true) == [.presses, .remote])
  }
}
