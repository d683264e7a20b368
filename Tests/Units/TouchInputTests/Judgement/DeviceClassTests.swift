import Testing
import TouchInput

@Suite struct DeviceClassTests {
  private let screen = DeviceDescription.testScreen
  private let singleTouch = DeviceDescription.singleTouchScreen

  @Test("a direct device with slots, and one with BTN_TOUCH, is a touchscreen")
  func touchscreens() {
    #expect(DeviceClass(of: screen) == .touchscreen)
    #expect(DeviceClass(of: screen.declaring(EventCode.key, [])) == .touchscreen)
    #expect(DeviceClass(of: screen.with(properties: [])) == .touchscreen)
    #expect(DeviceClass(of: singleTouch) == .touchscreen)
  }

  @Test("fingers known as such on a device that is not direct make a touchpad")
  func touchpads() {
    let keys = [EventCode.touch, EventCode.toolFinger]
    #expect(DeviceClass(of: screen.with(properties: []).declaring(EventCode.key, keys)) == .touchpad)
    #expect(DeviceClass(of: singleTouch.with(properties: []).declaring(EventCode.key, keys)) == .touchpad)
    #expect(DeviceClass(of: screen.declaring(EventCode.key, keys)) == .touchscreen)
  }

  @Test("a pen or a stylus button makes a tablet", arguments: [EventCode.toolPen, EventCode.stylus])
  func tablets(code: UInt16) {
    for device in [screen, singleTouch] {
      #expect(DeviceClass(of: device.declaring(EventCode.key, [EventCode.touch, code])) == .tablet)
    }
  }

  @Test("an accelerometer says so, or has three axes and no keys")
  func accelerometers() {
    #expect(
      DeviceClass(of: singleTouch.with(properties: [EventCode.accelerometerProperty])) == .accelerometer)
    let axes = [EventCode.x, EventCode.y, EventCode.z]
    let silent = singleTouch.declaring(EventCode.key, []).declaring(EventCode.absolute, axes)
    #expect(DeviceClass(of: silent) == .accelerometer)
  }

  @Test("the absolute mouse of a virtual machine, a mouse and a keyboard are none of these")
  func others() {
    let mouse = singleTouch.declaring(EventCode.key, [EventCode.touch, EventCode.mouseButtons.lowerBound])
    #expect(DeviceClass(of: mouse) == [])
    #expect(
      DeviceClass(of: DeviceDescription(name: "keys", codes: [EventCode.key: CodeSet([16, 30])])) == [])
  }

  @Test("a set of codes holds every code there can be")
  func codeSet() {
    let codes: [UInt16] = [0, 7, 8, 330, 65534, 65535]
    #expect(CodeSet(codes).codes == codes)
    #expect(!CodeSet([3]).contains(65535))
  }
}
