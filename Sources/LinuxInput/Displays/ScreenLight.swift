import Glibc

/// Tells from sysfs whether the screen is dark: from the power and brightness of backlights, and from the state of
/// connectors. The daemon checks when a first finger lands on an untouched screen. A check makes a few small reads and
/// allocates nothing.
public struct ScreenLight: Sendable {
  private struct Lamp: Sendable {
    /// The file of the power state: 0 is on, higher numbers sleep deeper.
    var power: String
    /// The file of the brightness: 0 is off.
    var brightness: String
  }

  /// More than any machine has.
  private static let maximumLamps = 16

  private var lamps: [Lamp] = []
  /// The files of the connectors' power: `On`, or the kind of sleep.
  private var connectors: [String] = []

  /// The lights of this machine.
  ///
  /// - Parameters:
  ///   - output: the connector of the display under the touchscreen; nil where it is unknown.
  ///   - root: the kernel's folder of device classes.
  public init(output: String?, root: String = "/sys/class") {
    // Only built-in panels have a backlight.
    let isBuiltIn =
      output.map { name in ["eDP", "LVDS", "DSI", "DPI"].contains { name.hasPrefix($0) } } ?? true
    if isBuiltIn {
      for name in directoryEntries(root + "/backlight", maximum: Self.maximumLamps).sorted() {
        let folder = "\(root)/backlight/\(name)"
        lamps.append(Lamp(power: folder + "/bl_power", brightness: folder + "/brightness"))
      }
    }
    for name in directoryEntries(root + "/drm", maximum: 256).sorted() {
      guard let dash = name.firstIndex(of: "-"), name.hasPrefix("card") else { continue }
      guard output == nil || name[dash...].dropFirst() == output ?? "" else { continue }
      let folder = "\(root)/drm/\(name)"
      if Self.firstByte(of: folder + "/status") == UInt8(ascii: "c") { connectors.append(folder + "/dpms") }
    }
  }

  /// Whether the screen is dark: all backlights are off, or all displays sleep. An unknown state counts as lit.
  public var isDark: Bool {
    var isEveryLampOff = !lamps.isEmpty
    for lamp in lamps where isEveryLampOff { isEveryLampOff = Self.isOff(lamp) }
    if isEveryLampOff { return true }
    var sleeps = !connectors.isEmpty
    for connector in connectors where sleeps { sleeps = Self.isAsleep(connector) }
    return sleeps
  }

  private static func isOff(_ lamp: Lamp) -> Bool {
    let zero = UInt8(ascii: "0")
    if let power = firstByte(of: lamp.power), power != zero { return true }
    var bytes: InlineArray<8, UInt8> = .init(repeating: 0)
    let count = read(lamp.brightness, into: &bytes)
    // `0` and its newline.
    return count >= 1 && bytes[0] == zero && (count == 1 || bytes[1] == UInt8(ascii: "\n"))
  }

  private static func isAsleep(_ connector: String) -> Bool {
    var bytes: InlineArray<8, UInt8> = .init(repeating: 0)
    let count = read(connector, into: &bytes)
    return count >= 2 && !(bytes[0] == UInt8(ascii: "O") && bytes[1] == UInt8(ascii: "n"))
  }

  private static func firstByte(of path: String) -> UInt8? {
    var bytes: InlineArray<8, UInt8> = .init(repeating: 0)
    return read(path, into: &bytes) > 0 ? bytes[0] : nil
  }

  /// - Returns: the number of bytes read, at most as many as fit; 0 where the file cannot be read.
  private static func read(_ path: String, into bytes: inout InlineArray<8, UInt8>) -> Int {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { return 0 }
    defer { close(file) }
    var span = bytes.mutableSpan
    let count = unsafe span.withUnsafeMutableBufferPointer { buffer in
      unsafe Glibc.read(file, buffer.baseAddress, buffer.count)
    }
    return max(0, count)
  }
}
