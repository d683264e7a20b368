import GestureCore

/// Writes evemu's text format, version 1.3, as evemu-play and `EvemuRecording` read it.
///
/// All text is appended to a buffer of the caller, which writes it out and empties it. A buffer that keeps its capacity
/// lets events be written without allocations.
public enum EvemuWriter {
  /// The number of lines of eight bytes that evemu gives each type, in its order, whether the type has codes or not.
  private static let usualTypes: [(type: UInt16, lines: Int)] = [
    (0x00, 1), (0x01, 12), (0x02, 1), (0x03, 1), (0x04, 1), (0x05, 1), (0x11, 1), (0x12, 1), (0x14, 1),
    (0x15, 2),
  ]
  /// EV_MAX
  private static let maximumType: UInt16 = 0x1f
  /// The longest name that is written, in bytes: the kernel's own limit. The rest is cut off.
  private static let maximumNameLength = 255

  /// Appends the head of a recording.
  ///
  /// Control and other unsafe characters of the name become question marks: a line feed would end its line, and the
  /// format has no escapes. A device without a name is written as `unnamed`, since evemu accepts no empty name.
  public static func append(_ device: DeviceDescription, to buffer: inout [UInt8]) {
    buffer += "# EVEMU 1.3\nN: ".utf8
    var length = 0
    for scalar in device.name.unicodeScalars {
      let bytes = UTF8.encode(VisibleText.isTreacherous(scalar) ? "?" : scalar)
      guard let bytes else { continue }
      length += bytes.count
      guard length <= maximumNameLength else { break }
      buffer += bytes
    }
    if device.name.isEmpty { buffer += "unnamed".utf8 }
    buffer += "\nI:".utf8
    for number in [device.bus, device.vendor, device.product, device.version] {
      buffer.append(UInt8(ascii: " "))
      appendHexadecimal(number, digits: 4, to: &buffer)
    }
    buffer.append(UInt8(ascii: "\n"))
    appendBits(of: device.properties, atLeast: 1, prefix: "P:", to: &buffer)
    appendCodes(of: device, to: &buffer)
    for (code, axis) in device.axes.sorted(by: { $0.key < $1.key }) {
      buffer += "A: ".utf8
      appendHexadecimal(code, digits: 2, to: &buffer)
      for number in [axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution] {
        buffer.append(UInt8(ascii: " "))
        appendDecimal(Int64(number), digits: 1, to: &buffer)
      }
      buffer.append(UInt8(ascii: "\n"))
    }
  }

  /// Appends an event's line.
  public static func append(_ event: InputEvent, to buffer: inout [UInt8]) {
    let microseconds = max(0, event.time.microseconds)
    buffer.append(UInt8(ascii: "E"))
    buffer.append(UInt8(ascii: ":"))
    buffer.append(UInt8(ascii: " "))
    appendDecimal(microseconds / 1_000_000, digits: 1, to: &buffer)
    buffer.append(UInt8(ascii: "."))
    appendDecimal(microseconds % 1_000_000, digits: 6, to: &buffer)
    buffer.append(UInt8(ascii: " "))
    appendHexadecimal(event.type, digits: 4, to: &buffer)
    buffer.append(UInt8(ascii: " "))
    appendHexadecimal(event.code, digits: 4, to: &buffer)
    buffer.append(UInt8(ascii: " "))
    appendDecimal(Int64(event.value), digits: event.value < 0 ? 3 : 4, to: &buffer)
    buffer.append(UInt8(ascii: "\n"))
  }

  private static func appendCodes(of device: DeviceDescription, to buffer: inout [UInt8]) {
    // A description from sysfs or libevdev need not name its types: a type with codes exists.
    var types = device.codes[EventCode.synchronization] ?? CodeSet()
    types.insert(EventCode.synchronization)
    for (type, codes) in device.codes where !codes.isEmpty && type <= maximumType { types.insert(type) }
    for type in 0...maximumType {
      let usualLines = usualTypes.first { $0.type == type }?.lines ?? 0
      let codes = type == EventCode.synchronization ? types : device.codes[type] ?? CodeSet()
      guard usualLines > 0 || !codes.isEmpty else { continue }
      appendBits(of: codes, atLeast: usualLines, prefix: "B: ", type: type, to: &buffer)
    }
  }

  /// Lines of eight bytes, as many as the codes need.
  private static func appendBits(
    of codes: CodeSet, atLeast usualLines: Int, prefix: StaticString, type: UInt16? = nil,
    to buffer: inout [UInt8]
  ) {
    let neededLines = (codes.codes.last).map { Int($0) / 64 + 1 } ?? 0
    for line in 0..<max(usualLines, neededLines) {
      buffer += String(describing: prefix).utf8
      if let type { appendHexadecimal(type, digits: 2, to: &buffer) }
      for byte in 0..<8 {
        var bits: UInt16 = 0
        for bit in 0..<8 where codes.contains(UInt16(truncatingIfNeeded: line * 64 + byte * 8 + bit)) {
          bits |= 1 << UInt16(bit)
        }
        buffer.append(UInt8(ascii: " "))
        appendHexadecimal(bits, digits: 2, to: &buffer)
      }
      buffer.append(UInt8(ascii: "\n"))
    }
  }

  private static func appendHexadecimal(_ number: UInt16, digits: Int, to buffer: inout [UInt8]) {
    for digit in stride(from: digits - 1, through: 0, by: -1) {
      let value = UInt8(truncatingIfNeeded: number >> UInt16(digit * 4)) & 0xf
      buffer.append(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10)
    }
  }

  /// A decimal number with at least that many digits.
  private static func appendDecimal(_ number: Int64, digits: Int, to buffer: inout [UInt8]) {
    if number < 0 { buffer.append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    let start = buffer.count
    repeat {
      buffer.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0 || buffer.count - start < digits
    // The digits are swapped one by one, since reversing a slice would copy the buffer.
    var (low, high) = (start, buffer.count - 1)
    while low < high {
      buffer.swapAt(low, high)
      low += 1
      high -= 1
    }
  }
}
