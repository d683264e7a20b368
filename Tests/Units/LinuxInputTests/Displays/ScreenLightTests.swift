import FoundationEssentials
import Testing

@testable import LinuxInput

/// The lights of a made-up /sys/class.
@Suite struct ScreenLightTests {
  private let root = "/tmp/gestured-light-\(UUID().uuidString)"

  private func put(_ folder: String, _ files: [String: String]) throws {
    let path = "\(root)/\(folder)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)")) }
  }

  private func isDark(over output: String? = nil) -> Bool { ScreenLight(output: output, root: root).isDark }

  private func remove() { try? FileManager.default.removeItem(atPath: root) }

  @Test("Where nothing can be told it is not dark")
  func unknown() throws {
    defer { remove() }
    #expect(!isDark())
    try put("backlight/empty", [:])
    try put("drm/card0-eDP-1", ["status": "connected\n"])
    #expect(!isDark())
  }

  @Test(
    "A backlight is off by its power or by its brightness",
    arguments: [
      ("0", "1", false), ("0", "100", false), ("4", "100", true), ("0", "0", true), ("1", "0", true),
    ])
  func backlight(power: String, brightness: String, isDark: Bool) throws {
    defer { remove() }
    try put("backlight/intel", ["bl_power": power + "\n", "brightness": brightness + "\n"])
    #expect(self.isDark() == isDark)
    // The light has no meaning for a panel that is not built in.
    #expect(!self.isDark(over: "HDMI-A-1"))
    #expect(self.isDark(over: "eDP-1") == isDark)
  }

  @Test("One backlight that is on is enough")
  func several() throws {
    defer { remove() }
    try put("backlight/a", ["bl_power": "4\n", "brightness": "9\n"])
    try put("backlight/b", ["bl_power": "0\n", "brightness": "9\n"])
    #expect(!isDark())
  }

  @Test(
    "A display sleeps in any way but on",
    arguments: [("On", false), ("Off", true), ("Standby", true), ("Suspend", true), ("", false)])
  func display(state: String, isDark: Bool) throws {
    defer { remove() }
    try put("drm/card0-HDMI-A-1", ["status": "connected\n", "dpms": state + "\n"])
    try put("drm/card0-HDMI-A-2", ["status": "disconnected\n", "dpms": "On\n"])
    #expect(self.isDark() == isDark)
    #expect(self.isDark(over: "HDMI-A-1") == isDark)
    #expect(!self.isDark(over: "HDMI-A-2"))
  }

  @Test("Of several displays it is the one under the touchscreen that counts, and all where nobody knows")
  func whichDisplay() throws {
    defer { remove() }
    try put("drm/card0-HDMI-A-1", ["status": "connected\n", "dpms": "Off\n"])
    try put("drm/card0-HDMI-A-2", ["status": "connected\n", "dpms": "On\n"])
    #expect(isDark(over: "HDMI-A-1"))
    #expect(!isDark(over: "HDMI-A-2"))
    #expect(!isDark())
  }
}
