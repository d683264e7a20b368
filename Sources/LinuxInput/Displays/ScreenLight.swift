import Glibc

/// Whether the screen is dark, out of sysfs: the backlights' power and brightness, and what the connectors of displays say of
/// themselves. Looked at when a finger lands on a screen that nobody touches; a few small reads, nothing is allocated for them.
public struct ScreenLight: Sendable {
  private struct Lamp: Sendable {
    /// 0 where it is on, else how deep it sleeps.
    var power: String
    /// 0 where it is off.
    var brightness: String
  }

  /// More than any machine has.
  private static let maximumLamps = 16

  private var lamps: [Lamp] = []
  /// `On`, or what it sleeps in.
  private var connectors: [String] = []

  /// The lights of this machine.
  ///
  /// - Parameters:
  ///   - output: the connector of the display under the touchscreen; nil where nobody knows.
  ///   - root: where the kernel tells of its classes of devices.
  public init(output: String?, root: String = "/sys/class") {
    // A backlight is of a panel that is built in.
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

  /// Whether it is dark: all backlights are off, or all displays sleep. Where nothing can be told it is not.
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

  /// - Returns: how many bytes there are, at most as many as fit; 0 where it cannot be read.
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
